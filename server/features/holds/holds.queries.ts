import type { HoldsTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce, compileOnce } from '#server/platform/database/prepared-query.ts';

export type HoldRow = HoldsTable;

const holdsOf = compileOnce({ listingIds: [''], now: 0 }, (reader, { listingIds, now }) =>
  reader.selectFrom('holds').selectAll().where('listing_id', 'in', listingIds).where('expires_at', '>', now),
);

export async function selectHolds(reader: Reader, listingIds: readonly string[], now: number): Promise<HoldRow[]> {
  return listingIds.length === 0 ? [] : holdsOf(reader, { listingIds: [...listingIds], now });
}

export async function selectHeldIds(reader: Reader, userId: string): Promise<string[]> {
  return (await heldBy(reader, { userId })).map((row) => row.listing_id);
}

const heldBy = compileOnce({ userId: '' }, (reader, { userId }) =>
  reader.selectFrom('holds').select('listing_id').where('user_id', '=', userId).orderBy('listing_id'),
);

/** Writes the hold unless another buyer has a live one. True if this buyer holds the listing now; the primary key decides. */
export async function upsertHold(tx: Writer, hold: HoldRow, now: number): Promise<boolean> {
  const { user_id, listing_id, first_held_at, expires_at } = hold;
  return (await holdWrite(tx, { user_id, listing_id, first_held_at, expires_at, now })) > 0;
}

const anyHold = { user_id: '', listing_id: '', first_held_at: 0, expires_at: 0, now: 0 };
const holdWrite = changeOnce(anyHold, (tx, { now, ...hold }) =>
  tx
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) =>
      conflict
        .column('listing_id')
        .doUpdateSet({ user_id: hold.user_id, expires_at: hold.expires_at, first_held_at: hold.first_held_at })
        .where((where) => where.or([where('holds.user_id', '=', hold.user_id), where('holds.expires_at', '<=', now)])),
    ),
);

export async function countLiveHolds(reader: Reader, now: number): Promise<number> {
  const { count } = await reader
    .selectFrom('holds')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the holds on these listings: those of one buyer, or with `userId` null those of every buyer. */
export async function deleteHolds(tx: Writer, listingIds: readonly string[], userId: string | null): Promise<void> {
  if (listingIds.length === 0) return;
  if (userId === null) await deletionOfAll(tx, { listingIds });
  else await deletionOfOwn(tx, { listingIds, userId });
}

const someIds: readonly string[] = [''];
const holdsOn = (tx: Reader, listingIds: readonly string[]) =>
  tx.deleteFrom('holds').where('listing_id', 'in', listingIds);
const deletionOfAll = changeOnce({ listingIds: someIds }, (tx, { listingIds }) => holdsOn(tx, listingIds));
const deletionOfOwn = changeOnce({ listingIds: someIds, userId: '' }, (tx, { listingIds, userId }) =>
  holdsOn(tx, listingIds).where('user_id', '=', userId),
);

export interface NamedHold extends HoldRow {
  listing_name: string;
  user_name: string;
  user_email: string;
}

/** The live holds, the first to expire first. */
export function selectLiveHolds(reader: Reader, now: number, limit: number): Promise<NamedHold[]> {
  return reader
    .selectFrom('holds')
    .innerJoin('listings', 'listings.id', 'holds.listing_id')
    .innerJoin('users', 'users.id', 'holds.user_id')
    .selectAll('holds')
    .select(['listings.name as listing_name', 'users.name as user_name', 'users.email as user_email'])
    .where('holds.expires_at', '>', now)
    .orderBy('holds.expires_at')
    .orderBy('holds.listing_id')
    .limit(limit)
    .execute();
}
