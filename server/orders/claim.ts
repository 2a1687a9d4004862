import { type Refusal, refuse } from '#contract/errors.ts';
import { takeOutOfCart } from '#server/cart/cart.ts';
import { announceState, type ListingRow, lockListings, markAvailable, markSold } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import { endHolds, refuseUnavailable, unavailableTo } from '#server/holds/holds.ts';
import type { Shop } from '#server/shop.ts';
import { endLiveness, endPendingLiveness, type ItemRow, makeLive } from './orders.queries.ts';

/** A piece as an order knows it, whether its listing still exists or not. */
export interface OrderedPiece {
  listingId: string;
  name: string;
}

/**
 * The one way into an order: checkout, POST /orders, PUT /orders and an admin's status all claim here (CONTRACT.md,
 * Invariants). Locks the pieces, ids ascending, and answers them in that order, or refuses with every piece that cannot be
 * had: deleted, sold, discontinued, or held by another buyer.
 */
export async function lockFreePieces(
  shop: Shop,
  tx: Writer,
  userId: string,
  pieces: readonly OrderedPiece[],
): Promise<ListingRow[] | Refusal> {
  const listings = await lockListings(
    tx,
    pieces.map((piece) => piece.listingId),
  );
  const existing = new Set(listings.map((listing) => listing.id));
  const deleted = pieces.find((piece) => !existing.has(piece.listingId));
  if (deleted) return refuse('pieceDeleted', { name: deleted.name });
  return refuseUnavailable(await unavailableTo(shop, tx, userId, listings)) ?? listings;
}

/**
 * Makes free, locked pieces the order's own: sold, out of the buyer's cart, their holds over. The order's items are written.
 * Whatever pending order still pointed at them lets go first; after that the unique index over live pieces has the last word.
 */
export async function ownPieces(
  shop: Shop,
  tx: Writer,
  order: { id: string; user_id: string },
  listings: readonly ListingRow[],
): Promise<Refusal | null> {
  const unique = listings.filter((listing) => listing.is_unique === 1);
  for (const listing of unique) {
    if (!(await markSold(tx, listing.id))) return refuse('sold', { name: listing.name });
    await announceState(shop, tx, listing.id, 'sold');
  }
  await keepLive(tx, order.id, listings);
  await endHolds(
    tx,
    unique.map((listing) => listing.id),
  );
  await takeOutOfCart(
    tx,
    order.user_id,
    listings.map((listing) => listing.id),
  );
  return null;
}

/**
 * The order is the live one of these locked pieces; what else was pending over them is not any more. Its items take the kind the
 * piece has now: it may have become an edition, or unique, since the order was written.
 */
export async function keepLive(tx: Writer, orderId: string, listings: readonly ListingRow[]): Promise<void> {
  const [unique, editions] = [1, 0].map((kind) =>
    listings.filter((listing) => listing.is_unique === kind).map((listing) => listing.id),
  );
  await endPendingLiveness(tx, unique ?? [], orderId);
  await makeLive(tx, orderId, unique ?? [], 1);
  await makeLive(tx, orderId, editions ?? [], 0);
}

/** The order lets pieces go: they are available again, but for those discontinued or deleted since. */
export async function freePieces(shop: Shop, tx: Writer, items: readonly ItemRow[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  const ids = items.map((item) => item.listing_id);
  await lockListings(tx, ids);
  await endLiveness(tx, first.order_id, ids);
  for (const item of items) {
    if (item.is_unique === 1 && (await markAvailable(tx, item.listing_id))) {
      await announceState(shop, tx, item.listing_id, 'available');
    }
  }
}
