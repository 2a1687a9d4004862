import { type Refusal, refuse } from '#contract/errors.ts';
import { formatCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { canCancel, canEdit, type OrderStatus, orderStatusLabel, ownsPieces } from '#contract/states.ts';
import { lockUser } from '#server/accounts/accounts.ts';
import { recordChange } from '#server/audit/audit.ts';
import { lockListings } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { releaseOwnHolds } from '#server/holds/holds.ts';
import { issueInvoice } from '#server/invoices/invoices.ts';
import { settle } from '#server/payments/payments.ts';
import type { Shop } from '#server/shop.ts';
import { freePieces, lockFreePieces, ownPieces } from './claim.ts';
import { findOrderDetails } from './order-details.ts';
import { tellBuyer } from './order-letters.ts';
import { type LockedOrder, lockOrder, nameOf, recordEvent, searchTextOf } from './order-records.ts';
import {
  deleteItems,
  endLiveness,
  type ItemRow,
  insertItems,
  type OrderRow,
  updateOrderRow,
} from './orders.queries.ts';
import { itemOf } from './pending-orders.ts';
import { buyerOf } from './present-order.ts';

/**
 * The buyer changes which pieces a paid order has: kept ones at the price paid, added ones at today's; the difference is charged
 * or refunded in the payments record (CONTRACT.md, PUT /orders/{id}).
 */
export async function modifyOrder(
  shop: Shop,
  userId: string,
  id: string,
  listingIds: readonly string[],
): Promise<OrderDetails | Refusal> {
  const refused = await changeOwnOrder(shop, userId, id, async (tx, { row, items }) => {
    if (!canEdit(row.status)) return refuse('onlyPaidModified');
    if (listingIds.length === 0) return refuse('orderNeedsItems');
    const wanted = new Set(listingIds);
    const kept = items.filter((item) => wanted.has(item.listing_id));
    const removed = items.filter((item) => !wanted.has(item.listing_id));
    const keptIds = new Set(kept.map((item) => item.listing_id));
    const addedIds = listingIds.filter((listingId) => !keptIds.has(listingId));
    if (addedIds.length === 0 && removed.length === 0) return null;
    return replaceItems(shop, tx, row, { kept, removed, addedIds });
  });
  return refused ?? detailsOf(shop, id);
}

/** Pieces free again, everything refunded (CONTRACT.md, POST /orders/{id}/cancel). */
export async function cancelOrder(shop: Shop, userId: string, id: string): Promise<OrderDetails | Refusal> {
  const refused = await changeOwnOrder(shop, userId, id, async (tx, order) => {
    if (!canCancel(order.row.status)) return refuse('onlyPaidCancelled');
    await letGo(shop, tx, order, 'cancelled');
    await recordEvent(shop, tx, id, 'Order cancelled', 'buyer');
    await tellBuyer(shop, tx, order.row, 'cancelled');
    return null;
  });
  return refused ?? detailsOf(shop, id);
}

/**
 * The shopkeeper sets any status from any. To cancelled or pending frees the pieces and refunds; from them claims the pieces
 * and charges again, 409 where one is gone. One piece, one live order: no status change may break it.
 */
export async function setOrderStatus(
  shop: Shop,
  adminId: string,
  id: string,
  status: OrderStatus,
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return refuse('orderNotFound');
    const { row } = order;
    if (row.status === status) return null;
    const conflict = await moveTo(shop, tx, order, status);
    if (conflict) return conflict;
    await recordEvent(shop, tx, id, `Status set to ${orderStatusLabel[status].toLowerCase()}`, 'shop');
    await tellBuyer(shop, tx, row, { status });
    await recordChange(tx, shop, {
      adminId,
      action: 'order status',
      subject: id,
      before: { status: row.status },
      after: { status },
    });
    await raiseRevision(tx);
    return null;
  });
  return refused ?? detailsOf(shop, id);
}

/** Locks buyer, then order; what the change wrote is undone when it refuses. */
function changeOwnOrder(
  shop: Shop,
  userId: string,
  id: string,
  change: (tx: Writer, order: LockedOrder) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const order = await lockOrder(tx, id);
    if (order?.row.user_id !== userId) return refuse('orderNotFound');
    const refused = await change(tx, order);
    if (refused) return refused;
    await raiseRevision(tx);
    return null;
  });
}

interface Replacement {
  kept: readonly ItemRow[];
  removed: readonly ItemRow[];
  addedIds: readonly string[];
}

async function replaceItems(
  shop: Shop,
  tx: Writer,
  row: OrderRow,
  { kept, removed, addedIds }: Replacement,
): Promise<Refusal | null> {
  // All pieces of both sides at once, so that every change locks in the same order.
  await lockListings(tx, [...addedIds, ...removed.map((item) => item.listing_id)]);
  await freePieces(shop, tx, removed);
  await deleteItems(
    tx,
    row.id,
    removed.map((item) => item.listing_id),
  );

  const added = await lockFreePieces(
    shop,
    tx,
    row.user_id,
    addedIds.map((listingId) => ({ listingId, name: listingId })),
  );
  if ('refused' in added) return added;
  const nextPosition = 1 + Math.max(-1, ...kept.map((item) => item.position), ...removed.map((item) => item.position));
  const addedItems = added.map((listing, index) => itemOf(row.id, listing, nextPosition + index));
  await insertItems(tx, addedItems);
  const refused = await ownPieces(shop, tx, row, added);
  if (refused) return refused;

  const items = [...kept, ...addedItems];
  const total = items.reduce((sum, item) => sum + item.price_cents, 0);
  await updateOrderRow(tx, row.id, {
    total_cents: total,
    changed_at: shop.clock(),
    search_text: searchTextOf({ ...row, buyer: buyerOf(row) }, items.map(nameOf)),
  });
  await settle(shop, tx, { id: row.id, method: row.payment_method, target: total });
  await recordEvent(shop, tx, row.id, sentenceOf(removed, addedItems, total - row.total_cents), 'buyer');
  await issueInvoice(tx, row.id, shop.clock());
  await tellBuyer(shop, tx, row, 'modified');
  return null;
}

function sentenceOf(removed: readonly ItemRow[], added: readonly ItemRow[], difference: number): string {
  const names = (items: readonly ItemRow[]) => items.map(nameOf).join(', ');
  const parts = [
    ...(added.length > 0 ? [`added ${names(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${names(removed)}`] : []),
    ...(difference > 0 ? [`${formatCents(difference)} charged`] : []),
    ...(difference < 0 ? [`${formatCents(-difference)} refunded`] : []),
  ];
  return `Order modified: ${parts.join('; ')}`;
}

async function moveTo(shop: Shop, tx: Writer, order: LockedOrder, status: OrderStatus): Promise<Refusal | null> {
  const { row } = order;
  if (ownsPieces(row.status) && ownsPieces(status)) {
    await updateOrderRow(tx, row.id, { status, changed_at: shop.clock() });
    return null;
  }
  if (ownsPieces(status)) return takeUp(shop, tx, order, status);
  await letGo(shop, tx, order, status);
  return null;
}

/** From pending or cancelled to owning: the pieces are claimed anew and charged again. */
async function takeUp(
  shop: Shop,
  tx: Writer,
  { row, items }: LockedOrder,
  status: OrderStatus,
): Promise<Refusal | null> {
  const listings = await lockFreePieces(
    shop,
    tx,
    row.user_id,
    items.map((item) => ({ listingId: item.listing_id, name: nameOf(item) })),
  );
  if ('refused' in listings) return listings;
  const refused = await ownPieces(shop, tx, row, listings);
  if (refused) return refused;
  await updateOrderRow(tx, row.id, { status, hold_expires_at: null, changed_at: shop.clock() });
  await settle(shop, tx, { id: row.id, method: row.payment_method, target: row.total_cents });
  return null;
}

/** To pending or cancelled: the pieces are free, everything is refunded, and nothing is held. */
async function letGo(shop: Shop, tx: Writer, { row, items }: LockedOrder, status: OrderStatus): Promise<void> {
  if (ownsPieces(row.status)) await freePieces(shop, tx, items);
  else await endPending(shop, tx, row, items);
  await updateOrderRow(tx, row.id, { status, hold_expires_at: null, changed_at: shop.clock() });
  await settle(shop, tx, { id: row.id, method: row.payment_method, target: 0 });
}

/** A checkout that was waiting for its payment gives up what it held. */
async function endPending(shop: Shop, tx: Writer, row: OrderRow, items: readonly ItemRow[]): Promise<void> {
  const ids = items.map((item) => item.listing_id);
  await lockListings(tx, ids);
  // Never sold by it, so only its claim on them ends.
  await endLiveness(tx, row.id, ids);
  if (row.hold_expires_at !== null) await releaseOwnHolds(shop, tx, row.user_id, ids);
}

/** The order after its change; letters of it are carried from now on. */
async function detailsOf(shop: Shop, id: string): Promise<OrderDetails | Refusal> {
  shop.mailer.wake();
  return (await findOrderDetails(shop.database.read, id)) ?? refuse('orderNotFound');
}
