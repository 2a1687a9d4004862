import { expect, it } from 'vitest';
import type { WrittenCloseLook } from '#contract/close-look.ts';
import { limits } from '#contract/limits.ts';
import { reportsOf } from '#server/testing/condition-reports.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { findCloseLook } from './close-look.ts';

const box = { x: 0.08, y: 0.06, width: 0.84, height: 0.87 };
const moon = { name: 'The moon', text: 'Duck eggshell', box: { x: 0.4, y: 0.1, width: 0.2, height: 0.2 } };

onEachEngine('Details of the viewer', (shop) => {
  const { photograph } = reportsOf(shop);
  const get = (token: string, id: string) => shop.call('getCloseLook', { token, params: { id } });
  const write = (token: string, id: string, body: WrittenCloseLook & { version: number }) =>
    shop.call('writeCloseLook', { token, params: { id }, body });
  const remove = (token: string, id: string, version: number) =>
    shop.call('removeCloseLook', { token, params: { id }, query: { version } });

  /** A piece of known size with two stored pictures and one from elsewhere. */
  async function piece() {
    const { token } = await shop.admin('Stan', 'staff');
    const pictures = [await photograph(), await photograph(80)];
    const images = [...pictures, 'https://pictures.example/moon.jpg'];
    const { id } = await shop.listing('Moon', { images, widthCm: 75, heightCm: 52 });
    const [picture = '', other = ''] = pictures;
    return { token, id, picture, other };
  }

  /** The close look that visitors get; null if there is none. */
  async function shown(id: string) {
    const { listing } = (await shop.call('getListing', { params: { id } })).body;
    return findCloseLook(shop.shop.database.read, listing);
  }

  it('are empty until staff writes them, and then visitors see them with the size of the piece', async () => {
    const { token, id, picture, other } = await piece();
    expect((await get(token, id)).body.closeLook).toMatchObject({
      listing: { id, name: 'Moon', widthCm: 75, heightCm: 52, isPublic: true },
      look: null,
      version: 0,
      pictures: [{ url: picture }, { url: other }],
    });
    expect(await shown(id)).toBeNull();
    const saved = await write(token, id, { picture, box, details: [moon], version: 0 });
    expect(saved).toMatchObject({ status: 200, body: { closeLook: { look: { picture, box, details: [moon] } } } });
    expect(await shown(id)).toMatchObject({
      image: { url: picture },
      box,
      details: [moon],
      sizeCm: { width: 75, height: 52 },
    });
  });

  it('have no true size if the box has another shape than the piece, as in a picture from above', async () => {
    const { token, id, other } = await piece();
    await write(token, id, { picture: other, box, details: [moon], version: 0 });
    expect(await shown(id)).toMatchObject({ image: { url: other }, box, sizeCm: null });
  });

  it('are refused on a picture that the shop does not store or the piece does not have', async () => {
    const { token, id } = await piece();
    for (const picture of ['https://pictures.example/moon.jpg', await photograph(100), '/media/none/original.webp']) {
      const refused = await write(token, id, { picture, box: null, details: [], version: 0 });
      expect([refused.status, refused.body.issues]).toEqual([400, [expect.objectContaining({ path: 'picture' })]]);
    }
  });

  it.each([
    ['a box that reaches beyond the picture', { box: { x: 0.5, y: 0, width: 0.6, height: 1 }, details: [] }],
    ['a box of nearly no height', { box: { x: 0, y: 0, width: 1, height: 0.001 }, details: [] }],
    ['a detail without a name', { box: null, details: [{ ...moon, name: ' ' }] }],
    ['too many details', { box: null, details: Array.from({ length: limits.detailsPerPiece + 1 }, () => moon) }],
  ])('are refused with %s', async (_, written) => {
    const { token, id, picture } = await piece();
    expect((await write(token, id, { picture, ...written, version: 0 })).status).toBe(400);
    expect((await get(token, id)).body.closeLook.look).toBeNull();
  });

  it('are not overwritten by somebody who has read an earlier version', async () => {
    const { token, id, picture, other } = await piece();
    const first = (await write(token, id, { picture, box, details: [moon], version: 0 })).body.closeLook.version;
    const second = (await write(token, id, { picture, box, details: [], version: first })).body.closeLook.version;
    expect(second).toBeGreaterThan(first);
    for (const answer of [
      await write(token, id, { picture: other, box: null, details: [], version: 0 }),
      await write(token, id, { picture: other, box: null, details: [], version: first }),
      await remove(token, id, first),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, 'Somebody else has changed this meanwhile.']);
    const both = await Promise.all(
      [box, null].map((mine) => write(token, id, { picture, box: mine, details: [moon], version: second })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are not shown while their picture is not one of the piece, and come back with it', async () => {
    const { token, id, picture, other } = await piece();
    const { version } = (await write(token, id, { picture, box, details: [moon], version: 0 })).body.closeLook;
    const change = (images: string[]) => shop.call('updateProduct', { token, params: { id }, body: { images } });
    await change([other]);
    expect(await shown(id)).toBeNull();
    const { closeLook } = (await get(token, id)).body;
    expect(closeLook).toMatchObject({ look: { picture, details: [moon] }, pictures: [{ url: other }] });
    await change([other, picture]);
    expect(await shown(id)).toMatchObject({ image: { url: picture } });
    await write(token, id, { picture: other, box, details: [moon], version });
    expect(await shown(id)).toMatchObject({ image: { url: other } });
  });

  it('can be removed, cannot be read once their piece is deleted, and each change is in the audit', async () => {
    const { token, id, picture } = await piece();
    const { version } = (await write(token, id, { picture, box, details: [moon], version: 0 })).body.closeLook;
    expect((await remove(token, id, version)).body.closeLook).toMatchObject({ look: null, version: 0 });
    expect(await shown(id)).toBeNull();
    const owner = await shop.admin('Olga');
    const { entries } = (await shop.call('listAuditEntries', { token: owner.token, query: {} })).body;
    const actions = entries.filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['details of the viewer changed', 'details of the viewer removed']));
    await write(token, id, { picture, box, details: [moon], version: 0 });
    await shop.call('deleteProduct', { token, params: { id }, query: {} });
    expect((await get(token, id)).status).toBe(404);
    expect(await shop.shop.database.read.selectFrom('close_looks').selectAll().execute()).toEqual([]);
  });

  it('are written by staff and read by everybody in the panel', async () => {
    const { token, id, picture } = await piece();
    const viewer = await shop.admin('Vera', 'viewer');
    const customer = await shop.customer('Cara');
    expect((await get(viewer.token, id)).status).toBe(200);
    expect((await get(customer.token, id)).status).toBe(403);
    const body = { picture, box, details: [moon], version: 0 };
    expect((await write(viewer.token, id, body)).status).toBe(403);
    expect((await write(token, 'nothing-has-this', body)).status).toBe(404);
  });
});
