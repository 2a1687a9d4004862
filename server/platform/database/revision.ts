import type { Writer } from './database.ts';

/**
 * Raises the catalog revision, which ends the cached public pages. Call it in the transaction that changes what a public page
 * shows, and call it last: other transactions wait for this row, so it should be locked as briefly as possible.
 */
export async function raiseRevision(tx: Writer): Promise<void> {
  await tx
    .updateTable('catalog_revision')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}
