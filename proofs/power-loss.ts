import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { installOnDebian } from '../scripts/system-package.ts';
import { checkpointsIn, cutPower, type Image, type ImageVerdict } from './power-loss/images.ts';
import { record } from './power-loss/recording.ts';
import { atLeast, atMost, type Outcome, type Proof, type Run } from './proof.ts';

/**
 * The real shop runs under strace. The system calls on its files are replayed onto a simulated disk that is sure to keep only what was
 * synced (power-loss/disk.ts), up to random moments and up to the moment after each sync of the first start. Then the shop opens what is
 * left. As a control, the same with `synchronous=NORMAL` must lose something; otherwise the replay would prove nothing.
 */
export const powerLoss: Proof = {
  name: 'power-loss',
  promise: 'A power cut at any moment damages nothing and loses nothing that was acknowledged',
  engines: ['sqlite'],
  isAlone: true,
  prove,
};

const sizes = {
  full: {
    recordings: 4,
    openings: 3,
    images: 500,
    load: { customers: 4, pieces: 30, requests: 70 },
    controlImages: 100,
  },
  short: {
    recordings: 1,
    openings: 2,
    images: 50,
    load: { customers: 2, pieces: 12, requests: 20 },
    controlImages: 10,
  },
};

const controlLoad = { customers: 1, pieces: 9, requests: 20 };
const withNormal = ['--import', join(import.meta.dirname, 'power-loss', 'with-normal.ts')];

async function prove({ seed, size, directory, log }: Run): Promise<Outcome> {
  requireStrace();
  const { recordings, images: imagesOfEach, openings, load, controlImages } = sizes[size];
  const images: Image[] = [];
  const violations: string[] = [];
  let checkpoints = 0;
  for (let number = 1; number <= recordings; number += 1) {
    const random = createRandom(seed * 1_000 + number);
    const own = join(directory, `recording-${number}`);
    const recording = await record({ directory: own, random, size: load, openings });
    log(`recording ${number}: ${recording.calls.length} system calls, ${recording.answers.length} answers`);
    checkpoints += checkpointsIn(recording);
    for await (const image of cutPower(recording, imagesOfEach, random, own)) {
      images.push(image);
      const where = `seed ${seed}, recording ${number}, image ${image.number}, before trace line ${image.place}`;
      violations.push(...problemsOf(image).map((problem) => `${where}: ${problem}`));
    }
    await rm(own, { recursive: true });
  }
  const badImages = await badWithNormal(join(directory, 'control'), seed, controlImages);
  const sum = (count: (verdict: ImageVerdict) => number) =>
    images.reduce((total, { verdict }) => total + count(verdict), 0);
  return {
    figures: [
      { what: 'disk images', measured: images.length },
      atLeast(1, 'checkpoints in the traces', checkpoints),
      { what: 'acknowledged orders looked for', measured: sum(({ orders }) => orders) },
      ...Object.entries(faults).map(([fault, countOf]) => atMost(0, fault, sum(countOf))),
      atLeast(1, 'control: images bad with NORMAL', badImages),
    ],
    violations,
  };
}

/** The number of faults of each kind in an image, by the name of the figure. */
const faults: Readonly<Record<string, (verdict: ImageVerdict) => number>> = {
  'acknowledged orders lost': ({ lostOrders }) => lostOrders.length,
  'other acknowledged things lost': ({ lostThings }) => lostThings.length,
  'damaged databases': ({ damages }) => Math.min(1, damages.length),
};

const problemsOf = ({ verdict: { damages, lostOrders, lostThings } }: Image) => [
  ...damages,
  ...lostOrders,
  ...lostThings,
];

async function badWithNormal(directory: string, seed: number, images: number): Promise<number> {
  const random = createRandom(seed);
  const recording = await record({ directory, random, size: controlLoad, openings: 1, nodeOptions: withNormal });
  let bad = 0;
  for await (const image of cutPower(recording, images, random, directory)) bad += problemsOf(image).length > 0 ? 1 : 0;
  return bad;
}

function requireStrace(): void {
  const works = () => spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
  if (works() || (installOnDebian('strace') && works())) return;
  throw new Error('strace is missing or may trace nothing here: install it (Debian: `apt-get install strace`).');
}
