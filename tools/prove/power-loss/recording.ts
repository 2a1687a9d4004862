import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '#server/demo/seeded.ts';
import { openShop } from '../shop-process.ts';
import { createDisk, type Files } from './disk.ts';
import { type DiskCall, readTrace, underStrace } from './trace.ts';
import { type TradeSize, trade } from './trade.ts';

/** What was said of a thing, and where in the trace. */
export interface Told {
  place: number;
  state: string;
}

/** A day or more of the shop, as its disk and the people outside saw it. */
export interface Recording {
  /** There from the beginning; everything else was made by the shop. */
  root: string;
  /** In the order in which they count. */
  calls: readonly DiskCall[];
  /** By thing, oldest first. */
  told: ReadonlyMap<string, readonly Told[]>;
  /** Places of all answers, in order. */
  answers: readonly number[];
  /** Epoch milliseconds. */
  timeOf(place: number): number;
  /** As it was in the end. */
  files: Files;
}

export interface RecordingOptions {
  /** Absolute and empty. */
  directory: string;
  random: Seeded;
  size: TradeSize;
  /** Between them the shop is ended by a signal and by `kill -9` in turn. */
  openings: number;
  nodeOptions?: readonly string[];
}

/** Below the recording's root. */
export const places = { data: 'data', database: join('data', 'shop.db') };

/** Runs the real shop under strace, on a disk whose every change is written down. Throws if what it wrote down is not all. */
export async function record({
  directory,
  random,
  size,
  openings,
  nodeOptions = [],
}: RecordingOptions): Promise<Recording> {
  const root = join(directory, 'disk');
  await mkdir(root, { recursive: true });
  const calls: DiskCall[] = [];
  const answers: number[] = [];
  const told = new Map<string, Told[]>();
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) {
    const file = join(directory, `trace-${opening}`);
    const shop = await openShop({
      databaseUrl: `file:${join(root, places.database)}`,
      directory: join(root, places.data),
      under: underStrace(file),
      nodeOptions,
    });
    const acknowledged = await trade(shop.address, random, size);
    if (opening % 2 === 0) await shop.stop();
    else await shop.kill();
    await untilWritten(file, shop.child.pid ?? 0);

    const trace = await readTrace(file, root, times.length);
    await rm(file);
    for (const time of trace.times) times.push(time);
    calls.push(...trace.calls);
    for (const { place } of trace.answers) answers.push(place);
    const placesOf = Map.groupBy(trace.answers, ({ connection }) => connection);
    for (const { thing, state, mark } of acknowledged) {
      const answer = placesOf.get(mark.connection)?.[mark.ordinal];
      if (!answer) throw new Error(`The trace lacks the answer that told ${thing}`);
      told.set(thing, [...(told.get(thing) ?? []), { place: answer.place, state }]);
    }
  }
  const files = await complete(root, calls);
  return { root, calls, answers, told, files, timeOf: (place) => times[place] ?? 0 };
}

/** Milliseconds: strace ends a moment after the program, on a busy machine a long one. */
const patience = 40_000;

/** Where the program's end is looked for in the trace; behind it stands what its threads did last. */
const lastBytes = 65_536;

async function untilWritten(file: string, pid: number): Promise<void> {
  const giveUpAt = performance.now() + patience;
  for (;;) {
    const handle = await open(file);
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(lastBytes),
      0,
      lastBytes,
      Math.max(0, size - lastBytes),
    );
    await handle.close();
    const end = buffer.toString('latin1', 0, bytesRead);
    if (new RegExp(`^${pid} .*\\+\\+\\+ (exited|killed)`, 'm').test(end)) return;
    if (performance.now() > giveUpAt) throw new Error(`strace did not end with the shop ${pid}: ${end.slice(-500)}`);
    await pause(20);
  }
}

/** The files as the calls made them. Throws where they are not as they are: then something changed them in a way unseen. */
async function complete(root: string, calls: readonly DiskCall[]): Promise<Files> {
  const disk = createDisk(root);
  for (const call of calls) disk.apply(call);
  const seen = disk.seen();
  const listed = await readdir(root, { recursive: true, withFileTypes: true });
  const real = listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of new Set([...real, ...seen.keys()])) {
    // Shared memory: changed without a call, and nothing that must survive.
    if (path.endsWith('-shm')) continue;
    const bytes = existsSync(path) ? await readFile(path) : null;
    if (seen.get(path)?.equals(bytes ?? Buffer.from('missing'))) continue;
    throw new Error(`${path} (${bytes?.length} bytes) is not as the trace says (${seen.get(path)?.length} bytes)`);
  }
  return seen;
}
