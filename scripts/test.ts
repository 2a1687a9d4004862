// `npm test` and its parts: runs the steps, those that do not depend on each other beside each other, and after a failure starts no further
// ones. Prints the number of tests at the end, and writes what each step and each test file cost to test-results/costs.md.
//
//   node scripts/test.ts                        all of it
//   node scripts/test.ts types lint imports texts build budgets   the fast checks (`npm run check`)
//   node scripts/test.ts server cart --bail=1   one step; the other words are passed to its test runner
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { type Cost, secondsOfEndedPrograms, writeCosts } from './test-costs.ts';
import { findPostgres } from './throwaway-postgres.ts';

interface Step {
  name: string;
  title: string;
  /** Finds or installs what the step needs; throws one line if that fails. */
  prepare?: () => void;
  commands: string[][];
  /** The names of steps whose results this one uses. It starts when those of them that were chosen have passed. */
  needs?: readonly string[];
  /**
   * A step that uses all cores, so nothing runs beside it. Its output is printed at once; the output of other steps is printed when they
   * end, so that it does not mix.
   */
  isAlone?: boolean;
  /** The report of a test runner, and a function that counts its tests. */
  report?: { file: string; count: (report: unknown) => Counts };
}

interface Counts {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const serverCosts = join(results, 'costs-server.jsonl');
const serverReport = join(results, 'server.json');
const browserReport = join(results, 'browser.json');

/** In the order in which they start. The longest of those that run beside each other are first. */
const steps: Step[] = [
  { name: 'build', title: 'Build', commands: [['node', 'scripts/build-when-stale.ts']] },
  // One checker instead of four takes half the processor time and half the memory, and other steps use the other cores.
  {
    name: 'types',
    title: 'Types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '--checkers', '1'],
    ],
  },
  { name: 'lint', title: 'Lint and format', commands: [['biome', 'check', '--error-on-warnings']] },
  {
    name: 'texts',
    title: 'Translations',
    commands: [
      ['lingui', 'check', 'sync'],
      ['lingui', 'check', 'missing'],
    ],
  },
  {
    name: 'imports',
    title: 'Imports across boundaries, and patterns that could take long',
    commands: [
      ['node', 'scripts/check-imports.ts'],
      ['node', 'scripts/check-patterns.ts'],
    ],
  },
  {
    name: 'budgets',
    title: 'What a browser has to load',
    needs: ['build'],
    commands: [['node', 'scripts/budgets.ts']],
  },
  {
    name: 'server',
    title: 'Server tests, on SQLite and PostgreSQL',
    needs: ['build'],
    isAlone: true,
    prepare: findPostgres,
    commands: [['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${serverReport}`]],
    report: { file: serverReport, count: countVitest },
  },
  {
    name: 'browser',
    title: 'Browser tests',
    needs: ['build'],
    isAlone: true,
    prepare: () => {
      process.env.CHROMIUM = findOrInstallChromium();
    },
    commands: [['playwright', 'test']],
    report: { file: browserReport, count: countPlaywright },
  },
];

/** What all programs had used that had ended when the last one was measured. */
let secondsBefore = 0;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const chosenByName = steps.filter(({ name }) => words.includes(name));
  const chosen = chosenByName.length > 0 ? chosenByName : steps;
  const forRunner = words.filter((word) => !chosenByName.some(({ name }) => name === word));

  const total: Counts = { passed: 0, failed: 0 };
  const costs: Cost[] = [];
  mkdirSync(results, { recursive: true });
  rmSync(serverCosts, { force: true });
  const code = prepare(chosen) ? await runAll(chosen, forRunner, total, costs) : 1;
  // Not counted as a test: a failed preparation, a failed step without tests, and a test file that did not load.
  if (code !== 0 && total.failed === 0) total.failed = 1;
  const ranBrowser = costs.some(({ name }) => name === 'browser') && existsSync(browserReport);
  writeCosts(join(results, 'costs.md'), {
    root,
    steps: costs,
    serverCosts,
    browserReport: ranBrowser ? JSON.parse(readFileSync(browserReport, 'utf8')) : null,
  });
  if (chosen.some(({ report }) => report)) console.log(`${total.passed} passed, ${total.failed} failed`);
  return code;
}

/** Runs before all steps, so that a missing program is reported at once. */
function prepare(chosen: Step[]): boolean {
  try {
    for (const step of chosen) step.prepare?.();
    return true;
  } catch (reason) {
    console.error(reason instanceof Error ? reason.message : reason);
    return false;
  }
}

/** Runs as many steps beside each other as there are cores. Returns the exit code of the first that fails, or 0. */
async function runAll(chosen: readonly Step[], forRunner: string[], total: Counts, costs: Cost[]): Promise<number> {
  const waiting = [...chosen];
  const running = new Map<Step, Promise<void>>();
  const passed = new Set<Step>();
  let failure = 0;
  const isReady = ({ needs = [], isAlone }: Step) =>
    (!isAlone || running.size === 0) && chosen.every((step) => !needs.includes(step.name) || passed.has(step));
  const isAnyAlone = () => [...running.keys()].some(({ isAlone }) => isAlone);
  do {
    while (failure === 0 && running.size < availableParallelism() && !isAnyAlone()) {
      const next = waiting.find(isReady);
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      const ended = runStep(next, forRunner, total, costs).then((code) => {
        running.delete(next);
        if (code === 0) passed.add(next);
        else failure ||= code;
      });
      running.set(next, ended);
    }
    await Promise.race(running.values());
  } while (running.size > 0 || (failure === 0 && waiting.length > 0));
  return failure;
}

async function runStep(step: Step, forRunner: string[], total: Counts, costs: Cost[]): Promise<number> {
  const { name, title, report, isAlone = false } = step;
  if (report) rmSync(report.file, { force: true });
  if (isAlone) console.log(`\n── ${title}`);
  const started = Date.now();
  let [code, processor, output]: [number, number | null, string] = [0, 0, ''];
  for (const command of step.commands) {
    const ended = await run(report ? [...command, ...forRunner] : command, isAlone);
    processor = processor === null || ended.processor === null ? null : processor + ended.processor;
    output += ended.output;
    code = ended.code;
    if (code !== 0) break;
  }
  const wall = (Date.now() - started) / 1000;
  costs.push({ name, wall, processor });
  if (!isAlone) console.log(`\n── ${title}\n${output}`.trimEnd());
  console.log(`── ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${wall.toFixed(1)} s`);
  if (report && existsSync(report.file)) {
    const counted = report.count(JSON.parse(readFileSync(report.file, 'utf8')));
    total.passed += counted.passed;
    total.failed += counted.failed;
  }
  return code;
}

interface Ended {
  code: number;
  /** What it printed, unless that was shown at once. */
  output: string;
  /** Seconds of processor time; null if unknown. */
  processor: number | null;
}

/** Runs a program until it ends. Signals to this process are passed on to it. */
function run([program = '', ...options]: readonly string[], isShown: boolean): Promise<Ended> {
  const child = spawn(program, options, {
    cwd: root,
    env: {
      // Colours as in a terminal, although the output goes through a pipe.
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      TEST_COSTS: serverCosts,
      TMPDIR: temporaryDirectory(),
    },
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  let processor: number | null = null;
  // Programs are waited for one at a time, so the difference is what this one used.
  child.once('exit', () => {
    const all = secondsOfEndedPrograms();
    processor = all === null ? null : all - secondsBefore;
    secondsBefore = all ?? 0;
  });
  return new Promise((done) => {
    child.once('error', (reason) => {
      console.error(reason.message);
      done({ code: 1, output, processor });
    });
    child.once('close', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done({ code: code ?? 1, output, processor });
    });
  });
}

/** A directory in memory if there is one with enough space: the databases of the tests wait for the disk at every commit. */
function temporaryDirectory(): string {
  const inMemory = '/dev/shm';
  const enough = 4 * 1024 ** 3;
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > enough ? inMemory : tmpdir();
}

function countVitest(report: unknown): Counts {
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') };
}

function countPlaywright(report: unknown): Counts {
  const stats = report instanceof Object && 'stats' in report ? report.stats : undefined;
  return { passed: numberAt(stats, 'expected'), failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') };
}

function numberAt(value: unknown, key: string): number {
  const found = value instanceof Object ? Reflect.get(value, key) : undefined;
  return typeof found === 'number' ? found : 0;
}
