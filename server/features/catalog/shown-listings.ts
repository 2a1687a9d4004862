import type { AdminListing, Listing } from '#contract/catalog.ts';
import type { Database, Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectListedIds, selectListingsByIds } from './catalog.queries.ts';
import { presentAdminListings, presentListings } from './present-listing.ts';

/** The listings of `ids`, whatever their visibility, by id; unknown ids are left out. */
export async function findListings(reader: Reader, ids: readonly string[], now: number): Promise<Map<string, Listing>> {
  const listings = await presentListings(reader, await selectListingsByIds(reader, ids, now));
  return new Map(listings.map((listing) => [listing.id, listing]));
}

/** The listings of `ids` that everybody sees, by id. */
export async function findListed(reader: Reader, ids: readonly string[], now: number): Promise<Map<string, Listing>> {
  return findListings(reader, [...(await selectListedIds(reader, ids))], now);
}

/** The listings in the order of `ids` with the fields that only the panel sees, unknown ids left out. */
export async function findListingsAsAdmin(
  reader: Reader,
  ids: readonly string[],
  now: number,
): Promise<AdminListing[]> {
  const listings = await presentAdminListings(reader, await selectListingsByIds(reader, ids, now));
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/**
 * `findListed` outside of a transaction, for carts and lists of many requests: listings are cached in memory until the catalog
 * changes.
 */
export async function findShownListings(shop: Shop, ids: readonly string[]): Promise<Map<string, Listing>> {
  // Read before the rows, so that a row is never older than the revision under which it is cached.
  const cached = listingsAt(shop.database, await shop.database.catalogRevision());
  const unknown = ids.filter((id) => !cached.has(id));
  const now = shop.clock();
  const found = unknown.length > 0 ? await findListed(shop.database.read, unknown, now) : null;
  if (cached.size > cacheSize) cached.clear();
  for (const [id, listing] of found ?? []) cached.set(id, listing);
  return new Map(
    ids.flatMap((id) => {
      const listing = found?.get(id) ?? cached.get(id);
      return listing ? [[id, withoutPastHold(listing, now)]] : [];
    }),
  );
}

interface CachedListings {
  revision: number;
  listings: Map<string, Listing>;
}

const caches = new WeakMap<Database, CachedListings>();
const cacheSize = 1_000;

function listingsAt(database: Database, revision: number): Map<string, Listing> {
  const known = caches.get(database);
  if (known?.revision === revision) return known.listings;
  const listings = new Map<string, Listing>();
  caches.set(database, { revision, listings });
  return listings;
}

/** The listing without a hold or reservation that has ended: the end changes no row, so a cached listing still has it. */
function withoutPastHold(listing: Listing, now: number): Listing {
  if (listing.reservedUntil === null || Date.parse(listing.reservedUntil) > now) return listing;
  return { ...listing, reserved: false, reservedUntil: null };
}
