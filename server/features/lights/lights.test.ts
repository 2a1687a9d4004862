import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Visibility } from '#contract/visibility.ts';
import { createPageServices } from '#server/page-services.ts';
import { parseSettings } from '#server/settings.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { panel } from '#server/testing/pictures.ts';
import { onEachEngine, onSqlite, type TestShop } from '#server/testing/shop.ts';
import { checkMedia } from '../../../cli/invariants/media.ts';
import { checkDatabase } from '../../../cli/invariants.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { storedNameOf } from '../media/stored-name.ts';
import { insertLights } from './lights.ts';

const day = 24 * 60 * 60_000;
const demo = new URL('../demo/', import.meta.url);
/** A picture of the demo, as small as one may be, so that aligning takes less time. */
const small = async (file: string) => sharp(await readFile(new URL(file, demo))).resize(640);
const right = { azimuth: 0, elevation: 15 };

onSqlite('Photographs of a piece under lights from several directions', (shop) => {
  const { store, send, get, write, inViewer } = lightsOf(shop);

  it('are aligned with its picture, and the viewer shows them once there are three and staff has turned them on', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const reference = await store(await (await small('pictures/three-carp-falling-petals-1.webp')).toBuffer());
    const { id } = await shop.listing('Carp', { images: [reference] });
    const lamps = { sw: { azimuth: 240, elevation: 15 }, above: { azimuth: 0, elevation: 90 }, e: right };
    for (const [name, direction] of Object.entries(lamps)) {
      const bytes = await (await small(`lights/three-carp-falling-petals-${name}.webp`)).toBuffer();
      const answer = await send(token, id, bytes, { ...direction, name: `carp-${name}.webp` });
      expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    }
    const { photographs, isShown, picture } = await get(token, id);
    expect([isShown, picture?.url]).toEqual([false, reference]);
    expect(photographs.map(({ fileName, image }) => [fileName, image.width, image.height])).toEqual([
      ['carp-e.webp', 640, 490],
      ['carp-above.webp', 640, 490],
      ['carp-sw.webp', 640, 490],
    ]);
    expect(await inViewer(id)).toBeUndefined();
    await write(token, id, { isShown: true, photographs: photographs.map(directionOf) });
    expect(await inViewer(id)).toEqual([
      [0, 15],
      [0, 90],
      [240, 15],
    ]);
  }, 240_000);

  it('are refused with a reason if they show something else', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const reference = await store(await (await small('pictures/three-carp-falling-petals-1.webp')).toBuffer());
    const { id } = await shop.listing('Carp', { images: [reference] });
    const other = await (await small('pictures/dry-garden-1.webp')).resize(640, 490, { fit: 'fill' }).toBuffer();
    const answer = await send(token, id, other, right);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('does not fit over the picture'),
    ]);
    expect((await send(token, id, Buffer.from('no picture'), right)).status).toBe(415);
    expect((await send(token, id, other, { azimuth: 360, elevation: 0 })).status).toBe(400);
    expect((await get(token, id)).photographs).toEqual([]);
  }, 240_000);
});

onEachEngine('Photographs of a piece under several lights', (shop) => {
  const { store, send, get, write, inViewer } = lightsOf(shop);
  /** Adds a piece with photographs that lie over its picture, one for each azimuth. They are not shown yet. */
  const lit = async (token: string, azimuths: readonly number[], visibility: Visibility = 'listed') => {
    const reference = await store(await panel(60).png().toBuffer());
    const { id } = await shop.listing('Moon', { images: [reference], visibility });
    const lights: Parameters<typeof insertLights>[2]['lights'][number][] = [];
    for (const azimuth of azimuths) {
      const picture = await store(
        await panel(100 + azimuth)
          .png()
          .toBuffer(),
      );
      lights.push({ picture, fileName: `${azimuth}.jpg`, azimuth, elevation: 20 });
    }
    await shop.shop.database.write((tx) => insertLights(tx, id, { reference, lights, at: 1 }));
    const { photographs } = await get(token, id);
    await write(token, id, { isShown: false, photographs: photographs.map(directionOf) });
    return { id, reference, photographs };
  };

  it('are stored when they fit over its picture, and not shown yet', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const reference = await store(await (await small('pictures/three-carp-falling-petals-1.webp')).toBuffer());
    const { id } = await shop.listing('Carp', { images: [reference] });
    const bytes = await (await small('lights/three-carp-falling-petals-e.webp')).toBuffer();
    expect((await send(token, id, bytes, right)).status).toBe(201);
    expect(await get(token, id)).toMatchObject({ isShown: false, photographs: [{ azimuth: 0, elevation: 15 }] });
  }, 240_000);

  it('must come from different directions and be at most eight', async () => {
    const { token } = await shop.admin('Linh');
    const { id, photographs } = await lit(token, [0, 45, 90, 135, 180, 225, 270]);
    const bytes = await panel(900).png().toBuffer();
    const beside = await send(token, id, bytes, { azimuth: 44, elevation: 18 });
    expect([beside.status, beside.body.message]).toEqual([409, expect.stringContaining('45.jpg has its light from')]);
    const turned = photographs.map((photograph) => ({ ...directionOf(photograph), azimuth: photograph.azimuth % 90 }));
    expect((await write(token, id, { isShown: false, photographs: turned })).status).toBe(409);
    const moved = photographs.map((photograph) => ({ ...directionOf(photograph), elevation: 30 }));
    expect((await write(token, id, { isShown: false, photographs: moved })).body.lights.photographs[0]?.elevation).toBe(
      30,
    );
    expect((await write(token, id, { isShown: false, photographs: moved.slice(1) })).status).toBe(409);
    const full = await lit(token, [0, 45, 90, 135, 180, 225, 270, 315]);
    const more = await send(token, full.id, bytes, { azimuth: 0, elevation: 90 });
    expect([more.status, more.body.message]).toEqual([409, expect.stringContaining('at most 8')]);
  });

  it('are not shown while there are fewer than three', async () => {
    const { token } = await shop.admin('Linh');
    const { id, photographs } = await lit(token, [0, 120, 240]);
    await write(token, id, { isShown: true, photographs: photographs.map(directionOf) });
    expect(await inViewer(id)).toHaveLength(3);
    const remove = (lightId: string) => shop.call('removeLight', { token, params: { id, lightId } });
    const left = (await remove(photographs[0]?.id ?? '')).body.lights;
    expect([left.isShown, left.photographs.length]).toEqual([false, 2]);
    expect(await inViewer(id)).toBeUndefined();
    const again = await write(token, id, { isShown: true, photographs: left.photographs.map(directionOf) });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('Add 1 more')]);
    expect((await remove('nothing')).status).toBe(404);
  });

  it('are not shown while another picture of the piece is looked at, and none is added', async () => {
    const { token } = await shop.admin('Linh');
    const { id, reference, photographs } = await lit(token, [0, 120, 240]);
    await write(token, id, { isShown: true, photographs: photographs.map(directionOf) });
    const other = await store(await panel(70).png().toBuffer());
    await shop.call('updateProduct', { token, params: { id }, body: { images: [other, reference] } });
    expect(await inViewer(id)).toHaveLength(3);
    const look = { picture: other, box: null, details: [], version: 0 };
    expect((await shop.call('writeCloseLook', { token, params: { id }, body: look })).status).toBe(200);
    expect(await inViewer(id)).toBeUndefined();
    expect(await get(token, id)).toMatchObject({ isOfOtherPicture: true, isShown: false });
    const sent = await send(token, id, await panel(900).png().toBuffer(), { azimuth: 60, elevation: 20 });
    expect([sent.status, sent.body.message]).toEqual([409, expect.stringContaining('belong to another picture')]);
    const shown = { isShown: true, photographs: photographs.map(directionOf) };
    expect((await write(token, id, shown)).status).toBe(409);
    const { version } = (await shop.call('getCloseLook', { token, params: { id } })).body.closeLook;
    await shop.call('removeCloseLook', { token, params: { id }, query: { version } });
    expect(await inViewer(id)).toHaveLength(3);
  });

  it('need a picture that the shop stores', async () => {
    const { token } = await shop.admin('Linh');
    const { id } = await shop.listing('Moon', { images: ['https://example.com/moon.jpg'] });
    const answer = await send(token, id, await panel(900).png().toBuffer(), right);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('Upload a picture')]);
    expect((await shop.call('getLights', { token, params: { id: 'nothing' } })).status).toBe(404);
  });

  it('are still shown after the close look of their picture is removed', async () => {
    const { token } = await shop.admin('Linh');
    const { id, reference, photographs } = await lit(token, [0, 120, 240]);
    await write(token, id, { isShown: true, photographs: photographs.map(directionOf) });
    const written = { picture: reference, box: null, details: [], version: 0 };
    const saved = await shop.call('writeCloseLook', { token, params: { id }, body: written });
    expect(await inViewer(id)).toHaveLength(3);
    const { version } = saved.body.closeLook;
    expect((await shop.call('removeCloseLook', { token, params: { id }, query: { version } })).status).toBe(200);
    expect(await inViewer(id)).toHaveLength(3);
  });

  it('are not shown while visitors do not see the piece, and viewers and customers cannot change them', async () => {
    const [{ token }, viewer] = [await shop.admin('Linh'), await shop.admin('Vera', 'viewer')];
    const { token: customer } = await shop.customer('Anna');
    for (const visibility of ['draft', 'private'] as const) {
      const { id, photographs } = await lit(token, [0, 120, 240], visibility);
      const body = { isShown: true, photographs: photographs.map(directionOf) };
      expect((await write(viewer.token, id, body)).status).toBe(403);
      expect((await write(token, id, body)).status).toBe(200);
      expect(await inViewer(id)).toBeNull();
      expect((await shop.call('getLights', { token: customer, params: { id } })).status).toBe(403);
      expect((await shop.call('getLights', { params: { id } })).status).toBe(401);
      expect((await get(viewer.token, id)).isShown).toBe(true);
      await shop.call('updateProduct', { token, params: { id }, body: { visibility: 'listed' } });
      expect(await inViewer(id)).toHaveLength(3);
    }
  });

  it('are deleted with their piece, and leave no picture without a file and no file without a picture', async () => {
    const { token } = await shop.admin('Linh');
    const { id } = await lit(token, [0, 120, 240]);
    expect((await shop.call('deleteProduct', { token, params: { id } })).status).toBe(200);
    const { read } = shop.shop.database;
    for (const table of ['light_sets', 'light_photographs'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await checkMedia(read, join(shop.directory, 'media'), shop.shop.clock() + 2 * day)).toEqual([]);
  });

  it('are in backups, with their files', async () => {
    const { token } = await shop.admin('Linh');
    const { photographs } = await lit(token, [0, 120, 240]);
    const file = join(shop.directory, 'kept.tar');
    const kept = await makeBackup(shop.shop.settings, file, 1);
    const files = photographs.map(({ image }) => storedNameOf(image.url));
    expect(kept.media.map(({ name }) => name)).toEqual(expect.arrayContaining(files));
    const directory = join(shop.directory, 'restored');
    const settings = parseSettings({ DATABASE_URL: `file:${directory}.db`, DATA_DIR: directory });
    expect(await restoreBackup(settings, file)).toEqual(kept);
    expect(await checkDatabase(settings.database, join(directory, 'media'))).toEqual([]);
    await using restored = await openTestShop({ databaseUrl: `file:${directory}.db`, directory });
    const { read } = restored.shop.database;
    expect(await read.selectFrom('light_photographs').selectAll().execute()).toHaveLength(photographs.length);
  });

  it('are in the audit after a change, and the invariants check finds a file that is missing', async () => {
    const { token } = await shop.admin('Linh');
    const { id, photographs } = await lit(token, [0, 120, 240]);
    await write(token, id, { isShown: true, photographs: photographs.map(directionOf) });
    const { entries } = (await shop.call('listAuditEntries', { token, query: {} })).body;
    expect(entries[0]).toMatchObject({ action: 'photographs under several lights changed', subject: id });
    const check = () => checkMedia(shop.shop.database.read, join(shop.directory, 'media'), shop.shop.clock() + 2 * day);
    expect(await check()).toEqual([]);
    const url = photographs[0]?.image.url ?? '';
    await shop.shop.database.write((tx) => tx.deleteFrom('pictures').where('url', '=', url).execute());
    await rm(join(shop.directory, url));
    expect((await check()).join('\n')).toContain(`the lights of piece ${id}`);
  });
});

const directionOf = ({ id, azimuth, elevation }: { id: string; azimuth: number; elevation: number }) => ({
  id,
  azimuth,
  elevation,
});

/** Functions that store pictures and call the endpoints of lights. */
function lightsOf(shop: TestShop) {
  const store = async (bytes: Buffer) => {
    const kept = await shop.shop.media.keepPicture(bytes);
    if (!('url' in kept)) throw new Error('the picture was refused');
    return kept.url;
  };
  const send = (
    token: string,
    id: string,
    bytes: Buffer,
    query: { azimuth: number; elevation: number; name?: string },
  ) =>
    shop.call('addLight', {
      token,
      params: { id },
      query: { name: 'light.webp', ...query },
      ...filesBody('images', { name: 'light.webp', bytes }),
    });
  const get = async (token: string, id: string) =>
    (await shop.call('getLights', { token, params: { id } })).body.lights;
  const write = (token: string, id: string, body: { isShown: boolean; photographs: object[] }) =>
    shop.call('changeLights', { token, params: { id }, body });
  const inViewer = async (id: string) => {
    const services = createPageServices(shop.shop);
    const listing = await services.listing(id);
    return listing && (await services.closeLook(listing))?.lights.map(({ azimuth, elevation }) => [azimuth, elevation]);
  };
  return { store, send, get, write, inViewer };
}
