import { sql } from 'kysely';
import type { HoldHistoryTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

export type HistoryRow = HoldHistoryTable;

/** What the buyer or the buyer's network has held of these listings after `since`, the earliest first. */
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

/** The live holds that were asked for from this network, except the buyer's own on `listingIds`. The first to end first. */
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

/** Writes that the hold lasts until `until_at`: into the buyer's unfinished row, or a new one. Deletes the rows before `since`. */
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
  /** Null: of every buyer. */
  userId: string | null;
  now: number;
  /** A hold counts at least this long; milliseconds. */
  shortest: number;
  byAdmin: boolean;
}

/** Writes that the live holds end now. */
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
