import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '#server/platform/database/database.ts';

/** A promise of the shop, and a program that tries to break it. `npm run prove` runs them all (docs/reliability.md). */
export interface Proof {
  /** One word of the command line: `npm run prove race`. */
  name: string;
  promise: string;
  engines: readonly Engine[];
  /** The engines on which `npm test` runs the short form; `engines` by default. */
  shortEngines?: readonly Engine[];
  /** It measures times or keeps every core busy, so nothing else may run at the same time. */
  isAlone?: true;
  /** Tries to break the promise on one engine. Throws only if it could not be tried. */
  prove(run: Run): Promise<Outcome>;
}

export interface Run {
  engine: Engine;
  /** The same seed makes the same attempt, as far as clocks and the system's scheduler allow. */
  seed: number;
  /** `full`: what docs/reliability.md describes. `short`: the same with fewer attempts, part of `npm test`. */
  size: 'full' | 'short';
  /** Absolute and empty; removed after the run. */
  directory: string;
  /** Creates an empty database, by default on the run's engine, and returns its DATABASE_URL. It is removed after the run. */
  newDatabase(engine?: Engine): Promise<string>;
  log(line: string): void;
}

export interface Outcome {
  figures: readonly Figure[];
  /** A sentence for each breach of the promise, with what one needs to repeat it. Only the first hundred are printed. */
  violations: readonly string[];
}

/** A measured value: one row of the table. */
export interface Figure {
  what: string;
  measured: number;
  /** `ms`, `MB` …; left out for counts. */
  unit?: string;
  /** If absent, the value is reported but not judged. */
  wanted?: { atMost: number } | { atLeast: number };
}

export function atMost(limit: number, what: string, measured: number, unit?: string): Figure {
  return { what, measured, ...(unit !== undefined && { unit }), wanted: { atMost: limit } };
}

export function atLeast(limit: number, what: string, measured: number, unit?: string): Figure {
  return { what, measured, ...(unit !== undefined && { unit }), wanted: { atLeast: limit } };
}

/** A figure in milliseconds. It is judged only in full, because the short form runs on busy machines, and only if there is a limit. */
export function timeFigure({ size }: Pick<Run, 'size'>, what: string, measured: number, atMost?: number): Figure {
  const isJudged = size === 'full' && atMost !== undefined;
  return { what, measured, unit: 'ms', ...(isJudged && { wanted: { atMost } }) };
}

export function isMet({ measured, wanted }: Figure): boolean {
  if (wanted === undefined) return true;
  return 'atMost' in wanted ? measured <= wanted.atMost : measured >= wanted.atLeast;
}

export const isKept = ({ figures, violations }: Outcome): boolean => violations.length === 0 && figures.every(isMet);

export function joined(outcomes: readonly Outcome[]): Outcome {
  return {
    figures: outcomes.flatMap(({ figures }) => figures),
    violations: outcomes.flatMap(({ violations }) => violations),
  };
}

/** The last three cells of the figure's row in the table. */
export function wordsOf(figure: Figure): [measured: string, wanted: string, met: string] {
  const { measured, wanted, unit = '' } = figure;
  const inWords = (count: number) => `${count.toLocaleString('en-AU', { maximumFractionDigits: 2 })} ${unit}`.trim();
  if (wanted === undefined) return [inWords(measured), '', ''];
  const limit = 'atMost' in wanted ? `≤ ${inWords(wanted.atMost)}` : `≥ ${inWords(wanted.atLeast)}`;
  return [inWords(measured), limit, isMet(figure) ? 'yes' : 'NO'];
}

/** The rows of a table: one for each figure, then the number of violations. `of`: the first cells of every row. */
export function rowsOf(of: readonly string[], { figures, violations: { length } }: Outcome): string[][] {
  const rows = figures.map((figure) => [...of, figure.what, ...wordsOf(figure)]);
  return [...rows, [...of, 'violations', String(length), '0', length === 0 ? 'yes' : 'NO']];
}

/** A table in Markdown. A heading that ends with a colon has its column aligned to the right. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = headings.map((heading) => heading.replace(/:$/, ''));
  const rules = headings.map((heading) => (heading.endsWith(':') ? '---:' : '---'));
  return [names, rules, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The line above a table: the commit, then `more`, which says how the table was made, and the version of Node. */
export function provenance(...more: readonly string[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return [`Commit ${commit}`, ...more, `Node ${process.version}`].join(', ');
}

/** The quantile of the values, 0 if there are none. `share` 0.95 is the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function buildPages(): void {
  const program = join(import.meta.dirname, '..', 'scripts', 'build-when-stale.ts');
  execFileSync(process.execPath, [program], { stdio: 'inherit' });
}

/** A new folder for files that need not survive, in memory if the system has /dev/shm. */
export const scratchFolder = ({ directory }: Pick<Run, 'directory'>): Promise<string> =>
  mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : directory, 'lacquer-scratch-'));

/**
 * A directory and a database for a shop whose rules are tested, not its disk. The directory, and on SQLite the database, are in memory,
 * where the shop takes a tenth of the time.
 */
export async function placeInMemory(run: Run): Promise<{ databaseUrl: string; directory: string }> {
  const directory = await scratchFolder(run);
  return { directory, databaseUrl: run.engine === 'sqlite' ? `file:${directory}/shop.db` : await run.newDatabase() };
}
