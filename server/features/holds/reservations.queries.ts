import type { ReservationsTable } from '#server/platform/database/catalog-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';

export type ReservationRow = ReservationsTable;

export interface ReservationFilter {
  listingIds?: readonly string[];
  source?: string;
  userId?: string;
}

function currentReservations(reader: Reader, now: number) {
  return reader
    .selectFrom('reservations')
    .selectAll()
    .where('until_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations as earlier')
            .select('earlier.listing_id')
            .whereRef('earlier.listing_id', '=', 'reservations.listing_id')
            .where('earlier.until_at', '>', now)
            .whereRef('earlier.until_at', '<', 'reservations.until_at'),
        ),
      ),
    );
}

/** The type of lists of ids in prepared queries. */
const someIds: readonly string[] = [''];

const currentReservationsOf = compileOnce({ listingIds: someIds, now: 0 }, (reader, { listingIds, now }) =>
  currentReservations(reader, now).where('listing_id', 'in', listingIds).orderBy('listing_id'),
);

const currentReservationsFor = compileOnce(
  { listingIds: someIds, userId: '', now: 0 },
  (reader, { listingIds, userId, now }) =>
    currentReservations(reader, now)
      .where('listing_id', 'in', listingIds)
      .where('user_id', '=', userId)
      .orderBy('listing_id'),
);

/** The current turns, at most one for each listing: the earliest that has not ended, if it matches the filter. */
export async function selectCurrentReservations(
  reader: Reader,
  { listingIds, source, userId }: ReservationFilter,
  now: number,
): Promise<ReservationRow[]> {
  if (listingIds?.length === 0) return [];
  if (listingIds && source === undefined && userId === undefined)
    return currentReservationsOf(reader, { listingIds, now });
  if (listingIds && source === undefined && userId !== undefined)
    return currentReservationsFor(reader, { listingIds, userId, now });
  let rows = currentReservations(reader, now);
  if (listingIds) rows = rows.where('listing_id', 'in', listingIds);
  if (source !== undefined) rows = rows.where('source', '=', source);
  if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  return rows.orderBy('listing_id').execute();
}

/** The ends of the last turns, epoch milliseconds by listing id, of those listings that have a turn that has not ended. */
export async function selectLastTurns(
  reader: Reader,
  listingIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (listingIds.length === 0) return new Map();
  const rows = await lastTurnsOf(reader, { listingIds, now });
  return new Map(rows.map((row) => [row.listing_id, Number(row.until)]));
}

const lastTurnsOf = compileOnce({ listingIds: someIds, now: 0 }, (reader, { listingIds, now }) =>
  reader
    .selectFrom('reservations')
    .select(['listing_id', (row) => row.fn.max<number>('until_at').as('until')])
    .where('listing_id', 'in', listingIds)
    .where('until_at', '>', now)
    .groupBy('listing_id'),
);

export async function insertReservations(tx: Writer, rows: readonly ReservationRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('reservations').values(rows).execute();
}

/** The listings that this source has reserved, also those whose turns have ended. */
export async function selectReservedIds(reader: Reader, source: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('reservations')
    .select('listing_id')
    .distinct()
    .where('source', '=', source)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
}

/** Deletes the turns of these listings: of all sources, or of `source`. */
export async function deleteReservations(tx: Writer, listingIds: readonly string[], source?: string): Promise<void> {
  if (listingIds.length === 0) return;
  const rows = tx.deleteFrom('reservations').where('listing_id', 'in', listingIds);
  await (source === undefined ? rows : rows.where('source', '=', source)).execute();
}

/** Sets the person of all turns of a source. */
export async function updateReservedFor(tx: Writer, source: string, userId: string): Promise<void> {
  await tx.updateTable('reservations').set({ user_id: userId }).where('source', '=', source).execute();
}
