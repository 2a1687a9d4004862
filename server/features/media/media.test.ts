import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { anAdmin, filesOnDisk, panel } from '#server/testing/pictures.ts';
import { onEachEngine, onSqlite, type TestShop } from '#server/testing/shop.ts';
import { selectPicturesByUrl } from './media.queries.ts';
import { createMediaStore } from './media-store.ts';
import { widthsFor } from './variants.ts';

/** A photograph as a phone saves it: 96 x 64 pixels, red below blue, in Display P3, with a GPS position. */
const heic = () => readFile(new URL('../../testing/phone.heic', import.meta.url));

const uploadTo = async (shop: TestShop, ...files: Buffer[]) => {
  const { token } = await anAdmin(shop);
  const body = filesBody('images', ...files.map((bytes, position) => ({ name: `${position}.png`, bytes })));
  return shop.call('uploadImages', { token, ...body });
};

onSqlite('The files of pictures', (shop) => {
  const upload = (...files: Buffer[]) => uploadTo(shop, ...files);

  it('are accepted by their content whatever their names, and their URLs work at once', async () => {
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

  it('are stored upright and without metadata, and keep their colours', async () => {
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

  it('in HEIC become JPEG with the same colours and without metadata', async () => {
    const { status, body } = await upload(await heic());
    expect([status, body.message]).toEqual([200, 'Images uploaded successfully!']);
    const [url = ''] = body.imageUrls;
    const { raw, headers } = await shop.request('GET', url);
    expect(headers['content-type']).toBe('image/jpeg');
    const { width, height, exif, icc, format } = await sharp(raw).metadata();
    expect({ width, height, exif, format }).toEqual({ width: 96, height: 64, exif: undefined, format: 'jpeg' });
    // The pixel converted to sRGB is the photographed red.
    expect(icc).toBeDefined();
    const [red = 0, green = 0, blue = 0] = await sharp(raw)
      .extract({ left: 40, top: 40, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.abs(red - 200) + Math.abs(green - 30) + Math.abs(blue - 20)).toBeLessThan(30);
    const listing = await shop.listing('From a Phone', { images: body.imageUrls });
    expect(listing.imageSet[0]).toMatchObject({ width: 96, height: 64 });
  });

  it('in TIFF become upright JPEG, or PNG when they are transparent', async () => {
    const turned = await panel(60, 40).tiff({ compression: 'lzw' }).withMetadata({ orientation: 6 }).toBuffer();
    const cmyk = await panel().toColourspace('cmyk').tiff().toBuffer();
    const transparent = await panel().ensureAlpha(0.5).tiff({ compression: 'lzw' }).toBuffer();
    const { body } = await upload(turned, cmyk, transparent);
    const files = await Promise.all(
      body.imageUrls.map(async (url) => sharp((await shop.request('GET', url)).raw).metadata()),
    );
    expect(files.map(({ format, width, height, space }) => [format, width, height, space])).toEqual([
      ['jpeg', 40, 60, 'srgb'],
      ['jpeg', 60, 40, 'srgb'],
      ['png', 60, 40, 'srgb'],
    ]);
  });

  it('in HEIC are refused when they are damaged or have too many pixels', async () => {
    const whole = await heic();
    expect((await upload(whole.subarray(0, whole.length - 200))).status).toBe(415);
    const large = Buffer.from(whole);
    // The declared size of the picture: ispe, version and flags, width, height.
    const size = large.indexOf('ispe') + 8;
    large.writeUInt32BE(9_000, size);
    large.writeUInt32BE(9_000, size + 4);
    const { status, body } = await upload(large);
    expect([status, body.message]).toEqual([
      413,
      'A HEIC picture may have at most 50 million pixels. Export it as JPEG.',
    ]);
    expect(await filesOnDisk(shop)).toEqual([]);
  });

  it.each([
    ['a text', Buffer.from('not a picture at all')],
    ['an empty file', Buffer.alloc(0)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')],
    ['the beginning of a picture', Buffer.from('\x89PNG\r\n\x1a\nand no more', 'latin1')],
  ])('are all refused when %s is among them, and leave no files and rows', async (_what, bad) => {
    const { status, body } = await upload(await panel().png().toBuffer(), bad);
    expect(status).toBe(415);
    expect(body.message).toBe('Please choose PNG, JPEG, WebP, AVIF, HEIC or TIFF pictures.');
    expect(await filesOnDisk(shop)).toEqual([]);
    expect(await shop.shop.database.read.selectFrom('pictures').selectAll().execute()).toEqual([]);
  });

  it('must be sent as a form, and the refusal says so', async () => {
    const { token } = await shop.admin();
    for (const path of ['/api/admin/upload-images', '/api/admin/upload-logo']) {
      const { status, body } = await shop.request('POST', path, { token, body: {} });
      expect([status, body.message]).toEqual([415, expect.stringContaining('multipart/form-data')]);
    }
  });

  it('are refused when half of the file is missing', async () => {
    const coarse = panel(300, 300).composite([
      { input: Buffer.from('<svg><circle cx="150" cy="150" r="140"/></svg>') },
    ]);
    const whole = await coarse.jpeg({ quality: 100 }).toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(415);
  });

  it.each([
    [20_000, 20_000, 'A picture may have at most 100 million pixels.'],
    [100, 1_000_000, 'A picture may have at most 16,383 pixels on each side.'],
  ])('with %i x %i pixels are refused by their header alone', async (width, height, message) => {
    const bomb = await panel().png().toBuffer();
    bomb.writeUInt32BE(width, 16);
    bomb.writeUInt32BE(height, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const { status, body } = await upload(bomb);
    expect([status, body.message]).toEqual([413, message]);
  });

  it('are limited to 20 in one upload and 15 MB each', async () => {
    const file = await panel(4, 4).png().toBuffer();
    expect((await upload(...Array.from({ length: 20 }, () => file))).status).toBe(200);
    const tooMany = await upload(...Array.from({ length: 21 }, () => file));
    expect([tooMany.status, tooMany.body.message]).toEqual([413, 'At most 20 pictures at once.']);
    const tooLarge = await upload(file, Buffer.concat([file, Buffer.alloc(15 * 1_048_576)]));
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, 'A picture may be at most 15 MB.']);
  });

  it.each([
    ['a wide AVIF', panel(1_400, 700).avif(), { width: 1_200, height: 600 }],
    ['a tall PNG', panel(651, 1_303).png(), { width: 600, height: 1_200 }],
  ])('have a JPEG for link previews of at most 1,200 pixels: %s', async (_what, file, size) =>
    expectLinkPreview(shop, await file.toBuffer(), size),
  );
});

onEachEngine('Pictures', (shop) => {
  const upload = (...files: Buffer[]) => uploadTo(shop, ...files);

  it('have one URL however often they are uploaded', async () => {
    const file = await panel().png().toBuffer();
    const first = await upload(file, file);
    expect(first.body.imageUrls[0]).toBe(first.body.imageUrls[1]);
  });

  it('can be uploaded by admins only', async () => {
    const body = filesBody('images', { name: 'a.png', bytes: await panel().png().toBuffer() });
    const { token } = await shop.customer('Anna');
    expect((await shop.call('uploadImages', { token, ...body })).status).toBe(403);
    expect((await shop.call('uploadImages', body)).status).toBe(401);
    expect(await filesOnDisk(shop)).toEqual([]);
  });

  it('get variants in the background, and pages show them once they are made', async () => {
    const { body } = await upload(await panel(500, 250).png().toBuffer());
    const listing = await shop.listing('Red Panel', { images: body.imageUrls, imageAlts: ['A red panel'] });
    expect(listing.imageSet).toEqual([
      { url: body.imageUrls[0], alt: 'A red panel', width: 500, height: 250, placeholder: '#c81e14', variants: [] },
    ]);
    const unfinished = async () =>
      (await shop.call('countUnfinishedPictures', { token: (await anAdmin(shop)).token })).body.unfinished;
    const before = await shop.shop.database.catalogRevision();
    expect(await unfinished()).toBe(1);
    await shop.shop.media.makeVariants();
    expect(await unfinished()).toBe(0);
    expect(await shop.shop.database.catalogRevision()).toBeGreaterThan(before);

    const { body: after } = await shop.call('getListing', { params: { id: listing.id } });
    const variants = after.listing.imageSet[0]?.variants ?? [];
    expect(variants.map(({ type, width }) => `${width} ${type}`)).toEqual(
      [320, 480, 500].flatMap((width) => [`${width} image/avif`, `${width} image/webp`]),
    );
    for (const { url, type, width } of variants) {
      const { raw, headers } = await shop.request('GET', url);
      expect(headers['content-type']).toBe(type);
      expect(await sharp(raw).metadata()).toMatchObject({ width, height: width / 2 });
    }
    await shop.shop.media.makeVariants();
    expect(await shop.shop.database.catalogRevision()).toBe(before + 1);
  });

  it('get their missing variants after the next start when making them was interrupted', async () => {
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

  it('get their variants once when two processes make them at the same time', async () => {
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

  it('have a JPEG for link previews, made on the first request', async () =>
    expectLinkPreview(shop, await panel(60, 40).webp().toBuffer(), { width: 60, height: 40 }));

  it('on other sites have no size and no variants', async () => {
    const listing = await shop.listing('Elsewhere', { images: ['https://pictures.test/a.jpg'] });
    expect(listing.imageSet).toEqual([
      { url: 'https://pictures.test/a.jpg', alt: '', width: 0, height: 0, placeholder: '#ece7de', variants: [] },
    ]);
  });
});

onEachEngine('A media file', (shop) => {
  it('may be cached by browsers forever, and answers 304 when it is unchanged', async () => {
    const { token } = await shop.admin();
    const body = filesBody('images', { name: 'a.png', bytes: await panel().png().toBuffer() });
    const [url = ''] = (await shop.call('uploadImages', { token, ...body })).body.imageUrls;
    const { headers } = await shop.request('GET', url);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await shop.request('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.raw.length]).toEqual([304, 0]);
  });

  it('is not served from another path', async () => {
    const paths = [
      '../shop.db',
      '..%2fshop.db',
      '%2e%2e/shop.db',
      'incoming/x',
      '',
      'x/original.png',
      `${'0'.repeat(32)}/original.png`,
      `${'0'.repeat(32)}/preview.jpg`,
    ];
    for (const path of paths) expect((await shop.request('GET', `/media/${path}`)).status, path).toBe(404);
  });
});

it('variants have the standard widths up to the picture’s own, and its own if it is below the widest standard one', () => {
  expect(widthsFor(100)).toEqual([100]);
  expect(widthsFor(320)).toEqual([320]);
  expect(widthsFor(700)).toEqual([320, 480, 640, 700]);
  expect(widthsFor(2_048)).toEqual([320, 480, 640, 960, 1280, 1600, 2048]);
  expect(widthsFor(6_000)).toEqual([320, 480, 640, 960, 1280, 1600, 2048]);
});

/** Checks the preview that the first request makes, and that it is removed with the picture. */
async function expectLinkPreview(shop: TestShop, file: Buffer, size: { width: number; height: number }): Promise<void> {
  const { body } = await uploadTo(shop, file);
  const { imageSet } = await shop.listing('Linked Panel', { images: body.imageUrls });
  const preview = imageSet[0] && linkPreviewOf(imageSet[0]);
  expect(preview).toMatchObject(size);
  const answers = await Promise.all([1, 2].map(() => shop.request('GET', preview?.url ?? '')));
  for (const { status, headers, raw } of answers) {
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(raw).metadata()).toMatchObject({ format: 'jpeg', ...size });
  }
  expect((await filesOnDisk(shop)).filter((name) => name === 'preview.jpg')).toHaveLength(1);

  await shop.shop.media.removeFiles(await selectPicturesByUrl(shop.shop.database.read, body.imageUrls));
  expect(await filesOnDisk(shop)).toEqual([]);
}
