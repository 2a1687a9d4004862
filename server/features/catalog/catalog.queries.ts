import { sql } from 'kysely';
import type { ListingStatus, OrderStatus } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import type { Visibility } from '#contract/visibility.ts';
import { dueKeyOf } from '#server/platform/concurrency/failed-work.ts';
import type { ListingsTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { filterOnly, lockRows } from '#server/platform/database/dialect.ts';
import { changeOnce, compileOnce } from '#server/platform/database/prepared-query.ts';
import { indexListing, unindexListing } from './listing-search.queries.ts';

export type ListingRow = ListingsTable;
/** A listing and when its hold and its last reservation end, epoch milliseconds; null when it has none. */
export type ListingWithHold = ListingRow & { held_until: number | null; reserved_until: number | null };

/** The type of lists of ids in prepared queries. */
const someIds: readonly string[] = [''];

export function listingsWithHolds(reader: Reader, now: number) {
  return reader
    .selectFrom('listings')
    .leftJoin('holds', (join) => join.onRef('holds.listing_id', '=', 'listings.id').on('holds.expires_at', '>', now))
    .selectAll('listings')
    .select('holds.expires_at as held_until')
    .select((row) =>
      row
        .selectFrom('reservations')
        .select((one) => one.fn.max<number | null>('reservations.until_at').as('until'))
        .whereRef('reservations.listing_id', '=', 'listings.id')
        .where('reservations.until_at', '>', now)
        .as('reserved_until'),
    );
}

export function selectListing(reader: Reader, id: string, now: number): Promise<ListingWithHold | undefined> {
  return listingsWithHolds(reader, now).where('listings.id', '=', id).executeTakeFirst();
}

export function selectListingsByIds(reader: Reader, ids: readonly string[], now: number): Promise<ListingWithHold[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return listingsWithHolds(reader, now).where('listings.id', 'in', ids).execute();
}

/** Listings that can be bought now, newest first. */
export function selectAvailable(reader: Reader, now: number, limit: number): Promise<ListingWithHold[]> {
  return listingsWithHolds(reader, now)
    .where(sql<boolean>`${filterOnly(reader, 'listings.status')} = 'available'`)
    .where('listings.visibility', '=', 'listed')
    .where('holds.listing_id', 'is', null)
    .where('listings.id', 'not in', (rows) =>
      rows.selectFrom('reservations').select('listing_id').where('until_at', '>', now),
    )
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id')
    .limit(limit)
    .execute();
}

/** Private listings of these ids that this person holds or that are reserved for the person. */
export async function selectKeptPrivate(
  reader: Reader,
  userId: string,
  ids: readonly string[],
  now: number,
): Promise<ListingWithHold[]> {
  if (ids.length === 0) return [];
  return listingsWithHolds(reader, now)
    .where('listings.id', 'in', ids)
    .where('listings.visibility', '=', 'private')
    .where(({ or, exists, eb, selectFrom }) =>
      or([
        eb('holds.user_id', '=', userId),
        exists(
          selectFrom('reservations')
            .select('listing_id')
            .whereRef('reservations.listing_id', '=', 'listings.id')
            .where('reservations.user_id', '=', userId)
            .where('reservations.until_at', '>', now),
        ),
      ]),
    )
    .execute();
}

/** The scheduled listing whose time comes first, except the items `resting` (`dueKey`). */
export async function selectFirstPublication(
  reader: Reader,
  resting: readonly string[],
): Promise<{ id: string; publish_at: number } | undefined> {
  const row = await reader
    .selectFrom('listings')
    .select(['id', 'publish_at'])
    .where(sql<boolean>`visibility = 'scheduled'`)
    .where('publish_at', 'is not', null)
    .$if(resting.length > 0, (query) => query.where(dueKeyOf('id', 'publish_at'), 'not in', resting))
    .orderBy('publish_at')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, publish_at: row.publish_at ?? 0 };
}

/** The listing that has this inventory number, folded. */
export function selectByInventoryNumber(
  reader: Reader,
  folded: string,
): Promise<Pick<ListingRow, 'id' | 'name'> | undefined> {
  const listings = reader.selectFrom('listings').select(['id', 'name']);
  return listings.where('inventory_folded', '=', folded).where(sql<boolean>`inventory_folded <> ''`).executeTakeFirst();
}

/** The visibility of each of these listings, by id. Leaves out unknown ids. */
export async function selectVisibilities(reader: Reader, ids: readonly string[]): Promise<Map<string, Visibility>> {
  if (ids.length === 0) return new Map();
  const rows = await visibilitiesOf(reader, { ids });
  return new Map(rows.map(({ id, visibility }) => [id, visibility]));
}

const visibilitiesOf = compileOnce({ ids: someIds }, (reader, { ids }) =>
  reader.selectFrom('listings').select(['id', 'visibility']).where('id', 'in', ids),
);

/** The ids of those of these listings that everybody sees. */
export async function selectListedIds(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const listed = [...(await selectVisibilities(reader, ids))].filter(([, visibility]) => visibility === 'listed');
  return new Set(listed.map(([id]) => id));
}

/** Locks listings by ascending id; all locks of listings use this order. Leaves out unknown ids. */
export function lockListingRows(tx: Writer, ids: readonly string[]): Promise<ListingRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : lockedListingsOf(tx, { ids });
}

const lockedListingsOf = compileOnce({ ids: someIds }, (tx, { ids }) =>
  lockRows(tx, tx.selectFrom('listings').selectAll().where('id', 'in', ids).orderBy('id')),
);

// A literal instead of a bound value: the partial index over demo rows is used only for the literal condition.
const isDemo = sql<boolean>`is_demo = 1`;

export function lockDemoRows(tx: Writer): Promise<ListingRow[]> {
  return lockRows(tx, tx.selectFrom('listings').selectAll().where(isDemo).orderBy('id')).execute();
}

export async function selectDemoIds(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('listings').select('id').where(isDemo).orderBy('id').execute();
  return rows.map((row) => row.id);
}

export async function countDemoListings(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('listings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(isDemo)
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of `urls` that a listing shows. Scans all listings. */
export async function selectPicturesInListings(reader: Reader, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const listings = await reader
    .selectFrom('listings')
    .select('images')
    .where((where) => where.or(urls.map((url) => where('images', 'like', `%${url}%`))))
    .execute();
  return urls.filter((url) => listings.some((listing) => listing.images.includes(url)));
}

/** Changes the status if it is `from`. Returns whether this call changed it. */
export async function updateStatus(tx: Writer, id: string, from: ListingStatus, to: ListingStatus): Promise<boolean> {
  const isChanged = (await statusChange(tx, { id, from, to })) > 0;
  if (isChanged && to === 'discontinued') await reindexListing(tx, id);
  return isChanged;
}

const change: { id: string; from: ListingStatus; to: ListingStatus } = { id: '', from: 'available', to: 'sold' };
const statusChange = changeOnce(change, (tx, { id, from, to }) =>
  tx.updateTable('listings').set({ status: to }).where('id', '=', id).where('status', '=', from),
);

/** Updates the search index of a locked listing with its present texts and their translations. */
export async function reindexListing(tx: Writer, id: string): Promise<void> {
  const row = await tx.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) await indexListing(tx, row);
}

/** Stores what the provenance of a locked listing says about its owner and history; null where it says nothing. */
export async function updateDerivedTexts(
  tx: Writer,
  id: string,
  { owner, history }: { owner: string | null; history: string | null },
): Promise<void> {
  const typed = await tx.selectFrom('listings').select('owner').where('id', '=', id).executeTakeFirstOrThrow();
  await tx
    .updateTable('listings')
    .set({ derived_owner: owner, derived_history: history, owner_folded: foldText(owner ?? typed.owner) })
    .where('id', '=', id)
    .execute();
}

export async function insertListingRow(tx: Writer, row: ListingRow): Promise<void> {
  await tx.insertInto('listings').values(row).execute();
  await indexListing(tx, row);
}

export async function updateListingRow(tx: Writer, row: ListingRow): Promise<void> {
  await tx.updateTable('listings').set(row).where('id', '=', row.id).execute();
  await indexListing(tx, row);
}

export async function deleteListingRow(tx: Writer, id: string): Promise<void> {
  await unindexListing(tx, id);
  await tx.deleteFrom('listings').where('id', '=', id).execute();
}

/**
 * The status of the order that has this listing live: paid or later, or pending with a live hold (for an edition, with an
 * unexpired checkout). The holds are joined because deleting a buyer deletes the holds but not the pending order. If an edition is in
 * several live orders, it is the status of a pending one only if all are pending.
 */
export async function selectLiveOrderStatus(reader: Reader, id: string, now: number): Promise<OrderStatus | undefined> {
  const row = await reader
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('holds', (join) =>
      join.onRef('holds.listing_id', '=', 'order_items.listing_id').onRef('holds.user_id', '=', 'orders.user_id'),
    )
    .select('orders.status')
    .where('order_items.listing_id', '=', id)
    .where('order_items.is_live', '=', 1)
    .where((where) =>
      where.or([
        where('orders.status', '<>', 'pending'),
        where.and([
          where('orders.hold_expires_at', '>', now),
          where.or([where('order_items.is_unique', '=', 0), where('holds.expires_at', '>', now)]),
        ]),
      ]),
    )
    .orderBy((order) => order.case().when('orders.status', '=', 'pending').then(1).else(0).end())
    .executeTakeFirst();
  return row?.status;
}

export async function isHeld(reader: Reader, id: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('holds')
    .select('listing_id')
    .where('listing_id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the listing is reserved for somebody, now or in a later turn. */
export async function isReserved(reader: Reader, id: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('reservations')
    .select('listing_id')
    .where('listing_id', '=', id)
    .where('until_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a listing has this id, or an order, a certificate, a condition report or a private link of a deleted listing has it. */
export async function isListingIdTaken(reader: Reader, id: string): Promise<boolean> {
  const { taken } = await reader
    .selectNoFrom(({ selectFrom, exists, or }) =>
      or([
        exists(selectFrom('listings').select('id').where('id', '=', id)),
        exists(selectFrom('order_items').select('order_id').where('listing_id', '=', id)),
        exists(selectFrom('certificates').select('number').where('listing_id', '=', id)),
        exists(selectFrom('condition_reports').select('id').where('listing_id', '=', id)),
        exists(selectFrom('private_link_items').select('link_id').where('listing_id', '=', id)),
      ]).as('taken'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(taken);
}

/** The number of the listing's certificate that was not revoked; null without one. */
export async function selectCertificateNumber(reader: Reader, id: string): Promise<string | null> {
  const valid = reader.selectFrom('certificates').select('number').where('listing_id', '=', id);
  return (await valid.where('revoked_at', 'is', null).executeTakeFirst())?.number ?? null;
}

/** When the first live hold or reservation ends, epoch milliseconds; null without one. */
export async function selectFirstHoldEnd(reader: Reader, now: number): Promise<number | null> {
  const { first } = await reader
    .selectFrom(
      reader
        .selectFrom('holds')
        .select('expires_at as end')
        .unionAll(reader.selectFrom('reservations').select('until_at as end'))
        .as('ends'),
    )
    .select((row) => row.fn.min<number | null>('ends.end').as('first'))
    .where('ends.end', '>', now)
    .executeTakeFirstOrThrow();
  return first ?? null;
}

/** The `images` columns of the listings with an online picture. */
export async function selectImagesOnline(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('listings').select('images').where('images', 'like', '%"http%').execute();
  return rows.map((row) => row.images);
}

/** The column by which a listing belongs to an artist or a series. */
export type LinkColumn = 'artist_id' | 'series_id';

/** The ids of the listings that are linked to an artist or a series, ascending. */
export async function selectLinkedIds(reader: Reader, column: LinkColumn, id: string): Promise<string[]> {
  const rows = await reader.selectFrom('listings').select('id').where(column, '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Ids, ascending, of the listings whose `field` is this folded text and is not linked to an artist or series. Scans all listings. */
export async function selectIdsOfText(reader: Reader, field: 'artist' | 'series', folded: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('listings')
    .select('id')
    .where(`${field}_folded`, '=', folded)
    .where(`${field}_id`, 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
