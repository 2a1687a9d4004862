import { expect, inject, it } from 'vitest';
import { isMet, type Proof } from './proof.ts';
import { runProof } from './run-proof.ts';

/** The proof in its short form, on each of its engines, as tests of `npm test`. `timeout` in milliseconds. */
export function provesInShort(proof: Proof, { timeout, seed = 1 }: { timeout: number; seed?: number }) {
  it.each(proof.engines)(`${proof.promise} (%s)`, { timeout }, async (engine) => {
    const postgresUrl = () => inject('postgresUrl');
    const outcome = await runProof(proof, { engine, seed, size: 'short', postgresUrl, log: () => undefined });
    expect(outcome.violations).toEqual([]);
    expect(outcome.figures.filter((figure) => !isMet(figure))).toEqual([]);
  });
}
