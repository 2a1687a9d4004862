import { atMost, type Figure, type Outcome } from '../proof.ts';
import type { Answer } from './starting-line.ts';

/** What the races write down. */
export interface RaceRecord {
  /** Counts the answers of one release; others than `expected` break the promise. `race` identifies it in a violation. */
  answered(race: string, answers: readonly Answer[], expected: readonly number[]): void;
  /** How many got what only one may have. Any other number than 1 breaks the promise. */
  winners(race: string, count: number): void;
  broken(...sentences: string[]): void;
  figure(figure: Figure): void;
  outcome(): Outcome;
}

export function createRecord(): RaceRecord {
  const byStatus = new Map<number, number>();
  const violations: string[] = [];
  const figures: Figure[] = [];
  const winners = { races: 0, most: 0, fewest: Number.POSITIVE_INFINITY };

  const countOf = (isCounted: (status: number) => boolean) =>
    [...byStatus].reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
  const tally = (): Figure[] => [
    { what: 'races for what one may have', measured: winners.races },
    { what: 'most winners of a race', measured: winners.most, wanted: { atMost: 1 } },
    { what: 'fewest winners of a race', measured: winners.fewest, wanted: { atLeast: 1 } },
    ...[200, 201, 403, 409].map((status) => ({
      what: `answers ${status}`,
      measured: byStatus.get(status) ?? 0,
    })),
    atMost(
      0,
      'answers 5xx, or none',
      countOf((status) => status >= 500 || status === 0),
    ),
  ];

  return {
    answered(race, answers, expected) {
      for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const unexpected = answers.filter(({ status }) => !expected.includes(status));
      const kinds = Map.groupBy(unexpected, ({ status, reply }) => `${status} ${reply.message}`);
      for (const [kind, { length }] of kinds)
        violations.push(`${race}: ${length} of ${answers.length} answers: ${kind}`);
    },
    winners(race, count) {
      winners.races += 1;
      winners.most = Math.max(winners.most, count);
      winners.fewest = Math.min(winners.fewest, count);
      if (count !== 1) violations.push(`${race}: ${count} winners.`);
    },
    broken: (...sentences) => void violations.push(...sentences),
    figure: (figure) => void figures.push(figure),
    outcome: () => ({ figures: [...figures, ...tally()], violations }),
  };
}

export const isGranted = ({ status }: Answer): boolean => status === 200 || status === 201;
