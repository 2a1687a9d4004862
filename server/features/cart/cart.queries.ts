import type { CartEntriesTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { prepareQuery } from '#server/platform/database/prepared-query.ts';

const entriesOf = prepareQuery({ userId: '' }, (reader, { userId }) =>
  reader.selectFrom('cart_entries').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('listing_id'),
);

export function selectEntries(reader: Reader, userId: string): Promise<readonly CartEntriesTable[]> {
  return entriesOf(reader, { userId });
}

/** Adds an entry to a cart. Returns false if the cart had this listing already. */
export async function insertEntry(tx: Writer, entry: CartEntriesTable): Promise<boolean> {
  const result = await tx
    .insertInto('cart_entries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['user_id', 'listing_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteEntries(tx: Writer, userId: string, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await tx.deleteFrom('cart_entries').where('user_id', '=', userId).where('listing_id', 'in', listingIds).execute();
}

export async function deleteAllEntries(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('cart_entries').where('user_id', '=', userId).execute();
}
