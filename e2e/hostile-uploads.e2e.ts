import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { confession, hostileDrawings } from './hostile-drawings.ts';
import { test as base, type ChosenFile } from './owner.ts';
import { photograph } from './pictures.ts';
import { callWitness, type Witness } from './witness.ts';

const test = base.extend<{ witness: Witness }>({
  witness: async ({ browser, shop }, use) => {
    const context = await browser.newContext({ baseURL: shop.address, viewport: { width: 400, height: 400 } });
    await use(await callWitness(context));
    await context.close();
  },
});

test('No drawing that became the logo runs anything when it is opened by itself', async ({ witness, owner, shop }) => {
  test.slow();
  expect(hostileDrawings.size).toBeGreaterThanOrEqual(150);
  // Many are the same drawing once what they hid is gone.
  const harmless = new Map<string, string>();
  for (const [what, drawing] of hostileDrawings) {
    const answer = await owner.sendsLogo(new TextEncoder().encode(drawing));
    if ('logoUrl' in answer) harmless.set(answer.logoUrl, what);
    else expect(answer, what).toEqual({ status: 415, message: 'Please select an image file' });
  }
  expect(harmless.size).toBeGreaterThan(20);
  for (const [address, what] of harmless) {
    const seen = await witness.opens(address);
    expect(seen.filter(isNotThePolicy), `${what}, as the shop serves it`).toEqual([]);
    // Nor is it the policy alone that keeps it from running.
    const served = await (await fetch(shop.address + address)).text();
    expect(await witness.opensUnguarded(served), `${what}, without the policy: ${served}`).toEqual([]);
  }
});

test('The hostile drawings are hostile: as they came, nearly all of them run', async ({ witness }) => {
  const drawings = [...hostileDrawings].filter(([what]) => !what.includes(', in a '));
  const silent: string[] = [];
  for (const [what, drawing] of drawings) {
    if (!(await witness.opensUnguarded(drawing)).includes(confession)) silent.push(what);
  }
  expect(silent.length, silent.join('; ')).toBeLessThan(drawings.length / 5);
});

test('What is no picture is refused in words, and nothing of it is left', async ({ owner, shop }) => {
  const before = await keptFiles(shop.directory);
  await owner.opensPanel('/admin/products');
  await owner.main.getByRole('button', { name: 'Add New Product' }).click();
  const form = owner.productForm;
  for (const status of [413, 415]) owner.shopper.willBeRefused('/api/admin/upload-images', status);
  const good = await photograph('good', '#123456');
  for (const [file, words] of await wrongPictures()) {
    const answered = owner.page.waitForResponse('**/api/admin/upload-images');
    // A good one beside it is refused with it.
    await owner.uploadsPictures(good, file);
    await answered;
    await expect(form.getByRole('alert'), file.name).toHaveText(`Failed to upload images: ${words}`);
  }
  const heavy = Buffer.concat([good.buffer, Buffer.alloc(15 * 1_048_576)]);
  await owner.uploadsPictures(good, { ...good, buffer: heavy });
  await expect(form.getByRole('alert')).toHaveText('Failed to upload images: A picture may be at most 15 MB.');
  await expect(form.getByRole('textbox', { name: /^Alt text of picture/ })).toHaveCount(0);
  expect(await keptFiles(shop.directory)).toEqual(before);
  // Variants in the making pass through there as well.
  await expect.poll(() => readdir(join(shop.directory, 'media', 'incoming'))).toEqual([]);

  await owner.uploadsPictures({ ...good, name: '../../../etc/passwd' });
  await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
  const added = (await keptFiles(shop.directory)).filter((name) => !before.includes(name));
  expect(added).toEqual([expect.stringMatching(/^[0-9a-f]{32}\/original\.jpg$/)]);
});

test('What is no logo is refused in words, and nothing of it is left', async ({ owner, shop }) => {
  await owner.opensPanel('/admin/logo');
  await owner.uploadsLogo(await photograph('good', '#abcdef', 'png'));
  await owner.reads('Logo uploaded successfully!');
  const before = await keptFiles(shop.directory);
  const shown = await owner.main.getByRole('img').first().getAttribute('src');
  const noImage = 'Please select an image file';
  const failure = owner.main.getByRole('alert');
  const text = Buffer.from('not a picture');
  // The page itself knows these.
  await owner.uploadsLogo({ name: 'notes.txt', mimeType: 'text/plain', buffer: text });
  await expect(failure).toHaveText(noImage);
  await owner.uploadsLogo({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_880) });
  await expect(failure).toHaveText('File size must be less than 5MB');

  owner.shopper.willBeRefused('/api/admin/upload-logo', 415);
  for (const file of [
    { name: '../../lie.png', mimeType: 'image/png', buffer: text },
    await photograph('other', '#abcdef', 'webp'),
    { name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<html><svg/></html>') },
  ]) {
    const answered = owner.page.waitForResponse('**/api/admin/upload-logo');
    await owner.uploadsLogo(file);
    await answered;
    await expect(failure, file.name).toHaveText(`Failed to upload logo: ${noImage}`);
  }
  await expect(owner.main.getByRole('img').first()).toHaveAttribute('src', shown ?? '');
  expect(await keptFiles(shop.directory)).toEqual(before);
  // Variants in the making pass through there as well.
  await expect.poll(() => readdir(join(shop.directory, 'media', 'incoming'))).toEqual([]);
});

/** It keeps the scripts of the test's own tools from running, too. What a drawing tried is seen where no policy guards. */
const isNotThePolicy = (words: string) => !words.startsWith('Blocked script execution');

const tooManyPixels = 'A picture may have at most 100 million pixels.';
const noPicture = 'Please choose PNG, JPEG, WebP or AVIF pictures.';

async function wrongPictures(): Promise<(readonly [ChosenFile, string])[]> {
  const whole = async (format: 'png' | 'jpeg' | 'webp' | 'avif') =>
    (await photograph('whole', '#8d2a1c', format)).buffer;
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const [png, jpeg, webp, avif] = await Promise.all([whole('png'), whole('jpeg'), whole('webp'), whole('avif')]);
  const gif = await sharp(png).gif().toBuffer();
  const tiff = await sharp(png).tiff().toBuffer();
  const wrongs: Record<string, Buffer> = {
    'empty.png': Buffer.alloc(0),
    'text.png': Buffer.from('not a picture'),
    '../../../shop.db': Buffer.from('SQLite format 3\0'),
    'page.jpg': Buffer.from('<html><script>alert(1)</script></html>'),
    'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'),
    'moving.png': gif,
    'print.jpg': tiff,
    'document.webp': Buffer.from('%PDF-1.7\n%%EOF'),
    'beginning.png': png.subarray(0, 8),
    'half.png': half(png),
    'half.jpg': half(jpeg),
    'half.webp': half(webp),
    'half.avif': half(avif),
    'zeros.png': Buffer.concat([png.subarray(0, 40), Buffer.alloc(png.length)]),
    'film.avif': Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavif', 'latin1'),
    'called-webp.webp': Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(64)]),
  };
  return [
    ...Object.entries(wrongs).map(([name, buffer]) => [{ name, mimeType: 'image/png', buffer }, noPicture] as const),
    [{ name: 'bomb.png', mimeType: 'image/png', buffer: withSize(png, 20_000) }, tooManyPixels],
  ];
}

/** A PNG whose header says that it is this wide and high. */
function withSize(png: Buffer, size: number): Buffer {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(size, 16);
  lying.writeUInt32BE(size, 20);
  lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29);
  return lying;
}

/** Pictures and logos; not the variants, which are made of them in their own time. */
async function keptFiles(directory: string): Promise<string[]> {
  const names = await readdir(join(directory, 'media'), { recursive: true });
  return names.filter((name) => /(original|logo)\.\w+$/.test(name)).sort();
}
