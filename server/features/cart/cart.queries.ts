import type { CartEntriesTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce, prepareQuery } from '#server/platform/database/prepared-query.ts';

const entriesOf = prepareQuery({ userId: '' }, (reader, { userId }) =>
  reader.selectFrom('cart_entries').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('listing_id'),
);

export function selectEntries(reader: Reader, userId: string): Promise<readonly CartEntriesTable[]> {
  return entriesOf(reader, { userId });
}

/** Adds an entry to a cart. Returns false if the cart had this listing already. */
export async function insertEntry(tx: Writer, entry: CartEntriesTable): Promise<boolean> {
  const { user_id, listing_id, added_at } = entry;
  return (await insertion(tx, { user_id, listing_id, added_at })) > 0;
}

const insertion = changeOnce({ user_id: '', listing_id: '', added_at: 0 }, (tx, entry) =>
  tx
    .insertInto('cart_entries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['user_id', 'listing_id']).doNothing()),
);

export async function deleteEntries(tx: Writer, userId: string, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await deletion(tx, { userId, listingIds });
}

const someIds: readonly string[] = [''];
const deletion = changeOnce({ userId: '', listingIds: someIds }, (tx, { userId, listingIds }) =>
  tx.deleteFrom('cart_entries').where('user_id', '=', userId).where('listing_id', 'in', listingIds),
);

export async function deleteAllEntries(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('cart_entries').where('user_id', '=', userId).execute();
}
