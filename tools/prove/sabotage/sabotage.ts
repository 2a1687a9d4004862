import type { Engine } from '#server/database/database.ts';

/**
 * A slip that a hurried developer could make, and the proof that must notice it: what no sabotage turns red proves nothing
 * (`npm run sabotage`, docs/reliability.md).
 */
export interface Sabotage {
  /** One word of the command line. */
  name: string;
  /** The promise it breaks, as it stands without it. */
  breaks: string;
  edits: readonly Edit[];
  /** Each of them must turn red. */
  caughtBy: readonly Watch[];
}

export interface Edit {
  /** Of the server or the contract; the pages are not built anew. */
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
}

/** A proof in its short form. */
export interface Watch {
  proof: string;
  engine: Engine;
  seed?: number;
}

export const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });

export const onSqlite = (proof: string): Watch => ({ proof, engine: 'sqlite' });
export const onPostgres = (proof: string): Watch => ({ proof, engine: 'postgres' });

export const inWords = ({ proof, engine, seed = 1 }: Watch) =>
  `${proof} (${engine}${seed === 1 ? '' : `, seed ${seed}`})`;

/** The text with the edit in it. Throws where the place is not to be found exactly once: then the sabotage is stale. */
export function edited(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`${file} has this ${times} times instead of once: ${find.trim()}`);
  return text.replace(find, () => replace);
}
