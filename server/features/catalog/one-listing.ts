import type { AdminListing, Listing } from '#contract/catalog.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectListing } from './catalog.queries.ts';
import { presentAdminListings, presentListings } from './present-listing.ts';

/** A listing that everybody sees, also a discontinued one. Refused (404): an unknown id, and a listing that not everybody sees. */
export async function findListing(shop: Shop, id: string): Promise<Listing | Refusal> {
  const row = await selectListing(shop.database.read, id, shop.clock());
  if (row?.visibility !== 'listed') return refuse('listingNotFound');
  const [listing] = await presentListings(shop.database.read, [row]);
  return listing ?? refuse('listingNotFound');
}

/**
 * Any listing, with the fields that only the panel sees. A transaction that stores what it reads here passes itself as `reader`. Refused
 * (404): an unknown id.
 */
export async function findListingAsAdmin(
  shop: Shop,
  id: string,
  reader: Reader = shop.database.read,
): Promise<AdminListing | Refusal> {
  const row = await selectListing(reader, id, shop.clock());
  const [listing] = row ? await presentAdminListings(reader, [row]) : [];
  return listing ?? refuse('listingNotFound');
}
