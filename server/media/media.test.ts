import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import { anAdmin, filesOnDisk, panel } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { createMediaStore } from './media-store.ts';
import { widthsFor } from './variants.ts';

onEachEngine('Pictures', (shop) => {
  const upload = async (...files: Buffer[]) => {
    const { token } = await anAdmin(shop);
    const body = filesBody('images', ...files.map((bytes, position) => ({ name: `${position}.png`, bytes })));
    return shop.call('uploadImages', { token, ...body });
  };

  it('of every kind are kept, whatever they are called, and their addresses work at once', async () => {
    const files = await Promise.all(
      [panel().png(), panel().jpeg(), panel().webp(), panel().avif()].map((file) => file.toBuffer()),
    );
    const { status, body } = await upload(...files);
    expect(status).toBe(200);
    expect(body.message).toBe('Images uploaded successfully!');
    const types = await Promise.all(
      body.imageUrls.map(async (url) => (await shop.request('GET', url)).headers['content-type']),
    );
    expect(types).toEqual(['image/png', 'image/jpeg', 'image/webp', 'image/avif']);
  });

  it('lose where and when they were taken, stand upright, and keep their colours', async () => {
    const phone = panel(60, 40)
      .withIccProfile('p3')
      .withExif({ IFD0: { Model: 'Phone' }, IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 });
    for (const file of [phone.clone().jpeg(), phone.clone().webp(), phone.clone().png()]) {
      const { body } = await upload(await file.toBuffer());
      const [url = ''] = body.imageUrls;
      const { raw } = await shop.request('GET', url);
      const { exif, orientation, icc, width, height } = await sharp(raw).metadata();
      expect({ exif, orientation, width, height, hasColours: icc !== undefined }).toEqual({
        exif: undefined,
        orientation: undefined,
        width: 40,
        height: 60,
        hasColours: true,
      });
      expect(raw.includes('Phone')).toBe(false);
    }
  });

  it('that bring nothing to remove are kept as they came', async () => {
    const file = await panel().webp().toBuffer();
    const { body } = await upload(file);
    expect((await shop.request('GET', body.imageUrls[0] ?? '')).raw.equals(file)).toBe(true);
  });

  it('have one address however often they come', async () => {
    const file = await panel().png().toBuffer();
    const first = await upload(file, file);
    expect(first.body.imageUrls[0]).toBe(first.body.imageUrls[1]);
  });

  it.each([
    ['a text', Buffer.from('not a picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')],
    ['the beginning of a picture', Buffer.from('\x89PNG\r\n\x1a\nand no more', 'latin1')],
  ])('refuse the whole call for %s among them, and leave nothing behind', async (_what, bad) => {
    const { status, body } = await upload(await panel().png().toBuffer(), bad);
    expect(status).toBe(415);
    expect(body.message).toBe('Please choose PNG, JPEG, WebP or AVIF pictures.');
    expect(await filesOnDisk(shop)).toEqual([]);
    expect(await shop.shop.database.read.selectFrom('pictures').selectAll().execute()).toEqual([]);
  });

  it('come as a form, and the refusal says so', async () => {
    const { token } = await shop.admin();
    for (const path of ['/api/admin/upload-images', '/api/admin/upload-logo']) {
      const { status, body } = await shop.request('POST', path, { token, body: {} });
      expect([status, body.message]).toEqual([415, expect.stringContaining('multipart/form-data')]);
    }
  });

  it('that are cut off are refused', async () => {
    const coarse = panel(300, 300).composite([
      { input: Buffer.from('<svg><circle cx="150" cy="150" r="140"/></svg>') },
    ]);
    const whole = await coarse.jpeg({ quality: 100 }).toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(415);
  });

  it('of too many pixels are refused by their header alone', async () => {
    const bomb = await panel().png().toBuffer();
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect((await upload(bomb)).status).toBe(413);
  });

  it('come 20 at a time, each of at most 15 MB', async () => {
    const file = await panel(4, 4).png().toBuffer();
    expect((await upload(...Array.from({ length: 20 }, () => file))).status).toBe(200);
    const tooMany = await upload(...Array.from({ length: 21 }, () => file));
    expect([tooMany.status, tooMany.body.message]).toEqual([413, 'At most 20 pictures at once.']);
    const tooLarge = await upload(file, Buffer.concat([file, Buffer.alloc(15 * 1_048_576)]));
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, 'A picture may be at most 15 MB.']);
  });

  it('are the admin’s to upload', async () => {
    const body = filesBody('images', { name: 'a.png', bytes: await panel().png().toBuffer() });
    const { token } = await shop.customer('Anna');
    expect((await shop.call('uploadImages', { token, ...body })).status).toBe(403);
    expect((await shop.call('uploadImages', body)).status).toBe(401);
    expect(await filesOnDisk(shop)).toEqual([]);
  });

  it('get their variants in the background, and pages show them from then on', async () => {
    const { body } = await upload(await panel(500, 250).png().toBuffer());
    const piece = await shop.piece('Red Panel', { images: body.imageUrls, imageAlts: ['A red panel'] });
    expect(piece.imageSet).toEqual([
      { url: body.imageUrls[0], alt: 'A red panel', width: 500, height: 250, placeholder: '#c81e14', variants: [] },
    ]);
    const unfinished = async () =>
      (await shop.call('countUnfinishedPictures', { token: (await anAdmin(shop)).token })).body.unfinished;
    const before = await shop.shop.database.catalogRevision();
    expect(await unfinished()).toBe(1);
    await shop.shop.media.makeVariants();
    expect(await unfinished()).toBe(0);
    expect(await shop.shop.database.catalogRevision()).toBeGreaterThan(before);

    const { body: after } = await shop.call('getListing', { params: { id: piece.id } });
    const variants = after.listing.imageSet[0]?.variants ?? [];
    expect(variants.map(({ type, width }) => `${width} ${type}`)).toEqual(
      [320, 480, 500].flatMap((width) => [`${width} image/avif`, `${width} image/webp`]),
    );
    for (const { url, type, width } of variants) {
      const { raw, headers } = await shop.request('GET', url);
      expect(headers['content-type']).toBe(type);
      expect((await sharp(raw).metadata()).width).toBe(width);
    }
    await shop.shop.media.makeVariants();
    expect(await shop.shop.database.catalogRevision()).toBe(before + 1);
  });

  it('whose variants were interrupted get the rest after the next start, and lose no request meanwhile', async () => {
    const { body } = await upload(await panel(1_000, 700).png().toBuffer());
    const [url = ''] = body.imageUrls;
    const { shop: interrupted } = shop;
    interrupted.media.start();
    await interrupted.media.close();
    expect((await shop.request('GET', url)).status).toBe(200);
    const [before] = await interrupted.database.read.selectFrom('pictures').selectAll().execute();
    expect(before?.finished_at).toBeNull();

    const next = createMediaStore(interrupted);
    await next.makeVariants();
    const [after] = await interrupted.database.read.selectFrom('pictures').selectAll().execute();
    expect(JSON.parse(after?.variants ?? '[]')).toHaveLength(10);
    expect((await filesOnDisk(shop)).filter((name) => !/^(original\.png|\d+\.(avif|webp))$/.test(name))).toEqual([]);
  });

  it('are made by two processes at once without harm', async () => {
    await upload(await panel(400, 300).png().toBuffer(), await panel(300, 400).png().toBuffer());
    const before = await shop.shop.database.catalogRevision();
    await Promise.all([shop.shop.media.makeVariants(), createMediaStore(shop.shop).makeVariants()]);
    const rows = await shop.shop.database.read.selectFrom('pictures').selectAll().execute();
    expect(rows.map((row) => [row.width, row.finished_at !== null, JSON.parse(row.variants).length]).sort()).toEqual([
      [300, true, 2],
      [400, true, 4],
    ]);
    expect(await shop.shop.database.catalogRevision()).toBe(before + 1);
  });

  it('from elsewhere have no size and no variants', async () => {
    const piece = await shop.piece('Elsewhere', { images: ['https://pictures.test/a.jpg'] });
    expect(piece.imageSet).toEqual([
      { url: 'https://pictures.test/a.jpg', alt: '', width: 0, height: 0, placeholder: '#ece7de', variants: [] },
    ]);
  });
});

onEachEngine('A file', (shop) => {
  it('is kept by browsers for ever, and says when it is unchanged', async () => {
    const { token } = await shop.admin();
    const body = filesBody('images', { name: 'a.png', bytes: await panel().png().toBuffer() });
    const [url = ''] = (await shop.call('uploadImages', { token, ...body })).body.imageUrls;
    const { headers } = await shop.request('GET', url);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await shop.request('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.raw.length]).toEqual([304, 0]);
  });

  it.each([
    '../shop.db',
    '..%2fshop.db',
    '%2e%2e/shop.db',
    'incoming/x',
    '',
    'x/original.png',
    `${'0'.repeat(32)}/original.png`,
  ])('that is none of the shop’s pictures is not served: %s', async (path) =>
    expect((await shop.request('GET', `/media/${path}`)).status).toBe(404),
  );
});

it('A picture gets the steps up to its width, and its own', () => {
  expect(widthsFor(100)).toEqual([100]);
  expect(widthsFor(320)).toEqual([320]);
  expect(widthsFor(700)).toEqual([320, 480, 640, 700]);
  expect(widthsFor(2_048)).toEqual([320, 480, 640, 960, 1280, 1600, 2048]);
  expect(widthsFor(6_000)).toEqual([320, 480, 640, 960, 1280, 1600, 2048]);
});
