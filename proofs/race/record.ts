import { atLeast, atMost, type Figure, type Outcome } from '../proof.ts';
import type { Answer } from './release.ts';

/** What the races found out. */
export interface RaceRecord {
  /** Counts the answers of one release. Other statuses than `expected` break the promise. `race` names it in a violation. */
  answered(race: string, answers: readonly Answer[], expected: readonly number[]): void;
  /** How many got what only one may have. Any other number than 1 breaks the promise. */
  winners(race: string, count: number): void;
  broken(...sentences: string[]): void;
  figure(figure: Figure): void;
  outcome(): Outcome;
}

export function createRecord(): RaceRecord {
  const violations: string[] = [];
  const figures: Figure[] = [];
  const winners: number[] = [];
  let [refused, failed] = [0, 0];
  return {
    answered(race, answers, expected) {
      refused += answers.filter(({ status }) => status === 409).length;
      failed += answers.filter(({ status }) => status >= 500 || status === 0).length;
      const unexpected = answers.filter(({ status }) => !expected.includes(status));
      const kinds = Map.groupBy(unexpected, ({ status, body, failure }) => `${status} ${failure ?? body.message}`);
      for (const [kind, { length }] of kinds)
        violations.push(`${race}: ${length} of ${answers.length} answers: ${kind}`);
    },
    winners(race, count) {
      winners.push(count);
      if (count !== 1) violations.push(`${race}: ${count} winners.`);
    },
    broken: (...sentences) => void violations.push(...sentences),
    figure: (figure) => void figures.push(figure),
    outcome: () => ({
      figures: [
        ...figures,
        { what: 'races for what one may have', measured: winners.length },
        atMost(1, 'most winners of a race', Math.max(...winners)),
        atLeast(1, 'fewest winners of a race', Math.min(...winners)),
        { what: 'answers 409', measured: refused },
        atMost(0, 'answers 5xx, or none', failed),
      ],
      violations,
    }),
  };
}
