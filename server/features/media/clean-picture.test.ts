import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import { anAdmin, panel, pathsOnDisk } from '#server/testing/pictures.ts';
import { onSqlite } from '#server/testing/shop.ts';

onSqlite('Stored pictures', (shop) => {
  const upload = async (...files: Buffer[]) => {
    const { token } = await anAdmin(shop);
    const body = filesBody('images', ...files.map((bytes, position) => ({ name: `${position}.png`, bytes })));
    return shop.call('uploadImages', { token, ...body });
  };

  it.each([
    ['JPEG', hostileJpeg],
    ['PNG', hostilePng],
  ])('are encoded anew, so that nothing beside the pixels of a %s is served or stored', async (_format, hostile) => {
    const file = await hostile();
    expect(file.includes(secret)).toBe(true);
    const { status, body } = await upload(file);
    expect(status).toBe(200);
    await shop.shop.media.makeVariants();
    const stored = await Promise.all((await pathsOnDisk(shop)).map((path) => readFile(path)));
    const served = await Promise.all(body.imageUrls.map(async (url) => (await shop.request('GET', url)).raw));
    expect(stored.length).toBeGreaterThan(1);
    for (const bytes of [...served, ...stored]) expect(bytes.includes(secret)).toBe(false);
    for (const bytes of served) {
      const { exif, comments, width, height } = await sharp(bytes).metadata();
      expect({ exif, comments, width, height }).toEqual({
        exif: undefined,
        comments: undefined,
        width: 60,
        height: 40,
      });
    }
  });

  it('keep colours beyond sRGB', async () => {
    // Pure red of Display P3: `linear` changes the pixels and not the profile.
    const red = await panel().withIccProfile('p3').png().toBuffer();
    const pure = sharp(red).keepIccProfile().linear([9, 0, 0], [0, 0, 0]);
    const { body } = await upload(await pure.clone().png().toBuffer(), await pure.clone().webp().toBuffer());
    for (const url of body.imageUrls) {
      const { raw } = await shop.request('GET', url);
      const [r = 0, g = 255, b = 255] = await sharp(raw).keepIccProfile().raw().toBuffer();
      expect([r > 250, g < 5, b < 5]).toEqual([true, true, true]);
    }
  });

  it('in WebP become JPEG when they are very large, or PNG when they are also transparent', async () => {
    const large = await panel(5_000, 4_001).webp({ effort: 0 }).toBuffer();
    const transparent = await panel(5_000, 4_001).ensureAlpha(0.5).webp({ effort: 0 }).toBuffer();
    const { body } = await upload(large, transparent);
    expect(body.imageUrls.map((url) => url.slice(url.lastIndexOf('.')))).toEqual(['.jpg', '.png']);
  });

  it('become sRGB if they are CMYK, and keep 16 bits and the frames of an animation', async () => {
    const cmyk = await panel().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    const deep = await panel().toColourspace('rgb16').png().toBuffer();
    const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 200), Buffer.alloc(32 * 32 * 3, 20)]);
    const animated = await sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
      .webp({ delay: [100, 200] })
      .toBuffer();
    const { body } = await upload(cmyk, deep, animated);
    const stored = await Promise.all(
      body.imageUrls.map(async (url) => sharp((await shop.request('GET', url)).raw).metadata()),
    );
    expect(stored.map(({ space, depth, delay, icc }) => [space, depth, delay, icc])).toEqual([
      ['srgb', 'uchar', undefined, undefined],
      ['rgb16', 'ushort', undefined, undefined],
      ['srgb', 'uchar', [100, 200], undefined],
    ]);
    const { imageSet } = await shop.listing('Moving', { images: body.imageUrls.slice(2) });
    expect(imageSet[0]).toMatchObject({ width: 32, height: 32 });
  });
});

const secret = 'A private note';

/** A JPEG with the secret in a comment, in private segments, and in the EXIF of a second photograph behind its end. */
async function hostileJpeg(): Promise<Buffer> {
  const jpeg = await panel().withIccProfile('p3').jpeg().toBuffer();
  const second = await panel()
    .withExif({ IFD0: { Artist: secret }, IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer();
  const segment = (marker: number, text: string) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(Buffer.byteLength(text) + 2, 2);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xfe, secret),
    segment(0xe2, `MPF\0${secret}`),
    segment(0xeb, `JP\0\0${secret}`),
    segment(0xec, `Ducky\0${secret}`),
    jpeg.subarray(2),
    second,
  ]);
}

/** A PNG with the secret in a private chunk, in a text, as the name of its profile, and behind its end. */
async function hostilePng(): Promise<Buffer> {
  const png = await panel().png().toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(await panel().withIccProfile('p3').png().toBuffer()).metadata();
  const afterHeader = 8 + 12 + 13;
  const chunk = (type: string, content: Buffer | string) => {
    const body = Buffer.concat([Buffer.from(type), Buffer.from(content)]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(body.length - 4);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
  };
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('iCCP', Buffer.concat([Buffer.from(`${secret}\0\0`), deflateSync(icc)])),
    chunk('prVt', secret),
    chunk('tEXt', `Comment\0${secret}`),
    png.subarray(afterHeader),
    Buffer.from(secret),
  ]);
}
