import type { ListingEvent } from '#contract/catalog.ts';
import type { UnavailableListing } from '#contract/checkout.ts';
import type { Hold } from './use-hold.ts';

/**
 * The hold after a listing event, which changes only the reasons of unavailable listings. Events of the buyer's own hold
 * arrive as well, also after the response that granted it, and change nothing.
 */
export function applyEventToHold(hold: Hold, event: ListingEvent): Hold {
  if (hold.phase !== 'unavailable') return hold;
  const listings = updateUnavailable(hold.listings, event);
  return listings === 'retry' || listings === hold.listings ? hold : { phase: 'unavailable', listings };
}

/**
 * The unavailable listings after an event: the same array if nothing changed, 'retry' if one of them is available again and
 * the hold should be requested again.
 */
export function updateUnavailable(
  listings: readonly UnavailableListing[],
  { listingId, state, until }: ListingEvent,
): readonly UnavailableListing[] | 'retry' {
  const changed = listings.find((listing) => listing.listingId === listingId);
  if (!changed) return listings;
  if (state === 'available') return 'retry';
  const reason = state === 'reserved' ? 'held' : state === 'sold' ? 'sold' : 'discontinued';
  if (reason === changed.reason && until === changed.until) return listings;
  const { until: _previousEnd, ...rest } = changed;
  const updated: UnavailableListing = { ...rest, reason, ...(reason === 'held' && until !== undefined && { until }) };
  return listings.map((listing) => (listing === changed ? updated : listing));
}

/** When the first hold of another buyer ends, in epoch milliseconds; null if there is none. */
export function firstHoldEnd(listings: readonly UnavailableListing[]): number | null {
  const ends = listings.flatMap(({ reason, until }) => (reason === 'held' && until ? [Date.parse(until)] : []));
  return ends.length > 0 ? Math.min(...ends) : null;
}
