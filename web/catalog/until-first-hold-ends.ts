import type { Listing } from '#contract/catalog.ts';

/** The header by which the server's page cache knows how long a page with reservations on it shows what is so. */
export function untilFirstHoldEnds(
  listings: readonly Pick<Listing, 'reserved' | 'reservedUntil'>[],
): Record<string, string> {
  const ends = listings.flatMap(({ reserved, reservedUntil }) =>
    reserved && reservedUntil ? [Date.parse(reservedUntil)] : [],
  );
  return ends.length > 0 ? { 'X-Page-Expires': String(Math.min(...ends)) } : {};
}
