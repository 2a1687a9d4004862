import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { pathsOnDisk } from '#server/testing/pictures.ts';
import { pattern, scansOf, serviceOf } from '#server/testing/scans.ts';
import { onEachEngine, onSqlite, type TestShop } from '#server/testing/shop.ts';
import { checkMedia } from '../../../cli/invariants/media.ts';
import type { Shop } from '../../shop.ts';
import { createScanQueue } from './scans.ts';

onEachEngine('A scan of a piece', (shop) => {
  const { upload, piece, scan, remove, scanned } = scansOf(shop);
  const filesOfScans = () => filesOf(shop);
  const violations = () => checkMedia(shop.shop.database.read, join(shop.directory, 'media'), Date.now() + 7_200_000);

  it('becomes tiles in the background, and only these are stored until it is removed', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    expect(await scan(token, id)).toBeNull();
    const sent = await upload(token, id, await pattern(900, 600).png().toBuffer());
    expect(sent).toMatchObject({ status: 201, body: { scan: { width: 900, height: 600, isOfPicture: true } } });
    await shop.shop.scans.settled();
    expect(await scan(token, id)).toMatchObject({ state: 'ready', progress: 100, problem: '' });
    expect(await filesOfScans()).toEqual([expect.stringMatching(/scans\/[0-9a-f]{32}\.tiles$/)]);
    expect(await violations()).toEqual([]);
    expect((await remove(token, id)).status).toBe(200);
    await shop.shop.scans.settled();
    expect([await scan(token, id), await filesOfScans()]).toEqual([null, []]);
    expect((await remove(token, id)).status).toBe(404);
    const { token: owner } = await shop.admin('Ada');
    const { entries } = (await shop.call('listAuditEntries', { token: owner, query: {} })).body;
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['scan added', 'scan removed']));
  });

  it('is not seen while another picture is looked at, and is seen again afterwards', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id, service } = await scanned(token);
    const [{ url = '' } = {}] = (await shop.call('getListing', { params: { id } })).body.listing.imageSet;
    const bytes = await pattern(90, 60, 3).png().toBuffer();
    const added = await shop.shop.media.keepPicture(bytes);
    if (!('url' in added)) throw new Error('the picture was not stored');
    await shop.call('updateProduct', { token, params: { id }, body: { images: [added.url, url] } });
    expect(await scan(token, id)).toMatchObject({ state: 'ready', isOfPicture: true });
    expect(await serviceOf(shop, id)).toBe(service);

    const look = { picture: added.url, box: null, details: [] };
    const written = await shop.call('writeCloseLook', { token, params: { id }, body: { ...look, version: 0 } });
    expect(await scan(token, id)).toMatchObject({ state: 'ready', isOfPicture: false });
    expect(await serviceOf(shop, id)).toBe('none');
    const { version } = written.body.closeLook;
    await shop.call('removeCloseLook', { token, params: { id }, query: { version } });
    expect(await serviceOf(shop, id)).toBe(service);
  });

  it('changes nothing that was written about a picture, and is refused while the piece does not have that picture', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const [{ url = '' } = {}] = (await shop.call('getListing', { params: { id } })).body.listing.imageSet;
    const details = [{ name: 'Heron', text: '', box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } }];
    const body = { picture: url, box: null, details, version: 0 };
    const { closeLook } = (await shop.call('writeCloseLook', { token, params: { id }, body })).body;
    const bytes = await pattern(90, 60, 3).png().toBuffer();
    const added = await shop.shop.media.keepPicture(bytes);
    if (!('url' in added)) throw new Error('the picture was not stored');
    await shop.call('updateProduct', { token, params: { id }, body: { images: [added.url] } });
    const refused = await upload(token, id, await pattern(900, 600).png().toBuffer());
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('First choose a picture')]);
    await shop.call('updateProduct', { token, params: { id }, body: { images: [added.url, url] } });
    expect((await upload(token, id, await pattern(900, 600).png().toBuffer())).status).toBe(201);
    const after = (await shop.call('getCloseLook', { token, params: { id } })).body.closeLook;
    expect([after.look, after.version]).toEqual([closeLook.look, closeLook.version]);
  });

  it('is removed with its piece', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id, service } = await scanned(token);

    await shop.call('deleteProduct', { token, params: { id } });
    expect((await shop.request('GET', `${service}/info.json`)).status).toBe(404);
    expect(await violations()).toEqual([]);
    shop.shop.scans.wake();
    await shop.shop.scans.settled();
    expect(await filesOfScans()).toEqual([]);
    expect(await shop.shop.database.read.selectFrom('scans').selectAll().execute()).toEqual([]);
  });

  it('that is removed while its tiles are made leaves nothing', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    // A large one, so that its process is ended in the middle of the work.
    const [width, height] = shop.engine === 'sqlite' ? [3_600, 2_400] : [900, 600];
    await upload(token, id, await pattern(width, height).jpeg().toBuffer());
    await expect.poll(async () => (await scan(token, id))?.state).toBe('making');
    expect((await remove(token, id)).status).toBe(200);
    await shop.shop.scans.settled();
    expect([await scan(token, id), await filesOfScans()]).toEqual([null, []]);
  });

  it('stays complete if the process renews its claim too late', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    using intervals = vi.spyOn(globalThis, 'setInterval');
    const { id } = await scanned(token);
    const [renewClaim] = intervals.mock.calls.find(([, milliseconds]) => milliseconds === 1_000) ?? [];
    using write = vi.spyOn(shop.shop.database, 'write');
    renewClaim?.();
    expect(write).toHaveBeenCalledOnce();
    await Promise.all(write.mock.results.map(({ value }) => value));
    expect([await isDone(), await scan(token, id)]).toMatchObject([true, { state: 'ready', progress: 100 }]);
  });

  it('is finished by another process and leaves no other file, whichever write the first one dies at', {
    timeout: 180_000,
  }, async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const bytes = await pattern(660, 440).png().toBuffer();
    await shop.shop.scans.close();
    let writes = 0;
    // On PostgreSQL before every second write: after each death another process runs the same statements.
    const every = shop.engine === 'sqlite' ? 1 : 2;
    for (let step = 1; step <= writes + every; step += every) {
      await upload(token, id, bytes);
      const mortal = dyingAt(shop.shop, step, () => (writes = Math.max(writes, step)));
      const dying = createScanQueue(() => mortal);
      dying.wake();
      await expect.poll(async () => writes === step || (await isDone())).toBe(true);
      await dying.close();
      expect(await violations()).toEqual([]);
      shop.passTime(12 * 60_000);
      const continuing = createScanQueue(() => shop.shop);
      continuing.wake();
      await continuing.settled();
      // Otherwise it could take the next scan before the process that dies.
      await continuing.close();
      expect(await isDone(), `after its process has died at write ${step}`).toBe(true);
      expect(await filesOfScans()).toHaveLength(1);
    }
    // At least: the scan was claimed, finished, released, and its original deleted. Progress is written as time passes.
    expect(writes).toBeGreaterThanOrEqual(5);
  });

  const isDone = async () => {
    const [row, ...others] = await shop.shop.database.read.selectFrom('scans').selectAll().execute();
    return others.length === 0 && row?.state === 'ready' && row.due_at === null;
  };
});

onSqlite('The file of a scan', (shop) => {
  const { upload, piece, scan, scanned } = scansOf(shop);
  const filesOfScans = () => filesOf(shop);

  it('is refused if it is no picture, has other proportions, or the piece has no picture', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const wide = await upload(token, id, await pattern(1_250, 800).jpeg().toBuffer());
    expect([wide.status, wide.body.message]).toEqual([409, expect.stringContaining('1.563 wide for each 1 high')]);
    expect((await upload(token, id, await pattern(1_205, 800).jpeg().toBuffer())).status).toBe(201);
    for (const bytes of [Buffer.from('no picture'), await pattern(600, 400).avif().toBuffer()])
      expect((await upload(token, id, bytes)).status).toBe(415);
    const bare = await shop.listing('Bare');
    expect((await upload(token, bare.id, await pattern(60, 40).png().toBuffer())).status).toBe(409);
    expect((await upload(token, 'nothing', await pattern(60, 40).png().toBuffer())).status).toBe(404);
  });

  it('is refused by its header if it has too many pixels or needs too much memory, and fails if it is incomplete', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const uploadAs = async (bytes: Buffer, width: number, height: number) =>
      upload(token, id, withSizeInHeader(bytes, width, height));
    const [baseline, progressive] = [
      await pattern(600, 400).jpeg().toBuffer(),
      await pattern(600, 400).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ];
    const large = await uploadAs(baseline, 17_400, 11_600);
    expect([large.status, large.body.message]).toEqual([413, expect.stringContaining('200 million pixels')]);
    const heavy = await uploadAs(progressive, 15_000, 10_000);
    expect([heavy.status, heavy.body.message]).toEqual([413, expect.stringContaining('not progressive')]);
    expect((await uploadAs(baseline, 15_000, 10_000)).status).toBe(201);
    const whole = await pattern(1_200, 800).jpeg().toBuffer();
    expect((await upload(token, id, whole.subarray(0, whole.length / 2))).status).toBe(201);
    await shop.shop.scans.settled();
    const problem = expect.stringContaining('could not be read');
    expect(await scan(token, id)).toMatchObject({ state: 'failed', problem });
    expect(await filesOfScans()).toEqual([]);
  });

  it('fails with a reason if it does not show the same as the picture, and another upload replaces it', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const failing = [pattern(900, 600, 5), pattern(900, 600).rotate(180)];
    for (const other of failing) {
      await upload(token, id, await other.jpeg().toBuffer());
      await shop.shop.scans.settled();
      expect(await scan(token, id)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('same framing'),
      });
    }
    expect(await filesOfScans()).toEqual([]);
    const darker = await pattern(900, 600).linear(0.6, 10).modulate({ hue: 20 }).tiff().toBuffer();
    await upload(token, id, darker);
    await shop.shop.scans.settled();
    expect(await scan(token, id)).toMatchObject({ state: 'ready' });
    expect(await filesOfScans()).toHaveLength(1);
  });

  it('leaves nothing in the tiles but its pixels, upright and in its colours', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    const turned = pattern(1_200, 800)
      .rotate(-90)
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'S' } });
    await upload(token, id, await turned.withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg().toBuffer());
    await shop.shop.scans.settled();
    const service = await serviceOf(shop, id);
    for (const place of ['full/max', '0,0,512,512/512,512', 'full/300,200']) {
      const { raw } = await shop.request('GET', `${service}/${place}/0/default.jpg`);
      const { exif, xmp, orientation, icc } = await sharp(raw).metadata();
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
      expect(icc?.includes(Buffer.from('sP3C', 'utf16le').swap16())).toBe(true);
      expect(raw.includes('Somebody')).toBe(false);
    }
    const other = await scanned(token);
    const plain = await sharp((await shop.request('GET', `${other.service}/full/max/0/default.jpg`)).raw).metadata();
    expect(plain.icc).toBeUndefined();
  });
});

const filesOf = async (shop: TestShop) => (await pathsOnDisk(shop)).filter((path) => /scans|incoming/.test(path));

/** A shop whose process dies at write number `step`, counted from 1: this write and all later ones throw and change nothing. */
function dyingAt(shop: Shop, step: number, onDeath: () => void): Shop {
  let writes = 0;
  const write: Shop['database']['write'] = async (work) => {
    writes += 1;
    if (writes < step) return shop.database.write(work);
    onDeath();
    throw new Error('the process has died');
  };
  const log = pino({ level: 'silent' });
  return { ...shop, log, database: { ...shop.database, read: shop.database.read, write } };
}

/** A copy of a JPEG whose header says another size, pixels. */
function withSizeInHeader(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = [...bytes.keys()].find((at) => bytes[at] === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0)) ?? 0;
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
