import type { CartItem } from '#contract/cart.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { activityPoints, addScore, lockUser } from '#server/accounts/accounts.ts';
import { findListings, lockListings } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAllEntries, deleteEntries, insertEntry, selectEntries } from './cart.queries.ts';

/** Oldest first. A piece sold since stays, marked by its listing; one deleted since has fallen out. */
export async function cartOf(shop: Shop, userId: string): Promise<CartItem[]> {
  const entries = await selectEntries(shop.database.read, userId);
  const listings = await findListings(
    shop.database.read,
    entries.map((entry) => entry.listing_id),
    shop.clock(),
  );
  return entries.flatMap((entry) => {
    const listing = listings.get(entry.listing_id);
    return listing ? [{ listingId: entry.listing_id, addedAt: new Date(entry.added_at).toISOString(), listing }] : [];
  });
}

/** Twice is one entry. Refused: unknown 404, sold or discontinued 409. */
export function addToCart(shop: Shop, userId: string, listingId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const [listing] = await lockListings(tx, [listingId]);
    if (!listing) return refuse('listingNotFound');
    if (listing.status === 'sold') return refuse('pieceSold');
    if (listing.status === 'discontinued') return refuse('pieceGone');
    const isNew = await insertEntry(tx, { user_id: userId, listing_id: listingId, added_at: shop.clock() });
    if (isNew) await addScore(tx, userId, activityPoints.cartAdd);
    return null;
  });
}

export function removeFromCart(shop: Shop, userId: string, listingId: string): Promise<void> {
  return shop.database.write((tx) => deleteEntries(tx, userId, [listingId]));
}

export function clearCart(shop: Shop, userId: string): Promise<void> {
  return shop.database.write((tx) => deleteAllEntries(tx, userId));
}

/** What was bought leaves the buyer's cart, in the transaction that sold it. */
export function takeOutOfCart(tx: Writer, userId: string, listingIds: readonly string[]): Promise<void> {
  return deleteEntries(tx, userId, listingIds);
}
