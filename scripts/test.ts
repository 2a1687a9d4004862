// `npm test` and its parts: runs the steps in order, stops at the first failure with its exit code, and prints the number
// of tests at the end.
//
//   node scripts/test.ts                        all of it
//   node scripts/test.ts types lint imports texts build budgets   the fast checks (`npm run check`)
//   node scripts/test.ts server cart --bail=1   one step; the other words are passed to its test runner
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { findPostgres } from './throwaway-postgres.ts';

interface Step {
  name: string;
  title: string;
  /** Finds or installs what the step needs; throws one line if that fails. */
  prepare?: () => void;
  commands: string[][];
  /**
   * A command that prepares the step. It runs beside the step `from`, because it takes a minute on one core. If it fails, the step does
   * that work itself.
   */
  beforehand?: { from: string; command: string[] };
  /** The report of a test runner, and a function that counts its tests. */
  report?: { file: string; count: (report: unknown) => Counts };
}

interface Counts {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');

const steps: Step[] = [
  { name: 'types', title: 'Types', commands: [['react-router', 'typegen'], ['tsc']] },
  { name: 'lint', title: 'Lint and format', commands: [['biome', 'check', '--error-on-warnings']] },
  { name: 'imports', title: 'Imports across boundaries', commands: [['node', 'scripts/check-imports.ts']] },
  {
    name: 'texts',
    title: 'Translations',
    commands: [
      ['lingui', 'check', 'sync'],
      ['lingui', 'check', 'missing'],
    ],
  },
  { name: 'build', title: 'Build', commands: [['node', 'scripts/build-when-stale.ts']] },
  { name: 'budgets', title: 'What a browser has to load', commands: [['node', 'scripts/budgets.ts']] },
  {
    name: 'server',
    title: 'Server tests, on SQLite and PostgreSQL',
    prepare: findPostgres,
    commands: [
      ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/server.json'],
    ],
    report: { file: 'test-results/server.json', count: countVitest },
  },
  {
    name: 'browser',
    title: 'Browser tests',
    prepare: () => {
      process.env.CHROMIUM = findOrInstallChromium();
    },
    beforehand: { from: 'server', command: ['node', 'scripts/prepare-demo-shop.ts'] },
    commands: [['playwright', 'test']],
    report: { file: 'test-results/browser.json', count: countPlaywright },
  },
];

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const chosenByName = steps.filter(({ name }) => words.includes(name));
  const chosen = chosenByName.length > 0 ? chosenByName : steps;
  const forRunner = words.filter((word) => !chosenByName.some(({ name }) => name === word));

  const total: Counts = { passed: 0, failed: 0 };
  const code = prepare(chosen) ? await runAll(chosen, forRunner, total) : 1;
  // Not counted as a test: a failed preparation, a failed step without tests, and a test file that did not load.
  if (code !== 0 && total.failed === 0) total.failed = 1;
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

async function runAll(chosen: Step[], forRunner: string[], total: Counts): Promise<number> {
  const prepared = new Map<Step, Promise<number>>();
  for (const step of chosen) {
    console.log(`\n── ${step.title}`);
    for (const later of chosen)
      if (later.beforehand?.from === step.name) prepared.set(later, runCommand(later.beforehand.command));
    await prepared.get(step);
    const started = Date.now();
    const code = await runStep(step, forRunner, total);
    console.log(`── ${step.title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(Date.now() - started)}\n`);
    if (code !== 0) return code;
  }
  return 0;
}

async function runStep(step: Step, forRunner: string[], total: Counts): Promise<number> {
  const report = step.report && { ...step.report, file: join(root, step.report.file) };
  if (report) rmSync(report.file, { force: true });
  let code = 0;
  for (const [program = '', ...options] of step.commands) {
    code = await run(program, report ? [...options, ...forRunner] : options);
    if (code !== 0) break;
  }
  if (report && existsSync(report.file)) {
    const { passed, failed } = report.count(JSON.parse(readFileSync(report.file, 'utf8')));
    total.passed += passed;
    total.failed += failed;
  }
  return code;
}

function runCommand([program = '', ...options]: string[]): Promise<number> {
  return run(program, options);
}

/** Runs a program and returns its exit code. Signals to this process are passed on to the program. */
function run(program: string, options: string[]): Promise<number> {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(program, options, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((done) => {
    child.once('error', (reason) => {
      console.error(reason.message);
      done(1);
    });
    child.once('close', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done(code ?? 1);
    });
  });
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

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
