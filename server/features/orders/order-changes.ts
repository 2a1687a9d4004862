import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { asCents, sumCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { hasRole, type Role } from '#contract/roles.ts';
import { canCancel, canEdit, type OrderStatus, orderStatusLabel, ownsListings } from '#contract/states.ts';
import { findBuyer, hasConfirmedEmail, lockUser } from '#server/features/accounts/accounts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { lockListings, refuseChangedPrice, type SeenPrice } from '#server/features/catalog/catalog.ts';
import { recordGivenBack, refuseGivenBack } from '#server/features/holds/holds.ts';
import { adjustInvoice, issueInvoice } from '#server/features/invoices/invoices.ts';
import { chargeOrRefundTo, hasRealMoney, isDisputed, isPaidInFull } from '#server/features/payments/payments.ts';
import { followStatus, hasShipments, refuseStatus } from '#server/features/shipments/shipments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { mailboxKey } from '#server/platform/mailbox.ts';
import { type Say, inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeInWords } from './change-in-words.ts';
import { claimItems, claimListings, lockAvailableListings, releaseListings } from './claim.ts';
import { forgetBuyer } from './forget-buyer.ts';
import { findOrderDetails } from './order-details.ts';
import { type OrderChange, queueOrderEmails } from './order-emails.ts';
import { recordArrival } from './order-news.queries.ts';
import { saleOf, saleOfNothing } from './order-papers.ts';
import { type LockedOrder, lockOrder, nameOf, recordEvent, searchTextOf, wantedListings } from './order-records.ts';
import { deleteItems, type ItemRow, insertItems, type OrderRow, updateOrderRow } from './orders.queries.ts';
import { itemOf } from './pending-orders.ts';
import { buyerOf, deliveryOf } from './present-order.ts';
import { releasePendingItems } from './release-pending-items.ts';

/**
 * Replaces the listings of a buyer's paid order: kept ones keep the price paid, added ones have the current price, which their `price` has
 * to name. The difference is charged or refunded in the payments record (docs/behaviour/orders.md, 7). Refused: no listing left, an added
 * one without a price (400), an unknown order (404), one that is not paid or was partly sent, a removal while the payment is disputed, an
 * addition with a processor or to an order with a chosen delivery, a listing that cannot be had or has another price (409).
 */
export async function modifyOrder(
  shop: Shop,
  userId: string,
  id: string,
  wantedItems: readonly SeenPrice[],
): Promise<OrderDetails | Refusal> {
  const listingIds = wantedItems.map((item) => item.listingId);
  const refused = await changeOwnOrder(shop, userId, id, async (tx, { row, items }) => {
    if (!canEdit(row.status)) return refuse('onlyPaidModified');
    if (await hasShipments(tx, id)) return refuse('partlySent');
    if (listingIds.length === 0) return refuse('orderNeedsItems');
    const wanted = new Set(listingIds);
    const kept = items.filter((item) => wanted.has(item.listing_id));
    const removed = items.filter((item) => !wanted.has(item.listing_id));
    const keptIds = new Set(kept.map((item) => item.listing_id));
    const addedIds = listingIds.filter((listingId) => !keptIds.has(listingId));
    if (addedIds.length === 0 && removed.length === 0) return 'unchanged';
    if (removed.length > 0 && (await isDisputed(tx, id))) return refuse('refundDisputed');
    if (shop.settings.stripe && addedIds.length > 0) return refuse('paidOrderCannotGrow');
    if (row.delivery_option !== '' && addedIds.length > 0) return refuse('deliveredOrderCannotGrow');
    return replaceItems(tx, shop, { row, kept, removed, addedIds, wantedItems });
  });
  return isRefusal(refused) ? refused : detailsOf(shop, id);
}

/**
 * Cancels a buyer's order that is paid or waits for a bank transfer: its listings become available and everything is refunded. Refused: an
 * unknown order (404); an order with another status, one that was partly sent, and one whose payment is disputed (409)
 * (docs/behaviour/orders.md, 8).
 */
export async function cancelOrder(shop: Shop, userId: string, id: string): Promise<OrderDetails | Refusal> {
  const refused = await changeOwnOrder(shop, userId, id, async (tx, order) => {
    const isWaiting = order.row.reserved_until !== null;
    if (!isWaiting && !canCancel(order.row.status)) return refuse('onlyPaidCancelled');
    if (await hasShipments(tx, id)) return refuse('partlySent');
    if (await isDisputed(tx, id)) return refuse('refundDisputed');
    await releaseOrder(tx, shop, { order, status: 'cancelled' });
    if (!isWaiting) await recordGivenBack(tx, shop, await personOf(tx, userId), uniqueIdsOf(order.items));
    await recordEvent(tx, shop, { orderId: id, what: say('Order cancelled'), by: 'buyer' });
    await queueOrderEmails(tx, shop, { before: order.row, kind: 'cancelled', by: 'buyer' });
    return null;
  });
  return isRefusal(refused) ? refused : detailsOf(shop, id);
}

/**
 * Sets any status from any other, for an admin. If it becomes cancelled or pending, the listings become available and everything is
 * refunded; where real money was taken, only an owner may do that (403). If it was one of these two, the listings are claimed and charged
 * again. Refused: an unknown order (404); a status that its shipments do not allow, a listing that cannot be had, a refund of a disputed
 * payment, and with a processor an order that is not paid in full (409) (docs/behaviour/orders.md, 4 and 5).
 */
export async function setOrderStatus(
  shop: Shop,
  { userId: adminId, role }: { userId: string; role: Role },
  id: string,
  status: OrderStatus,
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return refuse('orderNotFound');
    const { row, items } = order;
    if (row.status === status) return null;
    const listingIds = items.map((item) => item.listing_id);
    const notAllowed = await refuseStatus(tx, id, { status, listingIds });
    if (notAllowed) return notAllowed;
    const isRefund = ownsListings(row.status) && !ownsListings(status);
    if (isRefund && (await isDisputed(tx, id))) return refuse('refundDisputed');
    if (isRefund && !hasRole(role, 'owner') && (await hasRealMoney(tx, id))) return refuse('roleNeeded');
    const what = statusWords(status);
    const email = status === 'cancelled' ? ({ kind: 'cancelled' } as const) : ({ kind: 'status' } as const);
    return changeStatus(tx, shop, { adminId, order, status, what, email });
  });
  return refused ?? detailsOf(shop, id);
}

export interface AdminStatusChange {
  adminId: string;
  order: LockedOrder;
  /** A status that the order does not have yet. */
  status: OrderStatus;
  /** The line that is added to the history, in English. */
  what: string;
  /** The email about it; null if none is sent. */
  email: Pick<OrderChange, 'kind' | 'shipment'> | null;
}

/**
 * Sets the status of an order for an admin, in the caller's transaction, with everything that follows from it. Refused (409): a listing
 * that cannot be had, and with a processor an order that is not paid in full.
 */
export async function changeStatus(
  tx: Writer,
  shop: Shop,
  { adminId, order, status, what, email }: AdminStatusChange,
): Promise<Refusal | null> {
  const { row } = order;
  // With a processor, setting a status charges nobody.
  if (shop.settings.stripe && ownsListings(status) && !(await isPaidInFull(tx, row))) return refuse('notPaid');
  const conflict = await moveTo(tx, shop, { order, status, byAdmin: true });
  if (conflict) return conflict;
  await followStatus(tx, row.id, { before: row.status, after: status, at: shop.clock() });
  await recordEvent(tx, shop, { orderId: row.id, what, by: 'shop' });
  if (email) await queueOrderEmails(tx, shop, { before: row, by: 'shop', ...email });
  const isOfDeletedAccount = (await findBuyer(tx, row.user_id)) === null;
  if (isOfDeletedAccount && !ownsListings(status)) await forgetBuyer(tx, shop, row.user_id);
  await recordChange(tx, shop, {
    adminId,
    action: 'order status',
    subject: row.id,
    before: { status: row.status },
    after: { status },
  });
  tx.raiseRevision();
  if (ownsListings(status)) recordArrival(tx, row.id);
  return null;
}

/**
 * Runs `change` with the buyer and then the order locked. A refusal rolls back. `change` returns `unchanged` if it wrote nothing; then the
 * cached pages stay valid.
 */
function changeOwnOrder(
  shop: Shop,
  userId: string,
  id: string,
  change: (tx: Writer, order: LockedOrder) => Promise<Refusal | 'unchanged' | null>,
): Promise<Refusal | 'unchanged' | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const order = await lockOrder(tx, id);
    if (order?.row.user_id !== userId) return refuse('orderNotFound');
    const refused = await change(tx, order);
    if (refused) return refused;
    tx.raiseRevision();
    return null;
  });
}

interface Replacement {
  row: OrderRow;
  kept: readonly ItemRow[];
  removed: readonly ItemRow[];
  addedIds: readonly string[];
  wantedItems: readonly SeenPrice[];
}

async function replaceItems(
  tx: Writer,
  shop: Shop,
  { row, kept, removed, addedIds, wantedItems }: Replacement,
): Promise<Refusal | null> {
  const removedIds = removed.map((item) => item.listing_id);
  // Lock added and removed listings in one query, so that all changes lock by ascending id and cannot deadlock.
  await lockListings(tx, [...addedIds, ...removedIds]);
  await releaseListings(tx, shop, removed);
  await deleteItems(tx, row.id, removedIds);
  const person = await personOf(tx, row.user_id);
  await recordGivenBack(tx, shop, person, uniqueIdsOf(removed));

  const wanted = addedIds.map((listingId) => ({ listingId, name: listingId }));
  const added = await lockAvailableListings(tx, shop, { userId: row.user_id, wanted });
  if (isRefusal(added)) return added;
  const givenBack = await refuseGivenBack(tx, shop, person, added);
  if (givenBack) return givenBack;
  const changedPrice = refuseChangedPrice(shop, wantedItems, added);
  if (changedPrice) return changedPrice;
  const nextPosition = 1 + Math.max(-1, ...kept.map((item) => item.position), ...removed.map((item) => item.position));
  const addedItems = added.map((listing, index) => itemOf(row.id, listing, nextPosition + index));
  await insertItems(tx, addedItems);
  const refused = await claimListings(tx, shop, { order: row, listings: added });
  if (refused) return refused;

  const items = [...kept, ...addedItems];
  const total = sumCents([row.delivery_cents, ...items.map((item) => item.price_cents)]);
  await updateOrderRow(tx, row.id, {
    total_cents: total,
    changed_at: shop.clock(),
    search_text: searchTextOf({ ...row, buyer: buyerOf(row), delivery: deliveryOf(row) }, items.map(nameOf)),
  });
  await chargeOrRefundTo(tx, shop, { orderId: row.id, method: row.payment_method, target: total });
  const change = { added: addedItems.map(nameOf), removed: removed.map(nameOf) };
  const difference = asCents(total - row.total_cents);
  const inWords = (say: Say) => changeInWords(say, shop.settings.currency, { ...change, difference });
  const what = inWords(say);
  await recordEvent(tx, shop, { orderId: row.id, what, by: 'buyer' });
  await issueInvoice(tx, shop, saleOf({ row, items }), what);
  await queueOrderEmails(tx, shop, { before: row, kind: 'modified', by: 'buyer', what: inWords });
  return null;
}

const uniqueIdsOf = (items: readonly ItemRow[]) =>
  items.filter((item) => item.is_unique === 1).map((item) => item.listing_id);

/** The buyer, as the limits on what somebody keeps from others count people. */
async function personOf(tx: Writer, userId: string) {
  const account = await findBuyer(tx, userId);
  const mailbox = account ? mailboxKey(account.buyer.email) : '';
  return { userId, mailbox, hasConfirmedEmail: await hasConfirmedEmail(tx, userId) };
}

const statusWords = (status: OrderStatus) => `Status set to ${orderStatusLabel[status].toLowerCase()}`;

interface StatusChange {
  order: LockedOrder;
  status: OrderStatus;
  /** If true, the buyer cannot hold the listings of an ended checkout again for a day. */
  byAdmin?: boolean;
}

async function moveTo(tx: Writer, shop: Shop, change: StatusChange): Promise<Refusal | null> {
  const { row } = change.order;
  if (!ownsListings(change.status)) {
    await releaseOrder(tx, shop, change);
    return null;
  }
  if (!ownsListings(row.status)) return reviveOrder(tx, shop, change);
  await updateOrderRow(tx, row.id, { status: change.status, changed_at: shop.clock() });
  return null;
}

/** Sets a pending or cancelled order to a status that owns its listings: claims them and charges the total again. */
async function reviveOrder(tx: Writer, shop: Shop, { order, status }: StatusChange): Promise<Refusal | null> {
  const { row, items } = order;
  const refused = await claimItems(tx, shop, { order: row, wanted: wantedListings(items), byShop: true });
  if (refused) return refused;
  await updateOrderRow(tx, row.id, { status, hold_expires_at: null, changed_at: shop.clock() });
  await chargeOrRefundTo(tx, shop, { orderId: row.id, method: row.payment_method, target: row.total_cents });
  const sale = saleOf(order);
  if (!(await adjustInvoice(tx, shop, sale, statusWords(status)))) await issueInvoice(tx, shop, sale);
  return null;
}

/** Sets an order to pending or cancelled: makes its listings available, ends the holds of a checkout, and refunds everything. */
async function releaseOrder(tx: Writer, shop: Shop, { order, status, byAdmin }: StatusChange): Promise<void> {
  const { row, items } = order;
  if (ownsListings(row.status)) await releaseListings(tx, shop, items);
  else await releasePendingItems(tx, shop, order, byAdmin);
  await updateOrderRow(tx, row.id, { status, hold_expires_at: null, changed_at: shop.clock() });
  await chargeOrRefundTo(tx, shop, { orderId: row.id, method: row.payment_method, target: asCents(0) });
  await adjustInvoice(tx, shop, saleOfNothing(row.id), 'Order cancelled');
}

/** The order after its change is committed. */
async function detailsOf(shop: Shop, id: string): Promise<OrderDetails | Refusal> {
  return (await findOrderDetails(shop.database.read, id)) ?? refuse('orderNotFound');
}
