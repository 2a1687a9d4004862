import { expect, inject, it } from 'vitest';
import { isMet, type Proof } from './proof.ts';
import { runProof } from './run-proof.ts';

/** Milliseconds. On two quiet cores the slowest takes 80 s, beside other tests on a busy machine twice as long. */
const timeout = 240_000;

/** The proof in its short form, as tests of `npm test`. */
export function provesInShort(proof: Proof) {
  it.each(proof.shortEngines ?? proof.engines)(`${proof.promise} (%s)`, { timeout }, async (engine) => {
    const postgresUrl = () => inject('postgresUrl');
    const outcome = await runProof(proof, { engine, seed: 1, size: 'short', postgresUrl, log: () => undefined });
    expect(outcome.violations).toEqual([]);
    expect(outcome.figures.filter((figure) => !isMet(figure))).toEqual([]);
  });
}
