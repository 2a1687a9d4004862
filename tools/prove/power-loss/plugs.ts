import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seeded } from '#server/demo/seeded.ts';
import { type Aftermath, judge } from './aftermath.ts';
import { createDisk, type Files } from './disk.ts';
import { places, type Recording } from './recording.ts';
import { placeOf } from './trace.ts';

/** One power cut, and what came of it. */
export interface Plug {
  number: number;
  place: number;
  aftermath: Aftermath;
}

/**
 * Cuts the power at `images` moments, each time on a disk of other luck: half of them right after an answer, where the most is
 * at stake, half anywhere. `directory`: for what is left.
 */
export async function* pullPlugs(
  recording: Recording,
  images: number,
  random: Seeded,
  directory: string,
): AsyncGenerator<Plug> {
  const disk = createDisk(recording.root);
  // In memory where there is such a place: what is left is opened once and forgotten.
  const desk = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : directory, 'lacquer-left-'));
  let next = 0;
  try {
    for (const [number, place] of momentsOf(recording, images, random).entries()) {
      for (let call = recording.calls[next]; call && placeOf(call) < place; call = recording.calls[next]) {
        disk.apply(call);
        next += 1;
      }
      const left = withOtherMemory(disk.left(random), random);
      yield { number, place, aftermath: await judge(recording, left, place, join(desk, String(number))) };
    }
  } finally {
    await rm(desk, { recursive: true });
  }
}

/** In order. */
function momentsOf({ calls, answers }: Recording, count: number, random: Seeded): number[] {
  const moments = Array.from({ length: count }, () => {
    const call = random.pick(calls);
    return answers.length > 0 && random.chance(0.5) ? random.pick(answers) + 1 : placeOf(call) + 1;
  });
  return moments.sort((left, right) => left - right);
}

/** What SQLite's processes share is written behind every system call: after a power cut it is not there, or anything. */
function withOtherMemory(left: Files, random: Seeded): Files {
  const next = new Map(left);
  for (const [path, { length }] of left) {
    if (!path.endsWith('-shm')) continue;
    if (random.chance(0.5)) next.delete(path);
    else next.set(path, random.bytes(length));
  }
  return next;
}

/** Copies of the whole log into the database: each ends with setting the database's length, and a sync. */
export function checkpointsIn({ calls, root }: Recording): number {
  const database = join(root, places.database);
  return calls.filter(({ what, path }) => what === 'truncate' && path === database).length;
}
