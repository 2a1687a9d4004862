import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { removeBoughtFromCart } from '#server/features/cart/cart.ts';
import {
  type ListingRow,
  lockListings,
  lockListingsFor,
  markAvailable,
  markSold,
} from '#server/features/catalog/catalog.ts';
import {
  announceStates,
  endHolds,
  findUnavailable,
  pricedFor,
  refuseUnavailable,
} from '#server/features/holds/holds.ts';
import { recordSales, undoSales } from '#server/features/provenance/provenance.ts';
import { endWaiting, offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type ItemRow, markLive, unmarkLive, unmarkLiveInOtherPendingOrders } from './orders.queries.ts';

/** A listing to claim. A refusal uses `name` if the listing has been deleted. */
export interface WantedListing {
  listingId: string;
  name: string;
}

/**
 * Locks the listings by ascending id and returns them in that order, with the prices for this buyer. Refuses (409) the first deleted
 * listing, otherwise all listings that are sold, discontinued or held by another buyer. Everything that claims listings calls this first
 * (docs/behaviour/orders.md, 13). A listing that the buyer does not see counts as deleted, unless the shop itself sells it (`byShop`).
 */
export async function lockAvailableListings(
  tx: Writer,
  shop: Shop,
  { userId, wanted, byShop = false }: { userId: string; wanted: readonly WantedListing[]; byShop?: boolean },
): Promise<ListingRow[] | Refusal> {
  const ids = wanted.map(({ listingId }) => listingId);
  const listings = byShop ? await lockListings(tx, ids) : await lockListingsFor(tx, shop, userId, ids);
  const existing = new Set(listings.map((listing) => listing.id));
  const deleted = wanted.find(({ listingId }) => !existing.has(listingId));
  if (deleted) return refuse('listingDeleted', { name: deleted.name });
  const refused = refuseUnavailable(await findUnavailable(tx, shop, userId, listings));
  return refused ?? pricedFor(tx, shop, userId, listings);
}

/**
 * Makes listings belong to a paid order: sold, out of the buyer's cart, their holds ended. The caller has locked them with
 * `lockAvailableListings` and written the order's items. Items of other pending orders stop being live first; after that the
 * unique index over live items decides.
 */
export async function claimListings(
  tx: Writer,
  shop: Shop,
  { order, listings }: { order: { id: string; user_id: string }; listings: readonly ListingRow[] },
): Promise<Refusal | null> {
  const unique = listings.filter((listing) => listing.is_unique === 1);
  for (const listing of unique) {
    if (!(await markSold(tx, listing.id))) return refuse('sold', { name: listing.name });
    if (listing.visibility === 'listed') tx.listingChanged({ listingId: listing.id, state: 'sold' });
    else tx.raiseRevision();
  }
  await activateItems(tx, order.id, listings);
  await endHolds(
    tx,
    shop,
    unique.map((listing) => listing.id),
  );
  const ids = listings.map((listing) => listing.id);
  await recordSales(tx, shop, { orderId: order.id, listingIds: unique.map((listing) => listing.id) });
  await removeBoughtFromCart(tx, order.user_id, ids);
  await endWaiting(tx, shop, order.user_id, ids);
  return null;
}

/** `lockAvailableListings` and `claimListings` for the existing items of an order. */
export async function claimItems(
  tx: Writer,
  shop: Shop,
  { order, ...wanted }: { order: { id: string; user_id: string }; wanted: readonly WantedListing[]; byShop?: boolean },
): Promise<Refusal | null> {
  const listings = await lockAvailableListings(tx, shop, { userId: order.user_id, ...wanted });
  return isRefusal(listings) ? listings : claimListings(tx, shop, { order, listings });
}

/**
 * Marks the order's items with these locked listings as live. Items of other pending orders with the unique ones among them stop being
 * live. Each item is marked as unique or as an edition like its listing, because an admin may have changed that since the order was made.
 */
export async function activateItems(tx: Writer, orderId: string, listings: readonly ListingRow[]): Promise<void> {
  const idsOf = (isUnique: 0 | 1) =>
    listings.filter((listing) => listing.is_unique === isUnique).map((listing) => listing.id);
  await unmarkLiveInOtherPendingOrders(tx, idsOf(1), orderId);
  await markLive(tx, orderId, idsOf(1), 1);
  await markLive(tx, orderId, idsOf(0), 0);
}

/** Makes the listings of an order's items available again, except those discontinued or deleted since. */
export async function releaseListings(tx: Writer, shop: Shop, items: readonly ItemRow[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  const ids = items.map((item) => item.listing_id);
  await lockListings(tx, ids);
  await unmarkLive(tx, first.order_id, ids);
  const freed: string[] = [];
  for (const { listing_id, is_unique } of items)
    if (is_unique === 1 && (await markAvailable(tx, listing_id))) freed.push(listing_id);
  await undoSales(tx, shop, { orderId: first.order_id, listingIds: ids });
  await announceStates(tx, shop, freed);
  await offerToWaiting(tx, shop, freed);
}

/** Locks the listings, and says whether everybody can buy all of them now: they exist, are shown, and are kept for nobody. */
export async function areForSale(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<boolean> {
  const nobody = '';
  const listings = await lockListingsFor(tx, shop, nobody, listingIds);
  return listings.length === listingIds.length && (await findUnavailable(tx, shop, nobody, listings)).length === 0;
}
