import type { UnavailableListing } from '#contract/checkout.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { type ListingRow, listedIds } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectHolds } from './holds.queries.ts';
import { selectCurrentReservations, selectLastTurns } from './reservations.queries.ts';

/**
 * Why this buyer cannot have some of these listings (rows locked by the caller): sold, discontinued, held by another buyer, or
 * reserved for somebody else. A buyer's own hold does not block the buyer, and an edition is never held.
 */
export async function findUnavailable(
  tx: Writer,
  shop: Shop,
  userId: string,
  listings: readonly ListingRow[],
): Promise<UnavailableListing[]> {
  const ids = listings.map((listing) => listing.id);
  const ends = await endsForOthers(tx, shop, userId, ids);
  return listings.flatMap((listing): UnavailableListing[] => {
    const named = { listingId: listing.id, name: listing.name };
    if (listing.status === 'sold') return [{ ...named, reason: 'sold' }];
    if (listing.status === 'discontinued') return [{ ...named, reason: 'discontinued' }];
    const end = listing.is_unique === 1 ? ends.get(listing.id) : undefined;
    return end === undefined ? [] : [{ ...named, reason: 'held', until: new Date(end).toISOString() }];
  });
}

/** When the holds of other buyers and the reservations for other people end, by listing; the later end if a listing has both. */
async function endsForOthers(
  tx: Writer,
  shop: Shop,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const now = shop.clock();
  const holds = await selectHolds(tx, ids, now);
  const reservations = await selectCurrentReservations(tx, { listingIds: ids }, now);
  // Somebody whose turn on the waiting list ends while they are paying keeps the listing, although the next turn has begun.
  const own = new Set(holds.filter((hold) => hold.user_id === userId).map((hold) => hold.listing_id));
  const others = [
    ...reservations
      .filter((turn) => turn.user_id !== userId && !own.has(turn.listing_id))
      .map((turn) => [turn.listing_id, turn.until_at] as const),
    ...holds.filter((hold) => hold.user_id !== userId).map((hold) => [hold.listing_id, hold.expires_at] as const),
  ];
  const ends = new Map<string, number>();
  for (const [id, end] of others) ends.set(id, Math.max(end, ends.get(id) ?? 0));
  return ends;
}

/** Refuses (409) with the reason of the first listing, and lists all of them under `unavailable`. Null for none. */
export function refuseUnavailable(unavailable: readonly UnavailableListing[]): Refusal | null {
  const [first] = unavailable;
  return first ? refuse(first.reason, { name: first.name }, { unavailable }) : null;
}

/**
 * Tells open pages whether these listings, which are not sold, are held or reserved now, and until when. Leaves out listings that not
 * everybody sees.
 */
export async function announceStates(tx: Writer, shop: Shop, ids: readonly string[]): Promise<void> {
  const now = shop.clock();
  const holds = new Map((await selectHolds(tx, ids, now)).map((hold) => [hold.listing_id, hold.expires_at]));
  const turns = await selectLastTurns(tx, ids, now);
  for (const listingId of await listedIds(tx, ids)) {
    const end = Math.max(holds.get(listingId) ?? 0, turns.get(listingId) ?? 0);
    const until = end > 0 ? { until: new Date(end).toISOString() } : {};
    tx.listingChanged({ listingId, state: end > 0 ? 'reserved' : 'available', ...until });
  }
}
