import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createEncoder } from '#server/features/media/encoder.ts';
import { widthsFor } from '#server/features/media/variants.ts';
import { fillWithPictures } from '#server/testing/demo.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import prepared from './prepared.json' with { type: 'json' };
import { findPreparedVariants, preparedFile } from './prepared-pictures.ts';

/** By how much the size of a file may differ, as a share: encoders of other processors round differently. */
const tolerance = 0.005;

const advice = 'run npm run demo:prepare';
const listed = Object.entries(prepared);

it('has prepared variants of each picture of the demo, in each width that the shop would make of it', async () => {
  const folders = ['lights', 'pictures'];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(urlOf(folder))).map((name) => `${folder}/${name}`)),
  );
  expect(
    listed.map(([file]) => file),
    advice,
  ).toEqual(files.flat().sort());
  for (const [file, { hash, width, avif }] of listed) {
    const content = await readFile(urlOf(file));
    expect(createHash('sha256').update(content).digest('hex').slice(0, 32), `${file} has changed: ${advice}`).toBe(
      hash,
    );
    if (file.startsWith('pictures/')) expect(avif, `${file}: ${advice}`).toEqual(widthsFor(width));
  }
});

it('has the file of every prepared variant, and no others', async () => {
  const expected = listed.flatMap(([, { hash }]) =>
    (findPreparedVariants(hash) ?? []).flatMap(({ file }) => (file === null ? [] : [file.pathname])),
  );
  const entries = await readdir(urlOf('prepared'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  expect(files.sort(), advice).toEqual(expected.sort());
});

it('has prepared variants as the encoder makes them now', async () => {
  const encoder = createEncoder();
  const file = 'pictures/before-the-monsoon-1.webp';
  const original = await readFile(urlOf(file));
  const widest = Math.max(...widthsFor(prepared[file].width));
  for (const format of ['avif', 'webp'] as const)
    for (const width of [320, 640]) {
      const { length } = await encoder.encode({ original, widest, width, format });
      const ready = (await readFile(preparedFile(file, `${width}.${format}`))).length;
      expect(Math.abs(length / ready - 1), `${width}.${format}: ${advice}`).toBeLessThan(tolerance);
    }
  encoder.end();
});

onEachEngine('The variants of the demo’s pictures', (shop) => {
  it('are there without encoding: all pictures are finished, and each address that pages get answers', async () => {
    await fillWithPictures(shop);
    const { token } = await shop.admin();
    const unfinished = async () => (await shop.call('countUnfinishedPictures', { token })).body.unfinished;
    expect(await unfinished()).toBe(listed.length);
    await shop.shop.media.makeVariants();
    expect(await unfinished()).toBe(0);
    const images = (await shop.call('listListings')).body.listings.flatMap(({ imageSet }) => imageSet);
    for (const { url, width, variants } of images) {
      expect(variants.map((variant) => variant.width)).toEqual(
        variants.map((variant) => variant.width).sort((a, b) => a - b),
      );
      expect(variants.at(-1)).toEqual({ type: 'image/webp', width, url });
      for (const variant of variants) {
        const answer = await shop.request('GET', variant.url);
        expect([answer.status, answer.headers['content-type']]).toEqual([200, variant.type]);
      }
    }
  });
});

function urlOf(file: string): URL {
  return new URL(`./${file}`, import.meta.url);
}
