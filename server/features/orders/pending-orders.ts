import { type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { asCents, type Cents, sumCents } from '#contract/money.ts';
import type { Buyer, ShownDelivery, WantedItem } from '#contract/orders.ts';
import { ownsListings, type PaymentMethod } from '#contract/states.ts';
import { activityPoints, addScore } from '#server/features/accounts/accounts.ts';
import { type ListingRow, recordOf, taxSnapshotOf } from '#server/features/catalog/catalog.ts';
import { releaseHolds } from '#server/features/holds/holds.ts';
import { issueInvoice } from '#server/features/invoices/invoices.ts';
import { chargeOrRefundTo, endLiveAttempts, findOrderWithBank } from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { activateItems, claimItems } from './claim.ts';
import { lockUnpaidOrders } from './forget-buyer.queries.ts';
import { queueOrderEmails } from './order-emails.ts';
import { newOrderId } from './order-id.ts';
import { saleOf } from './order-papers.ts';
import { type LockedOrder, lockOrder, recordEvent, searchTextOf, wantedListings } from './order-records.ts';
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
  userId: string;
  items: readonly WantedItem[];
  /** The wanted listings, locked, with the prices of the order. They are held for this buyer, or the shop itself sells them at once. */
  listings: readonly ListingRow[];
  /** Epoch milliseconds. */
  holdExpiresAt: number;
  buyer: Buyer;
  delivery: ShownDelivery;
  paymentMethod: PaymentMethod;
  /** The chosen way of delivery; null if there was none to choose. */
  deliveryOption: ChosenDelivery | null;
  /** Who placed it; the buyer, if absent. */
  by?: 'shop';
}

export interface ChosenDelivery {
  id: string;
  name: string;
  cents: Cents;
  /** Working days from the payment until the order leaves, and until it arrives at the latest. */
  packingDays: number;
  arrivalDays: number;
}

/** Writes the pending order of a checkout; returns its id. */
export async function placeCheckout(tx: Writer, shop: Shop, checkout: Checkout): Promise<string> {
  const { userId, items, listings, buyer, delivery, paymentMethod, holdExpiresAt, deliveryOption } = checkout;
  const deliveryCents = deliveryOption?.cents ?? asCents(0);
  const now = shop.clock();
  const id = await newOrderId(tx, shop);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const ordered = items.flatMap((item) => byId.get(item.listingId) ?? []);
  await insertOrderRow(tx, {
    id,
    user_id: userId,
    // Unique for each buyer, because a confirmation may name the order by its date (docs/behaviour/orders.md, 3).
    order_date: Math.max(now, (await selectLatestOrderDate(tx, userId)) + 1),
    status: 'pending',
    total_cents: sumCents([deliveryCents, ...ordered.map((listing) => listing.price_cents)]),
    delivery_cents: deliveryCents,
    delivery_option: deliveryOption?.id ?? '',
    delivery_name: deliveryOption?.name ?? '',
    packing_days: deliveryOption?.packingDays ?? null,
    arrival_days: deliveryOption?.arrivalDays ?? null,
    payment_method: paymentMethod,
    delivery: JSON.stringify(delivery),
    buyer: JSON.stringify(buyer),
    hold_expires_at: holdExpiresAt,
    reserved_until: null,
    search_text: searchTextOf(
      { id, user_id: userId, buyer, delivery },
      ordered.map((listing) => listing.name),
    ),
    changed_at: now,
    is_demo: 0,
  });
  await insertItems(
    tx,
    ordered.map((listing, position) => itemOf(id, listing, position)),
  );
  await activateItems(tx, id, listings);
  await recordEvent(tx, shop, { orderId: id, what: say('Order placed'), by: checkout.by ?? 'buyer' });
  return id;
}

/** A new item with a snapshot of its listing. It is not live until `activateItems`. */
export function itemOf(orderId: string, listing: ListingRow, position: number) {
  const { name, images, artist, year, spec } = recordOf(listing);
  const snapshot: Snapshot = { name, images: images.map((image) => image.url), artist, year, spec };
  return {
    order_id: orderId,
    listing_id: listing.id,
    position,
    price_cents: listing.price_cents,
    snapshot: JSON.stringify(snapshot),
    tax: taxSnapshotOf(listing),
    is_unique: listing.is_unique,
    is_live: 0 as const,
  };
}

/**
 * Deletes the buyer's unpaid checkouts and ends their holds, except those on the listings in `keptIds`, which a new checkout
 * takes over. With `overId` it does nothing unless one of the checkouts contains that listing.
 */
export async function endPendingCheckouts(
  tx: Writer,
  shop: Shop,
  { userId, keptIds = [], overId }: { userId: string; keptIds?: readonly string[]; overId?: string },
): Promise<void> {
  const checkouts = await lockCheckouts(tx, userId);
  const ids = checkouts.map((row) => row.id);
  const items = await selectItems(tx, ids);
  if (overId !== undefined && !items.some((item) => item.listing_id === overId)) return;
  await endLiveAttempts(tx, shop, ids);
  for (const id of ids) await deleteOrderRow(tx, id);
  if (ids.length > 0) tx.raiseRevision();
  const released = items.map((item) => item.listing_id).filter((id) => !keptIds.includes(id));
  if (released.length > 0) await releaseHolds(tx, shop, { userId, listingIds: released });
}

/**
 * The id of the buyer's unpaid order whose payment the bank is deciding about, since at most `durations.processorPage`; null if there is
 * none. The caller has locked the buyer's row.
 */
export async function findCheckoutWithBank(tx: Writer, shop: Shop, userId: string): Promise<string | null> {
  if (!shop.processor) return null;
  const ids = (await lockCheckouts(tx, userId)).map((row) => row.id);
  return findOrderWithBank(tx, ids, shop.clock() - durations.processorPage);
}

/**
 * Cancels the buyer's pending orders that an admin made pending; the caller has ended those of a checkout
 * (`endPendingCheckouts`). Neither holds nor payments depend on them.
 */
export async function cancelPendingOrders(tx: Writer, shop: Shop, userId: string): Promise<void> {
  const pending = (await lockUnpaidOrders(tx, userId)).filter(({ status }) => status === 'pending');
  for (const { id } of pending) {
    await updateOrderRow(tx, id, { status: 'cancelled', changed_at: shop.clock() });
    await recordEvent(tx, shop, { orderId: id, what: say('Order cancelled'), by: 'shop' });
  }
  if (pending.length > 0) tx.raiseRevision();
}

export interface Confirmation {
  userId: string;
  orderId?: string | undefined;
  /** Epoch milliseconds. */
  orderDate?: number | undefined;
  listingIds: readonly string[];
}

/**
 * Makes a pending order paid and returns its id: its listings are sold and leave the cart, and their price is charged.
 * Repeating it changes nothing. A checkout that expired less than a day ago can still be paid while all its listings are
 * available (docs/behaviour/checkout.md, 11). Refused: an unknown order, other listings than the order's, a cancelled order, a
 * listing that is not available. An order by bank transfer stays pending. The caller has locked the buyer's row.
 */
export async function payCheckout(tx: Writer, shop: Shop, confirmation: Confirmation): Promise<string | Refusal> {
  const order = await lockConfirmed(tx, confirmation);
  if (!order) return refuse('checkoutNotFound');
  const { row, items } = order;
  const orderedIds = items.map((item) => item.listing_id);
  if (!sameIds(orderedIds, confirmation.listingIds)) return refuse('checkoutDiffers');
  if (ownsListings(row.status)) return row.id;
  if (row.status !== 'pending' || expiredLongAgo(shop, row)) return refuse('checkoutEnded');
  // A transfer stays pending until an admin records that the money has arrived.
  if (row.payment_method === 'transfer') return row.id;

  const refused = await claimItems(tx, shop, { order: row, wanted: wantedListings(items) });
  if (refused) return refused;
  await updateOrderRow(tx, row.id, { status: 'paid', hold_expires_at: null, changed_at: shop.clock() });
  await chargeOrRefundTo(tx, shop, { orderId: row.id, method: row.payment_method, target: row.total_cents });
  await addScore(tx, row.user_id, activityPoints.orderPaid);
  await recordEvent(tx, shop, { orderId: row.id, what: say('Payment received'), by: 'buyer' });
  await issueInvoice(tx, shop, saleOf(order));
  await queueOrderEmails(tx, shop, { before: row, kind: 'paid', by: 'buyer' });
  return row.id;
}

/** The order that a confirmation is about, locked. Refused: an unknown order (404), other listings than the order's (409). */
export async function lockConfirmedOrder(tx: Writer, confirmation: Confirmation): Promise<LockedOrder | Refusal> {
  const order = await lockConfirmed(tx, confirmation);
  if (!order) return refuse('checkoutNotFound');
  const orderedIds = order.items.map((item) => item.listing_id);
  return sameIds(orderedIds, confirmation.listingIds) ? order : refuse('checkoutDiffers');
}

async function lockConfirmed(tx: Writer, { userId, orderId, orderDate }: Confirmation) {
  const id = orderId ?? (orderDate === undefined ? undefined : await selectOrderIdByDate(tx, userId, orderDate));
  const order = id === undefined ? null : await lockOrder(tx, id);
  if (order?.row.user_id !== userId) return null;
  return orderDate === undefined || order.row.order_date === orderDate ? order : null;
}

function expiredLongAgo(shop: Shop, row: OrderRow): boolean {
  return row.hold_expires_at !== null && shop.clock() > row.hold_expires_at + durations.expiredCheckoutConfirmable;
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const ids = new Set(left);
  return left.length === right.length && right.every((id) => ids.has(id)) && new Set(right).size === right.length;
}
