import type { Writer } from './database.ts';

/**
 * Raised in the very transaction that changes what a public page shows, as its last step: whoever waits for this row waits
 * for nothing else (ARCHITECTURE.md, decision 5).
 */
export async function raiseRevision(tx: Writer): Promise<void> {
  await tx
    .updateTable('catalog_revision')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}
