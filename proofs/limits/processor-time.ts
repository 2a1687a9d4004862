import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { processorSeconds } from '../../bench/machine.ts';

/** Milliseconds of processor time of a process. */
export interface Cost {
  /** Of all threads, also of those that have ended. The kernel counts this in steps of 10 ms. */
  all: number;
  /** Of the main thread, which runs the event loop: at least as much as the longest block of the loop. */
  main: number;
}

/** Milliseconds of processor time of the main thread. Exact while it sleeps. */
const mainThread = (pid: number): number => {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
};

/** Runs `act` and returns what it cost the process, with what the process did until it was idle again. Other programs do not count. */
export async function costOf(pid: number, act: () => Promise<unknown>): Promise<Cost> {
  const begun = read(pid);
  await act();
  await isIdle(pid);
  const ended = read(pid);
  const main = ended.main - begun.main;
  return { main, all: Math.max(main, ended.all - begun.all) };
}

const read = (pid: number): Cost => ({ all: processorSeconds(pid) * 1_000, main: mainThread(pid) });

/** Waits until the main thread uses less than a fifth of the time, at most a minute. */
async function isIdle(pid: number): Promise<void> {
  let before = mainThread(pid);
  for (const giveUp = performance.now() + 60_000; performance.now() < giveUp; ) {
    const from = performance.now();
    await wait(1);
    const now = mainThread(pid);
    if (now - before < (performance.now() - from) / 5) return;
    before = now;
  }
}
