import type { Listing } from '#contract/catalog.ts';

/** The header that tells the page cache when the first hold on a page ends, in epoch milliseconds: then the page is outdated. */
export function pageExpiryHeaders(
  listings: readonly Pick<Listing, 'reserved' | 'reservedUntil'>[],
): Record<string, string> {
  const ends = listings.flatMap(({ reserved, reservedUntil }) =>
    reserved && reservedUntil ? [Date.parse(reservedUntil)] : [],
  );
  return ends.length > 0 ? { 'X-Page-Expires': String(Math.min(...ends)) } : {};
}
