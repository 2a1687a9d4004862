import { sql } from 'kysely';
import type { KeepingTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce, compileOnce } from '#server/platform/database/prepared-query.ts';

export type KeepingRow = KeepingTable;

/** Whose rows count together. Empty names of networks and mailboxes are unknown and match nothing. */
export interface People {
  userId: string;
  network: string;
  mailbox: string;
}

/** The ways that are rows of `holds`. */
const asHolds = ['hold', 'transfer'] as const;

/** The types of values in prepared queries. */
const someIds: readonly string[] = [''];
const somebody = { userId: '', network: '', mailbox: '' };

/** The condition that a row of `keeping` is of these people. */
const isOf = ({ userId, network, mailbox }: People) => sql<boolean>`(keeping.user_id = ${userId}
  or (keeping.network = ${network} and keeping.network <> '')
  or (keeping.mailbox = ${mailbox} and keeping.mailbox <> ''))`;

/** What these people have kept of these listings until after `since` (epoch milliseconds), the earliest first. */
export function selectKept(
  reader: Reader,
  { listingIds, userId, network, mailbox, since }: People & { listingIds: readonly string[]; since: number },
): Promise<KeepingRow[]> {
  return keptOf(reader, { listingIds, userId, network, mailbox, since });
}

const keptOf = compileOnce({ ...somebody, listingIds: someIds, since: 0 }, (reader, { listingIds, since, ...people }) =>
  reader
    .selectFrom('keeping')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', since)
    .where(isOf(people))
    .orderBy('began_at'),
);

/**
 * The live holds and transfers of the person or of the network, except the buyer's own on `listingIds`, with their ends (epoch
 * milliseconds). The first to end first.
 */
export function selectKeptNow(
  reader: Reader,
  { listingIds, userId, network, mailbox, now }: People & { listingIds: readonly string[]; now: number },
) {
  return keptNowOf(reader, { listingIds, userId, network, mailbox, now });
}

const keptNowOf = compileOnce({ ...somebody, listingIds: someIds, now: 0 }, (reader, { listingIds, now, ...people }) =>
  reader
    .selectFrom('keeping')
    .innerJoin('holds', (join) =>
      join.onRef('holds.listing_id', '=', 'keeping.listing_id').onRef('holds.user_id', '=', 'keeping.user_id'),
    )
    .selectAll('keeping')
    .select('holds.expires_at')
    .where('keeping.way', 'in', asHolds)
    .where('keeping.until_at', '>', now)
    .where('holds.expires_at', '>', now)
    .where(isOf(people))
    .where((where) =>
      where.or([where('holds.user_id', '<>', people.userId), where('holds.listing_id', 'not in', listingIds)]),
    )
    .orderBy('holds.expires_at'),
);

/**
 * Writes that a hold or transfer lasts until `until_at`: into the buyer's row that has not ended, otherwise into a new row. With a new
 * row, outdated ones are deleted: of holds those that ended before `holds`, of other ways those before `others` (epoch milliseconds).
 */
export async function upsertKept(
  tx: Writer,
  row: KeepingRow,
  outdated: { holds: number; others: number },
): Promise<void> {
  const { listing_id, user_id, way, network, mailbox, is_confirmed, began_at, until_at } = row;
  const change = { listing_id, user_id, network, mailbox, is_confirmed, began_at, until_at };
  // A hold that became a transfer stays one.
  const extended = await (way === 'transfer' ? transferExtension : holdExtension)(tx, change);
  if (extended > 0) return;
  await outdatedDeletion(tx, outdated);
  await insertKept(tx, row);
}

type Extension = Omit<KeepingRow, 'way' | 'ended_by_admin' | 'was_used'>;
const someExtension: Extension = {
  listing_id: '',
  user_id: '',
  network: '',
  mailbox: '',
  is_confirmed: 0,
  began_at: 0,
  until_at: 0,
};

const holdExtension = changeOnce({ ...someExtension }, (tx, row) => extension(tx, row));
const transferExtension = changeOnce({ ...someExtension }, (tx, row) => extension(tx, row).set({ way: 'transfer' }));

const extension = (tx: Reader, { listing_id, user_id, began_at, ...changes }: Extension) =>
  tx
    .updateTable('keeping')
    .set(changes)
    .where('listing_id', '=', listing_id)
    .where('user_id', '=', user_id)
    .where('way', 'in', asHolds)
    .where('until_at', '>', began_at);

const outdatedDeletion = changeOnce({ holds: 0, others: 0 }, (tx, { holds, others }) =>
  tx
    .deleteFrom('keeping')
    .where((where) =>
      where.or([
        where.and([where('until_at', '<=', holds), where('way', '=', 'hold')]),
        where('until_at', '<=', others),
      ]),
    ),
);

export async function insertKept(tx: Writer, row: KeepingRow): Promise<void> {
  const { listing_id, user_id, way, network, mailbox, is_confirmed } = row;
  const { began_at, until_at, ended_by_admin, was_used } = row;
  const people = { listing_id, user_id, way, network, mailbox, is_confirmed };
  await insertion(tx, { ...people, began_at, until_at, ended_by_admin, was_used });
}

const someRow: KeepingRow = { ...someExtension, way: 'hold', ended_by_admin: 0, was_used: 0 };
const insertion = changeOnce({ ...someRow }, (tx, row) =>
  tx
    .insertInto('keeping')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'user_id', 'way', 'began_at'])
        .doUpdateSet({ until_at: row.until_at, was_used: row.was_used }),
    ),
);

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
  if (by === 'sold' && userId === null) await soldEnd(tx, { listingIds, now, shortest });
  else if (by === 'buyer' && userId !== null) await buyersEnd(tx, { listingIds, userId, now, shortest });
  else {
    const rows = liveHolds(tx, listingIds, now).set(endOf(by, now, shortest));
    await (userId === null ? rows : rows.where('user_id', '=', userId)).execute();
  }
}

const liveHolds = (tx: Reader, listingIds: readonly string[], now: number) =>
  tx
    .updateTable('keeping')
    .where('listing_id', 'in', listingIds)
    .where('way', 'in', asHolds)
    .where('until_at', '>', now);

function endOf(by: EndOfHolds['by'], now: number, shortest: number) {
  if (by === 'admin') return { until_at: now, ended_by_admin: 1 as const };
  const counted = sql<number>`case when way = 'hold' and began_at + ${shortest} > ${now} then began_at + ${shortest} else ${now} end`;
  return { until_at: counted, ...(by === 'sold' && { was_used: 1 as const }) };
}

// Prepared, because orders run them.
const soldEnd = changeOnce({ listingIds: someIds, now: 0, shortest: 0 }, (tx, { listingIds, now, shortest }) =>
  liveHolds(tx, listingIds, now).set(endOf('sold', now, shortest)),
);
const buyersEnd = changeOnce(
  { listingIds: someIds, userId: '', now: 0, shortest: 0 },
  (tx, { listingIds, userId, now, shortest }) =>
    liveHolds(tx, listingIds, now)
      .set(endOf('buyer', now, shortest))
      .where('user_id', '=', userId),
);

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
  if (used && !userIds) await usedTurnsEnd(tx, { listingIds, now });
  else {
    const turns = runningTurns(tx, listingIds, now).set({ until_at: now, ...(used && { was_used: 1 as const }) });
    await (userIds ? turns.where('user_id', 'in', userIds) : turns).execute();
  }
}

const runningTurns = (tx: Reader, listingIds: readonly string[], now: number) =>
  tx.updateTable('keeping').where('way', '=', 'turn').where('listing_id', 'in', listingIds).where('until_at', '>', now);

/** Prepared, because it runs for each order. */
const usedTurnsEnd = changeOnce({ listingIds: someIds, now: 0 }, (tx, { listingIds, now }) =>
  runningTurns(tx, listingIds, now).set({ until_at: now, was_used: 1 }),
);
