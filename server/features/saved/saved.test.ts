import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('Saved pieces', (shop) => {
  it('are listed newest first, in pages, also after they were sold', async () => {
    const { token } = await shop.customer('Anna');
    const listings = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Tray')];
    for (const { id } of listings) {
      expect((await shop.call('saveListing', { token, params: { id } })).status).toBe(200);
      shop.passTime(1_000);
    }
    const [moon, carp, tray] = listings.map(({ id }) => id);
    // Saving again changes nothing.
    await shop.call('saveListing', { token, params: { id: moon ?? '' } });
    const page = async (number: number) =>
      (await shop.call('listSaved', { token, query: { page: number, pageSize: 2 } })).body;
    const first = await page(1);
    expect([first.total, first.saved.map(({ listing }) => listing.id)]).toEqual([3, [tray, carp]]);
    expect((await page(2)).saved.map(({ listingId }) => listingId)).toEqual([moon]);
    await shop.call('forgetListing', { token, params: { id: carp ?? '' } });
    expect((await shop.call('listSavedIds', { token })).body.listingIds).toEqual([tray, moon]);
  });

  it('that visitors do not see any more are neither listed nor counted until they are listed again', async () => {
    const [owner, { token }] = [await shop.admin(), await shop.customer('Anna')];
    const listings = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Tray')];
    for (const { id } of listings) await shop.call('saveListing', { token, params: { id } });
    const id = listings[1]?.id ?? '';
    const show = (visibility: 'draft' | 'listed') =>
      shop.call('updateProduct', { token: owner.token, params: { id }, body: { visibility } });
    const saved = async () => (await shop.call('listSaved', { token, query: { page: 1, pageSize: 2 } })).body;
    await show('draft');
    expect(await saved()).toMatchObject({ total: 2, saved: [{ listing: { name: expect.any(String) } }, {}] });
    await show('listed');
    expect((await saved()).total).toBe(3);
  });

  it('of a guest are added to those of the account, and unknown ones are left out', async () => {
    const { token } = await shop.customer('Ben');
    const [moon, carp] = [(await shop.listing('Moon')).id, (await shop.listing('Carp')).id];
    await shop.call('saveListing', { token, params: { id: moon } });
    shop.passTime(1_000);
    const { status, body } = await shop.call('saveListings', {
      token,
      body: { listingIds: [carp, 'no-such-piece', moon, carp] },
    });
    expect([status, body.listingIds]).toEqual([200, [carp, moon]]);
  });

  it('are refused for unknown pieces, guests and more than 500 at once, and cannot be removed by others', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const absent = { params: { id: 'no-such-piece' } };
    expect((await shop.call('saveListing', { token: anna.token, ...absent })).status).toBe(404);
    expect((await shop.call('forgetListing', { token: anna.token, ...absent })).status).toBe(200);
    const { id } = await shop.listing('Moon');
    await shop.call('saveListing', { token: anna.token, params: { id } });
    await shop.call('forgetListing', { token: ben.token, params: { id } });
    expect((await shop.call('listSavedIds', { token: anna.token })).body.listingIds).toEqual([id]);
    expect((await shop.call('listSavedIds', {})).status).toBe(401);
    const listingIds = Array.from({ length: 501 }, () => id);
    expect((await shop.call('saveListings', { token: ben.token, body: { listingIds } })).status).toBe(400);
  });

  it('are in the download of own records', async () => {
    const { token } = await shop.customer('Anna');
    const { id } = await shop.listing('Moon');
    await shop.call('saveListing', { token, params: { id } });
    const { body } = await shop.call('downloadOwnRecords', { token });
    expect(body).toMatchObject({ saved: [{ listingId: id, savedAt: expect.any(String) }] });
  });
});
