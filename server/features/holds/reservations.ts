// Reservations: a listing is kept for one person until a time (decision 0040). Everybody else is refused as if another buyer held it.
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Cents } from '#contract/money.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectHolds } from './holds.queries.ts';
import {
  deleteReservations,
  insertReservations,
  type ReservationFilter,
  selectCurrentReservations,
  selectLastTurns,
  selectReservedIds,
  updateReservedFor,
} from './reservations.queries.ts';
import { announceStates, findUnavailable, refuseUnavailable } from './unavailable.ts';

export interface Turn {
  /** Who may hold and buy the listing; null: nobody yet (`giveReservations`). */
  userId: string | null;
  /** Epoch milliseconds; later than the turn before. The first turn begins at once, each other one at the end of the one before. */
  until: number;
  /** The price for this person; absent: the price of the listing. */
  cents?: Cents | null;
}

export interface NewReservation {
  /** The record that reserves the listing: `waiting list`, or an offer, for example `offer 3f…`. */
  source: string;
  /** The listing, which the caller has locked. */
  listing: ListingRow;
  turns: readonly Turn[];
}

/**
 * Reserves an available unique listing, in place of what the same source has reserved of it before. Limits of holds do not apply.
 * Refuses (409) an edition, a listing that is sold or discontinued, reserved by another source, or held by anybody but the person of
 * the first turn. What another source has reserved for later (`reserveAfter`) ends: that source reserves it anew.
 */
export async function reserveListing(tx: Writer, shop: Shop, reservation: NewReservation): Promise<Refusal | null> {
  const { source, listing, turns } = reservation;
  const { id, name } = listing;
  if (listing.is_unique === 0) return refuse('editionReserved', { name });
  const [current] = await selectCurrentReservations(tx, { listingIds: [id] }, shop.clock());
  if (current && current.source !== source) return refuse('listingReserved', { name });
  await deleteReservations(tx, [id]);
  const first = turns[0]?.userId ?? '';
  const refused = refuseUnavailable(await findUnavailable(tx, shop, first, [listing]));
  if (refused) return refused;
  await addTurns(tx, shop, reservation);
  return null;
}

/**
 * Reserves a listing from the end of the reservation of another source, in place of what this source has reserved of it before. All
 * `turns` end after that reservation.
 */
export async function reserveAfter(tx: Writer, shop: Shop, reservation: NewReservation): Promise<void> {
  await deleteReservations(tx, [reservation.listing.id], reservation.source);
  await addTurns(tx, shop, reservation);
}

async function addTurns(tx: Writer, shop: Shop, { source, listing: { id }, turns }: NewReservation): Promise<void> {
  await insertReservations(
    tx,
    turns.map(({ userId, until, cents = null }) => ({
      listing_id: id,
      until_at: until,
      user_id: userId,
      source,
      price_cents: cents,
    })),
  );
  await announceStates(tx, shop, [id]);
}

/**
 * Ends the reservations of these listings, which the caller has locked. A hold or a checkout that the person has already stays, at
 * the price of that checkout.
 */
export async function endReservations(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<void> {
  const live = await selectLastTurns(tx, listingIds, shop.clock());
  await deleteReservations(tx, listingIds);
  await announceStates(tx, shop, [...live.keys()]);
}

export const findReservedIds = selectReservedIds;

/**
 * Gives all turns of a source to this user. The caller has locked their listings. Refuses (409) while somebody else holds one of the
 * listings.
 */
export async function giveReservations(
  tx: Writer,
  shop: Shop,
  source: string,
  userId: string,
): Promise<Refusal | null> {
  const holds = await selectHolds(tx, await selectReservedIds(tx, source), shop.clock());
  if (holds.some((hold) => hold.user_id !== userId)) return refuse('reservationBeingPaid');
  await updateReservedFor(tx, source, userId);
  return null;
}

/** The current turns that the filter selects. */
export async function findReservations(
  reader: Reader,
  shop: Shop,
  filter: ReservationFilter,
): Promise<({ listingId: string; source: string } & Required<Turn>)[]> {
  const rows = await selectCurrentReservations(reader, filter, shop.clock());
  return rows.map((row) => ({
    listingId: row.listing_id,
    source: row.source,
    userId: row.user_id,
    until: row.until_at,
    cents: row.price_cents,
  }));
}

/** The listings with the prices that this buyer pays: those of a reservation, where it names one. */
export async function pricedFor(
  tx: Writer,
  shop: Shop,
  userId: string,
  listings: readonly ListingRow[],
): Promise<ListingRow[]> {
  const listingIds = listings.map((listing) => listing.id);
  const own = await findReservations(tx, shop, { listingIds, userId });
  const prices = new Map(own.map(({ listingId, cents }) => [listingId, cents]));
  return listings.map((listing) => ({ ...listing, price_cents: prices.get(listing.id) ?? listing.price_cents }));
}
