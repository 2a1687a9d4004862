import { sql } from 'kysely';
import type { KeepingTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

export type KeepingRow = KeepingTable;

/** Whose rows count together. Empty names of networks and mailboxes are unknown and match nothing. */
export interface People {
  userId: string;
  network: string;
  mailbox: string;
}

/** The ways that are rows of `holds`. */
const asHolds = ['hold', 'transfer'] as const;

/** What these people have kept of these listings until after `since` (epoch milliseconds), the earliest first. */
export function selectKept(
  reader: Reader,
  { listingIds, userId, network, mailbox, since }: People & { listingIds: readonly string[]; since: number },
): Promise<KeepingRow[]> {
  return reader
    .selectFrom('keeping')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', since)
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        ...(network === '' ? [] : [where('network', '=', network)]),
        ...(mailbox === '' ? [] : [where('mailbox', '=', mailbox)]),
      ]),
    )
    .orderBy('began_at')
    .execute();
}

/**
 * The live holds and transfers of the person or of the network, except the buyer's own on `listingIds`, with their ends (epoch
 * milliseconds). The first to end first.
 */
export function selectKeptNow(
  reader: Reader,
  { listingIds, userId, network, mailbox, now }: People & { listingIds: readonly string[]; now: number },
) {
  return reader
    .selectFrom('keeping')
    .innerJoin('holds', (join) =>
      join.onRef('holds.listing_id', '=', 'keeping.listing_id').onRef('holds.user_id', '=', 'keeping.user_id'),
    )
    .selectAll('keeping')
    .select('holds.expires_at')
    .where('keeping.way', 'in', asHolds)
    .where('keeping.until_at', '>', now)
    .where('holds.expires_at', '>', now)
    .where((where) =>
      where.or([
        where('keeping.user_id', '=', userId),
        where('keeping.network', '=', network),
        ...(mailbox === '' ? [] : [where('keeping.mailbox', '=', mailbox)]),
      ]),
    )
    .where((where) => where.or([where('holds.user_id', '<>', userId), where('holds.listing_id', 'not in', listingIds)]))
    .orderBy('holds.expires_at')
    .execute();
}

/**
 * Writes that a hold or transfer lasts until `until_at`: into the buyer's row that has not ended, otherwise into a new row. With a new
 * row, outdated ones are deleted: of holds those that ended before `holds`, of other ways those before `others` (epoch milliseconds).
 */
export async function upsertKept(
  tx: Writer,
  row: KeepingRow,
  outdated: { holds: number; others: number },
): Promise<void> {
  const { until_at, network, mailbox, is_confirmed } = row;
  const extended = await tx
    .updateTable('keeping')
    // A hold that became a transfer stays one.
    .set({ until_at, network, mailbox, is_confirmed, ...(row.way === 'transfer' && { way: row.way }) })
    .where('listing_id', '=', row.listing_id)
    .where('user_id', '=', row.user_id)
    .where('way', 'in', asHolds)
    .where('until_at', '>', row.began_at)
    .executeTakeFirst();
  if (extended.numUpdatedRows > 0n) return;
  await tx
    .deleteFrom('keeping')
    .where((where) =>
      where.or([
        where.and([where('until_at', '<=', outdated.holds), where('way', '=', 'hold')]),
        where('until_at', '<=', outdated.others),
      ]),
    )
    .execute();
  await insertKept(tx, row);
}

export async function insertKept(tx: Writer, row: KeepingRow): Promise<void> {
  await tx
    .insertInto('keeping')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'user_id', 'way', 'began_at'])
        .doUpdateSet({ until_at: row.until_at, was_used: row.was_used }),
    )
    .execute();
}

interface EndOfHolds {
  listingIds: readonly string[];
  /** Null: the holds of every buyer end. */
  userId: string | null;
  now: number;
  /** The shortest time that a hold counts, milliseconds. */
  shortest: number;
  /** `sold`: the listings were bought. */
  by: 'buyer' | 'admin' | 'sold';
}

/** Writes that the live holds and transfers end now. Unless an admin ended them, they count as at least `shortest` long. */
export async function endKept(tx: Writer, { listingIds, userId, now, shortest, by }: EndOfHolds): Promise<void> {
  if (listingIds.length === 0) return;
  const counted = sql<number>`case when way = 'hold' and began_at + ${shortest} > ${now} then began_at + ${shortest} else ${now} end`;
  const rows = tx
    .updateTable('keeping')
    .set(by === 'admin' ? { until_at: now, ended_by_admin: 1 } : { until_at: counted })
    .$if(by === 'sold', (update) => update.set({ was_used: 1 }))
    .where('listing_id', 'in', listingIds)
    .where('way', 'in', asHolds)
    .where('until_at', '>', now);
  await (userId === null ? rows : rows.where('user_id', '=', userId)).execute();
}

/**
 * The turns on this listing since it is kept for those who wait (`since`), also those that run, and the running turns on all other
 * listings. Turns that ended with a sale are left out.
 */
export function selectTurns(
  reader: Reader,
  { listingId, since, now }: { listingId: string; since: number; now: number },
): Promise<KeepingRow[]> {
  return reader
    .selectFrom('keeping')
    .selectAll()
    .where('way', '=', 'turn')
    .where('was_used', '=', 0)
    .where((where) =>
      where.or([
        where.and([where('listing_id', '=', listingId), where('began_at', '>=', since)]),
        where.and([where('listing_id', '<>', listingId), where('until_at', '>', now)]),
      ]),
    )
    .execute();
}

/** Ends the running turns on these listings: of these people, or of everybody. `used`: they do not count as turns without a sale. */
export async function endTurns(
  tx: Writer,
  {
    listingIds,
    userIds,
    now,
    used,
  }: { listingIds: readonly string[]; userIds?: readonly string[]; now: number; used: boolean },
): Promise<void> {
  if (listingIds.length === 0 || userIds?.length === 0) return;
  const rows = tx
    .updateTable('keeping')
    .set({ until_at: now, ...(used && { was_used: 1 as const }) })
    .where('way', '=', 'turn')
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', now);
  await (userIds ? rows.where('user_id', 'in', userIds) : rows).execute();
}
