// Preloaded into the shop: how long its event loop is held, counted in the processor time of that very thread, so that a busy
// machine does not count. On SIGUSR2 it writes what it saw to LOOP_WATCH and begins anew.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks; a loop that is free takes each of them. */
const every = 5;

export interface LoopSeen {
  /** Longest processor time between two looks, milliseconds, and how many took longer than 50. */
  longestHeld: number;
  heldOver50: number;
  /** As the clock has it, other processes and the disk included, milliseconds. */
  delayP99: number;
  delayMost: number;
}

const path = process.env.LOOP_WATCH;
if (isMainThread && path) watch(path);

function watch(place: string): void {
  const delay = monitorEventLoopDelay({ resolution: every });
  delay.enable();
  let longestHeld = 0;
  let heldOver50 = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const held = (now.user + now.system - before.user - before.system) / 1_000;
    before = now;
    longestHeld = Math.max(longestHeld, held);
    if (held > 50) heldOver50 += 1;
  }, every).unref();
  process.on('SIGUSR2', () => {
    const seen: LoopSeen = {
      longestHeld,
      heldOver50,
      delayP99: delay.percentile(99) / 1e6,
      delayMost: delay.max / 1e6,
    };
    writeFileSync(place, JSON.stringify(seen));
    longestHeld = 0;
    heldOver50 = 0;
    delay.reset();
  });
}
