import { type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { Buyer, ShownDelivery, WantedItem } from '#contract/orders.ts';
import { ownsPieces, type PaymentMethod } from '#contract/states.ts';
import { activityPoints, addScore } from '#server/accounts/accounts.ts';
import { type ListingRow, recordOf } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import { releaseOwnHolds } from '#server/holds/holds.ts';
import { issueInvoice } from '#server/invoices/invoices.ts';
import { settle } from '#server/payments/payments.ts';
import type { Shop } from '#server/shop.ts';
import { keepLive, lockFreePieces, ownPieces } from './claim.ts';
import { newOrderId } from './order-id.ts';
import { tellBuyer } from './order-letters.ts';
import { lockOrder, nameOf, recordEvent, searchTextOf } from './order-records.ts';
import {
  deleteOrderRow,
  insertItems,
  insertOrderRow,
  lockCheckouts,
  type OrderRow,
  selectItems,
  selectLatestOrderDate,
  selectOrderIdByDate,
  updateOrderRow,
} from './orders.queries.ts';
import type { Snapshot } from './present-order.ts';

export interface Checkout {
  items: readonly WantedItem[];
  /** The wanted pieces, locked, free for this buyer and held. */
  listings: readonly ListingRow[];
  /** Epoch milliseconds. */
  holdExpiresAt: number;
  buyer: Buyer;
  delivery: ShownDelivery;
  paymentMethod: PaymentMethod;
}

/** Writes the pending order of a checkout over pieces the buyer holds. */
export async function placeCheckout(shop: Shop, tx: Writer, userId: string, checkout: Checkout): Promise<string> {
  const { items, listings, buyer, delivery, paymentMethod, holdExpiresAt } = checkout;
  const now = shop.clock();
  const id = await newOrderId(shop, tx);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const ordered = items.flatMap((item) => byId.get(item.listingId) ?? []);
  await insertOrderRow(tx, {
    id,
    user_id: userId,
    // SPEC.md's confirmation names the order by its date, so a buyer's dates differ.
    order_date: Math.max(now, (await selectLatestOrderDate(tx, userId)) + 1),
    status: 'pending',
    total_cents: ordered.reduce((sum, listing) => sum + listing.price_cents, 0),
    payment_method: paymentMethod,
    delivery: JSON.stringify(delivery),
    buyer: JSON.stringify(buyer),
    hold_expires_at: holdExpiresAt,
    search_text: searchTextOf(
      { id, user_id: userId, buyer },
      ordered.map((listing) => listing.name),
    ),
    changed_at: now,
    is_demo: 0,
  });
  await insertItems(
    tx,
    ordered.map((listing, position) => itemOf(id, listing, position)),
  );
  await keepLive(tx, id, listings);
  await recordEvent(shop, tx, id, 'Order placed', 'buyer');
  return id;
}

/** An item that has nothing yet: claiming makes it live. */
export function itemOf(orderId: string, listing: ListingRow, position: number) {
  const { name, images, artist, year, spec } = recordOf(listing);
  const snapshot: Snapshot = { name, images: images.map((image) => image.url), artist, year, spec };
  return {
    order_id: orderId,
    listing_id: listing.id,
    position,
    price_cents: listing.price_cents,
    snapshot: JSON.stringify(snapshot),
    is_unique: listing.is_unique,
    is_live: 0 as const,
  };
}

/**
 * A buyer has one checkout at a time: what waited for its payment is gone, and its pieces are free (CONTRACT.md), but for those
 * in `kept`, which the next checkout has taken over. With `over`, a piece's id, only if it waits for that piece.
 */
export async function endPendingCheckouts(
  shop: Shop,
  tx: Writer,
  userId: string,
  { kept = [], over }: { kept?: readonly string[]; over?: string } = {},
): Promise<void> {
  const checkouts = await lockCheckouts(tx, userId);
  const ids = checkouts.map((row) => row.id);
  const items = await selectItems(tx, ids);
  if (over !== undefined && !items.some((item) => item.listing_id === over)) return;
  for (const id of ids) await deleteOrderRow(tx, id);
  const left = items.map((item) => item.listing_id).filter((id) => !kept.includes(id));
  if (left.length > 0) await releaseOwnHolds(shop, tx, userId, left);
}

export interface Confirmation {
  orderId?: string | undefined;
  /** Epoch milliseconds. */
  orderDate?: number | undefined;
  listingIds: readonly string[];
}

/**
 * Pending becomes paid: pieces sold, charged, out of the cart, in the caller's transaction. Repeating it changes nothing. A hold
 * that ran out is no reason to refuse while every piece is still free, for a day (CONTRACT.md, confirm-payment).
 * Answers the order's id. The buyer's row is locked by the caller.
 */
export async function payCheckout(
  shop: Shop,
  tx: Writer,
  userId: string,
  confirmation: Confirmation,
): Promise<string | Refusal> {
  const order = await lockConfirmed(tx, userId, confirmation);
  if (!order) return refuse('checkoutNotFound');
  const { row, items } = order;
  if (
    !sameIds(
      items.map((item) => item.listing_id),
      confirmation.listingIds,
    )
  )
    return refuse('checkoutDiffers');
  if (ownsPieces(row.status)) return row.id;
  if (row.status !== 'pending' || ranOutLongAgo(shop, row)) return refuse('checkoutOver');

  const listings = await lockFreePieces(
    shop,
    tx,
    userId,
    items.map((item) => ({ listingId: item.listing_id, name: nameOf(item) })),
  );
  if ('refused' in listings) return listings;
  const refused = await ownPieces(shop, tx, row, listings);
  if (refused) return refused;
  await updateOrderRow(tx, row.id, { status: 'paid', hold_expires_at: null, changed_at: shop.clock() });
  await settle(shop, tx, { id: row.id, method: row.payment_method, target: row.total_cents });
  await addScore(tx, userId, activityPoints.orderPaid);
  await recordEvent(shop, tx, row.id, 'Payment received', 'buyer');
  await issueInvoice(tx, row.id, shop.clock());
  await tellBuyer(shop, tx, row, 'paid');
  return row.id;
}

async function lockConfirmed(tx: Writer, userId: string, { orderId, orderDate }: Confirmation) {
  const id = orderId ?? (orderDate === undefined ? undefined : await selectOrderIdByDate(tx, userId, orderDate));
  const order = id === undefined ? null : await lockOrder(tx, id);
  if (order?.row.user_id !== userId) return null;
  return orderDate === undefined || order.row.order_date === orderDate ? order : null;
}

function ranOutLongAgo(shop: Shop, row: OrderRow): boolean {
  return row.hold_expires_at !== null && shop.clock() > row.hold_expires_at + durations.expiredCheckoutConfirmable;
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const ids = new Set(left);
  return left.length === right.length && right.every((id) => ids.has(id)) && new Set(right).size === right.length;
}
