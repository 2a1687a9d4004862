// What a run of the tests costs: measured while it runs, and written as tables to test-results/costs.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';

export interface Cost {
  name: string;
  /** Seconds. */
  wall: number;
  /** Seconds of processor time of the programs that were started, and of those that these have waited for; null if unknown. */
  processor: number | null;
}

interface TestRun {
  root: string;
  steps: readonly Cost[];
  /** The file to which scripts/vitest-setup.ts has appended a line for each test file. */
  serverCosts: string;
  /** Playwright's report; null if the browser tests did not run. */
  browserReport: unknown;
}

/** Writes the tables to `file`, each with the most expensive rows first. */
export function writeCosts(file: string, { root, steps, serverCosts, browserReport }: TestRun): void {
  const parts = [
    `# What the tests cost\n\n${new Date().toISOString().slice(0, 16)} UTC, ${availableParallelism()} cores. Seconds. Programs that work beside each other slow each other down,`,
    'so only processor times can be compared between runs. They contain neither PostgreSQL nor, with browser tests, Chromium.\n',
    `## Steps\n\n${table(
      ['Step', 'Processor', 'Wall'],
      sorted(steps, ({ processor, wall }) => processor ?? wall).map((step) => [
        step.name,
        shown(step.processor),
        shown(step.wall),
      ]),
    )}`,
  ];
  const server = serverRows(root, serverCosts);
  if (server.length > 0)
    parts.push(
      `\n## Server tests\n\n"Own" is what the process of the tests used, "programs" what those used that the file started.\n\n${table(['File', 'Own', 'Programs', 'Wall'], server)}`,
    );
  const browser = browserRows(browserReport);
  if (browser.length > 0)
    parts.push(`\n## Browser tests\n\n${table(['File', 'Tests', 'Wall, sum of its tests'], browser)}`);
  writeFileSync(file, `${parts.join('\n')}\n`);
}

/** Seconds of processor time of all programs that this process has started and that have ended; null where there is no /proc. */
export function secondsOfEndedPrograms(): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The fields after the name, which may contain spaces, begin with the third: cutime and cstime are 16 and 17, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function serverRows(root: string, costs: string): string[][] {
  if (!existsSync(costs)) return [];
  const lines = readFileSync(costs, 'utf8').trim().split('\n').filter(Boolean);
  // Lines of scripts/vitest-setup.ts.
  const files = lines.map((line) => JSON.parse(line) as { file: string; own: number; programs: number; wall: number });
  return sorted(files, ({ own, programs }) => own + programs).map(({ file, own, programs, wall }) => [
    relative(root, file),
    shown(own),
    shown(programs),
    shown(wall),
  ]);
}

/** The parts of Playwright's report that are read. */
interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

function browserRows(report: unknown): string[][] {
  // Playwright's documented report (reporter `json`).
  const { suites = [] } = (report ?? {}) as { suites?: Suite[] };
  const testsOf = ({ specs, suites: inner = [] }: Suite): Suite['specs'][number]['tests'] => [
    ...specs.flatMap(({ tests }) => tests),
    ...inner.flatMap(testsOf),
  ];
  const files = suites.map((suite) => {
    const tests = testsOf(suite).filter(({ results }) => results.length > 0);
    const milliseconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    return { file: suite.file, tests: tests.length, wall: milliseconds / 1000 };
  });
  return sorted(files, ({ wall }) => wall).map(({ file, tests, wall }) => [file, String(tests), shown(wall)]);
}

function table(headings: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), `|---|${'---:|'.repeat(headings.length - 1)}`, ...rows.map(line)].join('\n');
}

function sorted<Row>(rows: readonly Row[], by: (row: Row) => number): Row[] {
  return rows.toSorted((left, right) => by(right) - by(left));
}

const shown = (seconds: number | null) => (seconds === null ? '–' : seconds.toFixed(1));
