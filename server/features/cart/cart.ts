import type { CartItem } from '#contract/cart.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { activityPoints, addScore, lockUser } from '#server/features/accounts/accounts.ts';
import { findKeptPrivate, findShownListings, lockListingsFor } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAllEntries, deleteEntries, insertEntry, selectEntries } from './cart.queries.ts';

/**
 * The cart, oldest entry first. A listing that was sold later is included with its state; a deleted one, and one that this person no
 * longer sees, is not.
 */
export async function listCartItems(shop: Shop, userId: string): Promise<CartItem[]> {
  const entries = await selectEntries(shop.database.read, userId);
  const listings = await findShownListings(
    shop,
    entries.map((entry) => entry.listing_id),
  );
  const missing = entries.map((entry) => entry.listing_id).filter((id) => !listings.has(id));
  const kept = await findKeptPrivate(shop, userId, missing);
  return entries.flatMap((entry) => {
    const listing = listings.get(entry.listing_id) ?? kept.get(entry.listing_id);
    return listing ? [{ listingId: entry.listing_id, addedAt: new Date(entry.added_at).toISOString(), listing }] : [];
  });
}

/**
 * Adds a listing to a cart; one that is in it already stays as it is. Refuses a listing that is unknown or hidden from this person
 * (404), and a sold or a discontinued one (409).
 */
export function addToCart(shop: Shop, userId: string, listingId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const [listing] = await lockListingsFor(tx, shop, userId, [listingId]);
    if (!listing) return refuse('listingNotFound');
    if (listing.status === 'sold') return refuse('listingSold');
    if (listing.status === 'discontinued') return refuse('listingUnavailable');
    const isNew = await insertEntry(tx, { user_id: userId, listing_id: listingId, added_at: shop.clock() });
    if (isNew) await addScore(tx, userId, activityPoints.cartAdd);
    if (isNew) tx.afterCommit(() => shop.visits.count(listingId, 'cartAdds'));
    return null;
  });
}

export function removeFromCart(shop: Shop, userId: string, listingId: string): Promise<void> {
  return shop.database.write((tx) => deleteEntries(tx, userId, [listingId]));
}

export function clearCart(shop: Shop, userId: string): Promise<void> {
  return shop.database.write((tx) => deleteAllEntries(tx, userId));
}

/** Removes listings from the buyer's cart in the transaction that sells them. */
export function removeBoughtFromCart(tx: Writer, userId: string, listingIds: readonly string[]): Promise<void> {
  return deleteEntries(tx, userId, listingIds);
}
