import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ProcessKilled } from './failures.ts';
import { ask, startLowPriorityProcess } from './low-priority-process.ts';

const start = (code: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'lacquer-process-')), 'process.mjs');
  writeFileSync(file, code);
  return startLowPriorityProcess(pathToFileURL(file));
};
const waiting = 'setInterval(() => {}, 1000); process.on("disconnect", () => process.exit());';

it('says by which signal somebody else killed a process, and that memory has probably run out', async () => {
  const child = start(`${waiting} process.on("message", () => process.kill(process.pid, "SIGKILL"));`);
  const asked = ask(child, {}, 'encodes pictures');
  await expect(asked).rejects.toThrow(ProcessKilled);
  await expect(asked).rejects.toThrow(
    'the process that encodes pictures was killed by SIGKILL: probably out of memory',
  );
  await expect(ask(child, {}, 'encodes pictures')).rejects.toThrow('was killed by SIGKILL');
});

it('says with which exit code a process ended, and does not blame the memory when the shop itself ends one', async () => {
  const failing = start(
    'process.on("message", () => process.exit(3)); process.on("disconnect", () => process.exit());',
  );
  await expect(ask(failing, {}, 'draws papers')).rejects.toThrow(
    'the process that draws papers ended with exit code 3',
  );
  const ended = start(waiting);
  const asked = ask(ended, {}, 'makes the backup');
  ended.kill('SIGKILL');
  await expect(asked).rejects.toThrow('the process that makes the backup was ended by the shop');
  await expect(asked).rejects.not.toThrow(ProcessKilled);
});

it.skipIf(process.platform !== 'linux')('is what Linux ends first when memory runs out, before the shop', async () => {
  const child = start(`import fs from "node:fs"; ${waiting}
    process.on("message", () => process.send(fs.readFileSync("/proc/self/oom_score_adj", "utf8").trim()));`);
  expect(await ask(child, {}, 'works')).toBe('500');
  child.kill('SIGKILL');
  await once(child, 'exit');
});
