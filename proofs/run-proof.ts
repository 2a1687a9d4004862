import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#server/platform/database/database.ts';
import { createDatabases } from '#server/testing/databases.ts';
import type { Outcome, Proof, Run } from './proof.ts';

export interface ProofOptions extends Pick<Run, 'seed' | 'size' | 'log'> {
  engine: Engine;
  /** Called only when a PostgreSQL database is created or removed. */
  postgresUrl(): string | Promise<string>;
}

/** Runs a proof in a directory and with databases of its own, which it removes afterwards. */
export async function runProof({ prove }: Proof, { postgresUrl, ...options }: ProofOptions): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-proof-'));
  const databases = createDatabases(options.engine, directory, postgresUrl);
  try {
    return await prove({ ...options, directory, newDatabase: databases.create });
  } catch (error) {
    // Logged before the removal, which may fail while a process of the proof still runs.
    options.log(`could not run: ${error instanceof Error ? error.stack : error}`);
    throw error;
  } finally {
    await databases.removeAll();
    await rm(directory, { recursive: true, force: true });
  }
}
