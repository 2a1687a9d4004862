import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { Disk, type Files } from './disk.ts';
import { type ImageVerdict, judgeImage } from './judge-image.ts';
import { paths, type Recording } from './recording.ts';
import { placeOf } from './trace.ts';

/** What one power cut left. */
export interface Image {
  number: number;
  place: number;
  verdict: ImageVerdict;
}

/**
 * Cuts the power at `images` moments, each time on a disk of other luck: half of them right after an answer, where the most is
 * at stake, half anywhere. `directory`: for what is left.
 */
export async function* cutPower(
  recording: Recording,
  images: number,
  random: SeededRandom,
  directory: string,
): AsyncGenerator<Image> {
  const disk = new Disk(recording.root);
  // In memory where there is such a place: what is left is opened once and forgotten.
  const scratch = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : directory, 'lacquer-left-'));
  let next = 0;
  try {
    for (const [number, place] of momentsOf(recording, images, random).entries()) {
      for (let call = recording.calls[next]; call && placeOf(call) < place; call = recording.calls[next]) {
        disk.apply(call);
        next += 1;
      }
      const left = withOtherMemory(disk.left(random), random);
      yield { number, place, verdict: await judgeImage(recording, left, place, join(scratch, String(number))) };
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** In order. */
function momentsOf({ calls, answers }: Recording, count: number, random: SeededRandom): number[] {
  const moments = Array.from({ length: count }, () => {
    const call = random.pick(calls);
    return answers.length > 0 && random.chance(0.5) ? random.pick(answers) + 1 : placeOf(call) + 1;
  });
  return moments.sort((left, right) => left - right);
}

/** What SQLite's processes share is written behind every system call: after a power cut it is not there, or anything. */
function withOtherMemory(left: Files, random: SeededRandom): Files {
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
  const database = join(root, paths.database);
  return calls.filter(({ what, path }) => what === 'truncate' && path === database).length;
}
