import { expect, it } from 'vitest';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { isMet, type Proof } from './proof.ts';
import { runProof } from './run-proof.ts';

/** The longest time for one test, milliseconds. On two quiet cores the slowest takes 80 s, on a busy machine twice as long. */
const timeout = 240_000;

/** Adds tests that run the short form of the proof, one for each engine. */
export function provesInShort(proof: Proof) {
  it.each(proof.shortEngines ?? proof.engines)(`${proof.promise} (%s)`, { timeout }, async (engine) => {
    const outcome = await runProof(proof, { engine, seed: 1, size: 'short', postgresUrl, log: () => undefined });
    expect(outcome.violations).toEqual([]);
    expect(outcome.figures.filter((figure) => !isMet(figure))).toEqual([]);
  });
}
