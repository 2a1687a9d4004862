import type { Reader, Writer } from '#server/database/database.ts';
import type { HoldsTable } from '#server/database/tables.ts';

export type HoldRow = HoldsTable;

export function selectHolds(reader: Reader, listingIds: readonly string[], now: number): Promise<HoldRow[]> {
  if (listingIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('holds')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('expires_at', '>', now)
    .execute();
}

export async function selectHeldIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('holds')
    .select('listing_id')
    .where('user_id', '=', userId)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
}

/** Writes the hold unless another buyer's is alive; true when it is this buyer's now. The primary key decides. */
export async function upsertHold(tx: Writer, hold: HoldRow, now: number): Promise<boolean> {
  const result = await tx
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) =>
      conflict
        .column('listing_id')
        .doUpdateSet({ user_id: hold.user_id, expires_at: hold.expires_at, first_held_at: hold.first_held_at })
        .where((where) => where.or([where('holds.user_id', '=', hold.user_id), where('holds.expires_at', '<=', now)])),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** `userId` null: whoever holds them. */
export async function deleteHolds(tx: Writer, listingIds: readonly string[], userId: string | null): Promise<void> {
  if (listingIds.length === 0) return;
  const holds = tx.deleteFrom('holds').where('listing_id', 'in', listingIds);
  await (userId === null ? holds : holds.where('user_id', '=', userId)).execute();
}
