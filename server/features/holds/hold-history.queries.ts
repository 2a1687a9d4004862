import { sql } from 'kysely';
import type { HoldHistoryTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

export type HistoryRow = HoldHistoryTable;

/** The holds of the buyer or of the buyer's network on these listings that end after `since` (epoch milliseconds), the earliest first. */
export function selectHistory(
  reader: Reader,
  {
    listingIds,
    userId,
    network,
    since,
  }: { listingIds: readonly string[]; userId: string; network: string; since: number },
): Promise<HistoryRow[]> {
  return reader
    .selectFrom('hold_history')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', since)
    .where((where) => where.or([where('user_id', '=', userId), where('network', '=', network)]))
    .orderBy('began_at')
    .execute();
}

/** The ends (epoch milliseconds) of the live holds of this network, except the buyer's own on `listingIds`. The first to end first. */
export function selectHoldsOfNetwork(
  reader: Reader,
  { listingIds, userId, network, now }: { listingIds: readonly string[]; userId: string; network: string; now: number },
): Promise<{ expires_at: number }[]> {
  return reader
    .selectFrom('hold_history')
    .innerJoin('holds', (join) =>
      join
        .onRef('holds.listing_id', '=', 'hold_history.listing_id')
        .onRef('holds.user_id', '=', 'hold_history.user_id'),
    )
    .select('holds.expires_at')
    .where('hold_history.network', '=', network)
    .where('hold_history.until_at', '>', now)
    .where('holds.expires_at', '>', now)
    .where((where) => where.or([where('holds.user_id', '<>', userId), where('holds.listing_id', 'not in', listingIds)]))
    .orderBy('holds.expires_at')
    .execute();
}

/**
 * Writes that the hold lasts until `until_at`: into the buyer's row that has not ended, otherwise into a new row. With a new row, all
 * rows are deleted that ended before `since` (epoch milliseconds).
 */
export async function upsertHistory(tx: Writer, row: HistoryRow, since: number): Promise<void> {
  const { until_at, network } = row;
  const extended = await tx
    .updateTable('hold_history')
    .set({ until_at, network })
    .where('listing_id', '=', row.listing_id)
    .where('user_id', '=', row.user_id)
    .where('until_at', '>', row.began_at)
    .executeTakeFirst();
  if (extended.numUpdatedRows > 0n) return;
  await tx.deleteFrom('hold_history').where('until_at', '<=', since).execute();
  await tx.insertInto('hold_history').values(row).execute();
}

interface HistoryEnd {
  listingIds: readonly string[];
  /** Null: the holds of every buyer end. */
  userId: string | null;
  now: number;
  /** The shortest time that a hold counts, milliseconds. */
  shortest: number;
  byAdmin: boolean;
}

/** Writes that the live holds end now. Unless an admin ended them, they count as at least `shortest` long. */
export async function endHistory(
  tx: Writer,
  { listingIds, userId, now, shortest, byAdmin }: HistoryEnd,
): Promise<void> {
  if (listingIds.length === 0) return;
  const counted = sql<number>`case when began_at + ${shortest} > ${now} then began_at + ${shortest} else ${now} end`;
  const rows = tx
    .updateTable('hold_history')
    .set(byAdmin ? { until_at: now, ended_by_admin: 1 } : { until_at: counted })
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', now);
  await (userId === null ? rows : rows.where('user_id', '=', userId)).execute();
}
