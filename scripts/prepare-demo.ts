// `npm run demo:prepare`: encodes the variants of the demo's pictures beforehand, so that no new shop has to (decision 0064). Run it after
// a change of these pictures or of the encoder. The same pictures and the same encoder give the same files.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRefusal } from '#contract/errors.ts';
import lights from '#server/features/demo/lights.json' with { type: 'json' };
import { preparedFile } from '#server/features/demo/prepared-pictures.ts';
import { cleanPicture } from '#server/features/media/clean-picture.ts';
import { createEncoder } from '#server/features/media/encoder.ts';
import { widthsFor } from '#server/features/media/variants.ts';

const demo = join(import.meta.dirname, '..', 'server', 'features', 'demo');
/** WebP is for lists in the panel, and for browsers without AVIF. For wider pictures they load the original, which is WebP, too. */
const smallWidths = [320, 640];
/**
 * The light of the viewer loads the photographs, and the picture that they lie over, as WebP of one width: this one on phones, elsewhere
 * the original.
 */
const lightWidth = 1_280;
const litPictures = Object.keys(lights).map((piece) => `pictures/${piece}-1.webp`);

await prepareDemo();

async function prepareDemo(): Promise<void> {
  const encoder = createEncoder();
  await rm(join(demo, 'prepared'), { recursive: true, force: true });
  const prepared: Record<string, object> = {};
  for (const folder of ['lights', 'pictures'])
    for (const name of (await readdir(join(demo, folder))).sort()) {
      const file = `${folder}/${name}`;
      const original = await readFile(join(demo, file));
      const facts = await factsOf(join(demo, file), original);
      const widths = widthsOf(file, facts.width);
      for (const format of ['avif', 'webp'] as const)
        for (const width of widths[format]) {
          const target = fileURLToPath(preparedFile(file, `${width}.${format}`));
          await mkdir(join(target, '..'), { recursive: true });
          const widest = Math.max(...widthsFor(facts.width));
          await writeFile(target, await encoder.encode({ original, widest, width, format }));
        }
      prepared[file] = { ...facts, ...widths };
      console.log(file);
    }
  encoder.end();
  await writeFile(join(demo, 'prepared.json'), formatted(prepared));
}

async function factsOf(path: string, bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const clean = await cleanPicture({ path, size: bytes.length, hash }, true);
  if (isRefusal(clean) || clean.extension !== 'webp') throw new Error(`${path} is no WebP picture`);
  return { hash: clean.hash, width: clean.width, height: clean.height, placeholder: clean.placeholder };
}

function widthsOf(file: string, own: number): { avif: number[]; webp: number[] } {
  const narrower = (widths: readonly number[]) => widths.filter((width) => width < own);
  if (file.startsWith('lights/')) return { avif: [], webp: narrower([lightWidth]) };
  return {
    avif: widthsFor(own),
    webp: narrower(litPictures.includes(file) ? [...smallWidths, lightWidth] : smallWidths),
  };
}

/** As JSON in the format of Biome: lists of numbers on one line. */
function formatted(value: object): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[[\d,\s]+\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '))}\n`;
}
