import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { installOnDebian } from '../scripts/system-package.ts';
import { checkpointsIn, cutPower, type Image } from './power-loss/images.ts';
import { record } from './power-loss/recording.ts';
import type { Outcome, Proof, Run } from './proof.ts';

/**
 * The real shop runs under strace; every system call on its files is replayed up to a random moment onto a disk that keeps
 * only what was synced for certain (power-loss/disk.ts), and the shop opens what is left. The same with `synchronous=NORMAL`
 * must lose something, else the replay would prove nothing.
 */
export const powerLoss: Proof = {
  name: 'power-loss',
  promise: 'A power cut at any moment damages nothing and loses nothing that was acknowledged',
  engines: ['sqlite'],
  prove,
};

const sizes = {
  full: { days: 4, openings: 3, images: 500, load: { customers: 4, pieces: 30, requests: 70 }, controlImages: 100 },
  short: { days: 1, openings: 2, images: 50, load: { customers: 2, pieces: 12, requests: 20 }, controlImages: 10 },
};

const controlLoad = { customers: 1, pieces: 9, requests: 20 };
const withNormal = ['--import', join(import.meta.dirname, 'power-loss', 'with-normal.ts')];

async function prove({ seed, size, directory, log }: Run): Promise<Outcome> {
  requireStrace();
  const { days, images, openings, load, controlImages } = sizes[size];
  const tally = createTally();
  for (let day = 1; day <= days; day += 1) {
    const random = createRandom(seed * 1_000 + day);
    const own = join(directory, `day-${day}`);
    const recording = await record({ directory: own, random, size: load, openings });
    log(`day ${day}: ${recording.calls.length} system calls, ${recording.answers.length} answers`);
    tally.checkpoints += checkpointsIn(recording);
    for await (const image of cutPower(recording, images, random, own)) tally.add(`seed ${seed}, day ${day}`, image);
    await rm(own, { recursive: true });
  }
  const control = createTally();
  const random = createRandom(seed);
  const own = join(directory, 'control');
  const recording = await record({ directory: own, random, size: controlLoad, openings: 1, nodeOptions: withNormal });
  for await (const image of cutPower(recording, controlImages, random, own)) control.add('control', image);
  return {
    figures: [
      { what: 'disk images', measured: tally.images, wanted: { atLeast: days * images } },
      { what: 'checkpoints in the traces', measured: tally.checkpoints, wanted: { atLeast: 1 } },
      { what: 'acknowledged orders looked for', measured: tally.orders },
      { what: 'acknowledged orders lost', measured: tally.lostOrders, wanted: { atMost: 0 } },
      { what: 'other acknowledged things lost', measured: tally.lostThings, wanted: { atMost: 0 } },
      { what: 'damaged databases', measured: tally.damaged, wanted: { atMost: 0 } },
      { what: 'control: images bad with NORMAL', measured: control.bad, wanted: { atLeast: 1 } },
    ],
    violations: tally.violations,
  };
}

function requireStrace(): void {
  const works = () => spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
  if (works() || (installOnDebian('strace') && works())) return;
  throw new Error('strace is missing or may trace nothing here: install it (Debian: `apt-get install strace`).');
}

function createTally() {
  return {
    images: 0,
    bad: 0,
    damaged: 0,
    orders: 0,
    lostOrders: 0,
    lostThings: 0,
    checkpoints: 0,
    violations: [] as string[],
    add(where: string, { place, number, verdict }: Image) {
      const { damages, lostOrders, lostThings, orders } = verdict;
      const wrongs = [...damages, ...lostOrders, ...lostThings];
      this.images += 1;
      this.bad += wrongs.length > 0 ? 1 : 0;
      this.damaged += damages.length > 0 ? 1 : 0;
      this.orders += orders;
      this.lostOrders += lostOrders.length;
      this.lostThings += lostThings.length;
      this.violations.push(...wrongs.map((wrong) => `${where}, image ${number}, before call ${place}: ${wrong}`));
    },
  };
}
