// Runs in the worker before each test file.
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterAll, expect } from 'vitest';
import { secondsOfEndedPrograms } from './test-costs.ts';

// A test waits for the processes that the shop gives a low priority to. Beside busy programs they would get hardly any time.
os.setPriority = () => undefined;
syncBuiltinESMExports();

// With TEST_COSTS (scripts/test.ts) the cost of the file is appended to that file.
const { TEST_COSTS: costs } = process.env;
const started = { at: Date.now(), ...secondsOfProcessor() };

afterAll(() => {
  if (!costs) return;
  const { own, programs } = secondsOfProcessor();
  const file = expect.getState().testPath;
  const spent = {
    own: own - started.own,
    programs: programs - started.programs,
    wall: (Date.now() - started.at) / 1000,
  };
  appendFileSync(costs, `${JSON.stringify({ file, ...spent })}\n`);
});

/** What this process has used, and the programs that it has started and that have ended. */
function secondsOfProcessor() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1_000_000, programs: secondsOfEndedPrograms() ?? 0 };
}
