import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '#server/platform/database/database.ts';

/** A mistake that a hurried developer could make, and the proof that must notice it (docs/reliability.md). */
export interface Sabotage {
  name: string;
  /** The path of the patch, which changes the server or the contract. Its first lines name the broken promise and the proof. */
  patch: string;
  promise: string;
  proof: string;
  engine: Engine;
}

const folder = join(import.meta.dirname, 'patches');

/** All sabotages, sorted by proof and engine. Throws if the first lines of a patch do not say what it breaks. */
export const sabotages: readonly Sabotage[] = readdirSync(folder)
  .map((file): Sabotage => {
    const patch = join(folder, file);
    const head = /^Caught-by: ([\w-]+) \((sqlite|postgres)\)\nPromise: (.+)\n\n/.exec(readFileSync(patch, 'utf8'));
    if (!head) throw new Error(`${file} does not say which promise it breaks and which proof catches it`);
    const [, proof = '', engine, promise = ''] = head;
    const name = file.replace(/\.patch$/, '');
    return { name, patch, promise, proof, engine: engine === 'postgres' ? 'postgres' : 'sqlite' };
  })
  .toSorted((left, right) => left.proof.localeCompare(right.proof) || left.engine.localeCompare(right.engine));
