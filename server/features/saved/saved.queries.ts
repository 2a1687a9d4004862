import type { SavedListingsTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

/** Newest first. */
export function selectSaved(
  reader: Reader,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SavedListingsTable[]> {
  return reader
    .selectFrom('saved_listings')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('listing_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSaved(reader: Reader, userId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('saved_listings')
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSaved(tx: Writer, rows: readonly SavedListingsTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('saved_listings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'listing_id']).doNothing())
    .execute();
}

export async function deleteSaved(tx: Writer, userId: string, listingId: string): Promise<void> {
  await tx.deleteFrom('saved_listings').where('user_id', '=', userId).where('listing_id', '=', listingId).execute();
}
