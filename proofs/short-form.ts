import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createDatabases } from '#server/testing/databases.ts';
import { isMet, type Proof } from './proof.ts';

/** The proof in its short form, on each of its engines, as tests of `npm test`. `timeout` in milliseconds. */
export function provesInShort(
  { promise, engines, prove }: Proof,
  { timeout, seed = 1 }: { timeout: number; seed?: number },
) {
  it.each(engines)(`${promise} (%s)`, { timeout }, async (engine) => {
    const directory = await mkdtemp(join(tmpdir(), 'lacquer-proof-'));
    const databases = createDatabases(engine, directory, () => inject('postgresUrl'));
    try {
      const newDatabase = databases.create;
      const outcome = await prove({ engine, seed, size: 'short', directory, newDatabase, log: () => undefined });
      expect(outcome.violations).toEqual([]);
      expect(outcome.figures.filter((figure) => !isMet(figure))).toEqual([]);
    } finally {
      await databases.removeAll();
      await rm(directory, { recursive: true, force: true });
    }
  });
}
