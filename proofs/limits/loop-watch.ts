// Preloaded into the shop (`node --import`): measures for how long the event loop is blocked, in processor time of the main
// thread, so that other programs on the machine do not count. On SIGUSR2 it writes the longest block, in milliseconds, to the
// file LOOP_WATCH and starts again at 0.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { LOOP_WATCH: path } = process.env;
if (isMainThread && path) watch(path);

function watch(file: string): void {
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1_000);
    before = now;
  }, 5).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(longest));
    longest = 0;
  });
}
