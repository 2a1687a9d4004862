import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { hostileSvgs } from './hostile-svgs.ts';
import { test as base, type ChosenFile } from './owner.ts';
import { photograph } from './pictures.ts';
import { openSvgProbe, type SvgProbe } from './svg-probe.ts';

const test = base.extend<{ svgProbe: SvgProbe }>({
  svgProbe: async ({ browser, shop }, use) => {
    const context = await browser.newContext({ baseURL: shop.address, viewport: { width: 400, height: 400 } });
    await use(await openSvgProbe(context));
    await context.close();
  },
});

test('No uploaded SVG logo runs a script when it is opened directly', async ({ svgProbe, owner, shop }) => {
  test.slow();
  expect(hostileSvgs.size).toBeGreaterThanOrEqual(150);
  // The address depends on the content, and many SVGs are the same after they are cleaned.
  const cleaned = new Map<string, string>();
  for (const [what, svg] of hostileSvgs) {
    const answer = await owner.sendsLogo(new TextEncoder().encode(svg));
    if ('logoUrl' in answer) cleaned.set(answer.logoUrl, what);
    else expect(answer, what).toEqual({ status: 415, message: 'Please select an image file' });
  }
  expect(cleaned.size).toBeGreaterThan(20);
  for (const [address, what] of cleaned) {
    const seen = await svgProbe.opens(address);
    expect(seen.filter(isNotPolicyMessage), `${what}, as the shop serves it`).toEqual([]);
    // The policy must not be the only protection.
    const served = await (await fetch(shop.address + address)).text();
    expect(await svgProbe.opensWithoutPolicy(served), `${what}, without the policy: ${served}`).toEqual([]);
  }
});

test('More than four fifths of the hostile SVGs run their script before they are cleaned', async ({ svgProbe }) => {
  const svgs = [...hostileSvgs].filter(([what]) => !what.includes(', in a '));
  const silent: string[] = [];
  for (const [what, svg] of svgs) {
    if (!(await svgProbe.runsWithoutPolicy(svg))) silent.push(what);
  }
  expect(silent.length, silent.join('; ')).toBeLessThan(svgs.length / 5);
});

test('Files that are not images are refused with a reason, and nothing of them is stored', async ({ owner, shop }) => {
  const before = await storedFiles(shop.directory);
  await owner.opensPanel('/admin/products');
  await owner.main.getByRole('button', { name: 'Add New Product' }).click();
  const form = owner.productForm;
  for (const status of [413, 415]) owner.visitor.expectsFailure('/api/admin/upload-images', status);
  const good = await photograph('good', '#123456');
  for (const [file, words] of await invalidImages()) {
    const answered = owner.page.waitForResponse('**/api/admin/upload-images');
    await owner.uploadsPictures(file);
    await answered;
    await expect(form.getByRole('alert'), file.name).toHaveText(/^Failed to upload images: /);
    await expect(form.getByRole('alert'), file.name).toContainText(words);
    await form.getByRole('button', { name: 'Dismiss' }).click();
  }
  const heavy = Buffer.concat([good.buffer, Buffer.alloc(15 * 1_048_576)]);
  await owner.uploadsPictures({ ...good, name: 'heavy.jpg', buffer: heavy });
  await expect(form.getByRole('alert')).toHaveText(
    'Failed to upload images: heavy.jpg: A picture may be at most 15 MB.',
  );
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await expect(form.getByRole('textbox', { name: /^Alt text of picture/ })).toHaveCount(0);
  expect(await storedFiles(shop.directory)).toEqual(before);
  // The folder also has temporary files of variants that are not finished yet, so it is empty only later.
  await expect.poll(() => readdir(join(shop.directory, 'media', 'incoming'))).toEqual([]);

  await owner.uploadsPictures({ ...good, name: '../../../etc/passwd' });
  await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
  const added = (await storedFiles(shop.directory)).filter((name) => !before.includes(name));
  expect(added).toEqual([expect.stringMatching(/^[0-9a-f]{32}\/original\.jpg$/)]);
});

test('Files that are not logos are refused with a reason, and nothing of them is stored', async ({ owner, shop }) => {
  await owner.opensPanel('/admin/logo');
  await owner.uploadsLogo(await photograph('good', '#abcdef', 'png'));
  await owner.seesMessage('Logo uploaded successfully!');
  const before = await storedFiles(shop.directory);
  const shown = await owner.main.getByRole('img').first().getAttribute('src');
  const noImage = 'Please select an image file';
  const failure = owner.main.getByRole('alert');
  const text = Buffer.from('not a picture');
  // The page checks these before the upload.
  await owner.uploadsLogo({ name: 'notes.txt', mimeType: 'text/plain', buffer: text });
  await expect(failure).toHaveText(noImage);
  await owner.uploadsLogo({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_880) });
  await expect(failure).toHaveText('File size must be less than 5MB');

  owner.visitor.expectsFailure('/api/admin/upload-logo', 415);
  for (const file of [
    { name: '../../lie.png', mimeType: 'image/png', buffer: text },
    await photograph('other', '#abcdef', 'webp'),
    { name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<html><svg/></html>') },
  ]) {
    const answered = owner.page.waitForResponse('**/api/admin/upload-logo?*');
    await owner.uploadsLogo(file);
    await answered;
    await expect(failure, file.name).toHaveText(`Failed to upload logo: ${noImage}`);
  }
  await expect(owner.main.getByRole('img').first()).toHaveAttribute('src', shown ?? '');
  expect(await storedFiles(shop.directory)).toEqual(before);
  // The folder also has temporary files of variants that are not finished yet, so it is empty only later.
  await expect.poll(() => readdir(join(shop.directory, 'media', 'incoming'))).toEqual([]);
});

/**
 * Whether a message does not come from the Content-Security-Policy, which also blocks scripts of the test tools. What an SVG tries is
 * observed without the policy.
 */
const isNotPolicyMessage = (words: string) => !words.startsWith('Blocked script execution');

const tooManyPixels = 'A picture may have at most 100 million pixels.';
const notAnImage = 'Please choose PNG, JPEG, WebP, AVIF, HEIC or TIFF pictures.';

async function invalidImages(): Promise<(readonly [ChosenFile, string])[]> {
  const whole = async (format: 'png' | 'jpeg' | 'webp' | 'avif') =>
    (await photograph('whole', '#8d2a1c', format)).buffer;
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const [png, jpeg, webp, avif] = await Promise.all([whole('png'), whole('jpeg'), whole('webp'), whole('avif')]);
  const gif = await sharp(png).gif().toBuffer();
  const invalid: Record<string, Buffer> = {
    'empty.png': Buffer.alloc(0),
    'text.png': Buffer.from('not a picture'),
    '../../../shop.db': Buffer.from('SQLite format 3\0'),
    'page.jpg': Buffer.from('<html><script>alert(1)</script></html>'),
    'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'),
    'moving.png': gif,
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
    ...Object.entries(invalid).map(([name, buffer]) => [{ name, mimeType: 'image/png', buffer }, notAnImage] as const),
    [{ name: 'bomb.png', mimeType: 'image/png', buffer: withSize(png, 20_000) }, tooManyPixels],
  ];
}

/** A copy of a PNG whose header says that it is `size` pixels wide and high. */
function withSize(png: Buffer, size: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(size, 16);
  changed.writeUInt32BE(size, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** The uploaded images and logos without their variants, which are created later. */
async function storedFiles(directory: string): Promise<string[]> {
  const names = await readdir(join(directory, 'media'), { recursive: true });
  return names.filter((name) => /(original|logo)\.\w+$/.test(name)).sort();
}
