import type { SelectQueryBuilder } from 'kysely';
import type { SavedListingsTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What a user saved, newest first, including listings that only the panel sees by now. */
export function selectSaved(reader: Reader, userId: string, limit: number): Promise<SavedListingsTable[]> {
  return newestFirst(savedBy(reader, userId)).limit(limit).execute();
}

/** A page of the listings that a user saved and that everybody sees, newest first. */
export function selectShownSaved(
  reader: Reader,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SavedListingsTable[]> {
  return newestFirst(shownSavedBy(reader, userId)).limit(limit).offset(offset).execute();
}

export async function countShownSaved(reader: Reader, userId: string): Promise<number> {
  const { count } = await shownSavedBy(reader, userId)
    .select((one) => one.fn.countAll<number | string>().as('count'))
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

type SavedRows = SelectQueryBuilder<Tables, 'saved_listings', object>;

const savedBy = (reader: Reader, userId: string): SavedRows =>
  reader.selectFrom('saved_listings').where('user_id', '=', userId);

const shownSavedBy = (reader: Reader, userId: string): SavedRows =>
  savedBy(reader, userId).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('listings')
        .select('listings.id')
        .whereRef('listings.id', '=', 'saved_listings.listing_id')
        .where('listings.visibility', '=', 'listed'),
    ),
  );

const newestFirst = (rows: SavedRows) => rows.selectAll().orderBy('saved_at', 'desc').orderBy('listing_id');
