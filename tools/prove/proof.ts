import type { Engine } from '#server/database/database.ts';

/** A promise of the shop, and a program that tries to break it. `npm run prove` runs them all (docs/reliability.md). */
export interface Proof {
  /** One word of the command line: `npm run prove race`. */
  name: string;
  /** What is promised, in one sentence. */
  promise: string;
  engines: readonly Engine[];
  /** It measures times: nothing else may run beside it. */
  isAlone?: true;
  /** Tries to break the promise on one engine. Throws only if it could not be tried. */
  prove(run: Run): Promise<Outcome>;
}

export interface Run {
  engine: Engine;
  /** The same seed makes the same attempt, as far as clocks and the system's scheduler allow. */
  seed: number;
  /** `full`: what docs/reliability.md tells. `short`: the same within seconds, part of `npm test`. */
  size: 'full' | 'short';
  /** Absolute and empty; removed after the run. */
  directory: string;
  /** A DATABASE_URL of an empty database, of the run's engine unless said otherwise; another one at each call, removed after the run. */
  newDatabase(engine?: Engine): Promise<string>;
  /** A line of progress for whoever watches. */
  say(line: string): void;
}

export interface Outcome {
  figures: readonly Figure[];
  /** What broke the promise, a sentence each with what repeats it; only the first hundred are shown. */
  violations: readonly string[];
}

/** One line of the table. */
export interface Figure {
  what: string;
  measured: number;
  /** `ms`, `MB` …; left out for counts. */
  unit?: string;
  /** Left out: told, not judged. */
  wanted?: { atMost: number } | { atLeast: number };
}

export function isMet({ measured, wanted }: Figure): boolean {
  if (wanted === undefined) return true;
  return 'atMost' in wanted ? measured <= wanted.atMost : measured >= wanted.atLeast;
}

export const isKept = ({ figures, violations }: Outcome): boolean => violations.length === 0 && figures.every(isMet);

/** The figure as the table has it. */
export function wordsOf(figure: Figure): [measured: string, wanted: string, met: string] {
  const { measured, wanted, unit = '' } = figure;
  const inWords = (count: number) => `${count.toLocaleString('en-AU', { maximumFractionDigits: 2 })} ${unit}`.trim();
  if (wanted === undefined) return [inWords(measured), '', ''];
  const limit = 'atMost' in wanted ? `≤ ${inWords(wanted.atMost)}` : `≥ ${inWords(wanted.atLeast)}`;
  return [inWords(measured), limit, isMet(figure) ? 'yes' : 'NO'];
}
