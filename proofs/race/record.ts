import { atLeast, atMost, type Figure, type Outcome } from '../proof.ts';
import type { Answer } from './shop.ts';

/** Collects the figures and violations of all races. */
export class RaceRecord {
  readonly #violations: string[] = [];
  readonly #figures: Figure[] = [];
  readonly #winners: number[] = [];
  #refused = 0;
  #failed = 0;

  /** Counts the answers of one release. Other statuses than `expected` break the promise. `race` names it in a violation. */
  answered(race: string, answers: readonly Answer[], expected: readonly number[]): void {
    this.#refused += answers.filter(({ status }) => status === 409).length;
    this.#failed += answers.filter(({ status }) => status >= 500 || status === 0).length;
    const unexpected = answers.filter(({ status }) => !expected.includes(status));
    const kinds = Map.groupBy(unexpected, ({ status, body, failure }) => `${status} ${failure ?? body.message}`);
    for (const [kind, { length }] of kinds) this.broken(`${race}: ${length} of ${answers.length} answers: ${kind}`);
  }

  /** How many got what only one may have. Any other number than 1 breaks the promise. */
  winners(race: string, count: number): void {
    this.#winners.push(count);
    if (count !== 1) this.broken(`${race}: ${count} winners.`);
  }

  broken(...sentences: string[]): void {
    this.#violations.push(...sentences);
  }

  figure(...figures: Figure[]): void {
    this.#figures.push(...figures);
  }

  outcome(): Outcome {
    const figures = [
      ...this.#figures,
      { what: 'races that only one may win', measured: this.#winners.length },
      atMost(1, 'most winners of a race', Math.max(...this.#winners)),
      atLeast(1, 'fewest winners of a race', Math.min(...this.#winners)),
      { what: 'answers 409', measured: this.#refused },
      atMost(0, 'answers 5xx, or no answer', this.#failed),
    ];
    return { figures, violations: this.#violations };
  }
}
