// What settling a payment at a processor does to an order (docs/behaviour/payments.md). The caller has locked buyer and order.
import { isRefusal, type Refusal } from '#contract/errors.ts';
import { ownsListings } from '#contract/states.ts';
import { activityPoints, addScore, findBuyer } from '#server/features/accounts/accounts.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import { keepHolds } from '#server/features/holds/holds.ts';
import { adjustInvoice, issueInvoice } from '#server/features/invoices/invoices.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { claimListings, lockAvailableListings, releaseListings } from './claim.ts';
import { forgetBuyer } from './forget-buyer.ts';
import { queueOrderEmails } from './order-emails.ts';
import { recordArrival } from './order-news.queries.ts';
import { saleOf, saleOfNothing } from './order-papers.ts';
import { type LockedOrder, recordEvent, wantedListings } from './order-records.ts';
import { updateOrderRow } from './orders.queries.ts';
import { releasePendingItems } from './release-pending-items.ts';

/**
 * The listings of a pending order, locked by ascending id. Refuses (409) those that are sold, discontinued, deleted or held by somebody
 * else, and without `byShop` also those that the buyer does not see.
 */
export function lockOrderedListings(
  tx: Writer,
  shop: Shop,
  { row, items }: LockedOrder,
  byShop = false,
): Promise<ListingRow[] | Refusal> {
  return lockAvailableListings(tx, shop, { userId: row.user_id, wanted: wantedListings(items), byShop });
}

/**
 * Holds the listings of a pending order until `until` (epoch milliseconds), because the buyer's bank decides about the payment. Does
 * nothing if the buyer cannot have all of them any more.
 */
export async function holdForBank(tx: Writer, shop: Shop, order: LockedOrder, until: number): Promise<void> {
  const listings = await lockOrderedListings(tx, shop, order);
  if (isRefusal(listings)) return;
  const { id, user_id: userId } = order.row;
  const end = await keepHolds(tx, shop, { userId, listings, until });
  await prolongCheckout(tx, id, end ?? until);
}

/** Lets a pending order wait for its payment until `until`, epoch milliseconds. */
export async function prolongCheckout(tx: Writer, orderId: string, until: number): Promise<void> {
  await updateOrderRow(tx, orderId, { hold_expires_at: until });
  tx.raiseRevision();
}

/** Makes the listings belong to a pending order whose payment is certain. `listings`: those of lockOrderedListings(). */
export async function claimForPayment(
  tx: Writer,
  shop: Shop,
  { row }: LockedOrder,
  listings: readonly ListingRow[],
): Promise<void> {
  const refused = await claimListings(tx, shop, { order: row, listings });
  // They were available when they were locked, so a refusal is a defect: the error rolls the transaction back.
  if (refused) throw new Error(`an available listing could not be claimed: ${refused.message}`);
  await updateOrderRow(tx, row.id, { status: 'processing', hold_expires_at: null, changed_at: shop.clock() });
  await recordEvent(tx, shop, { orderId: row.id, what: say('Payment authorised'), by: 'buyer' });
  tx.raiseRevision();
}

/** Sets an order to paid, after its money was taken and its listings were claimed. `order.row` is the row before the payment. */
export async function completePayment(tx: Writer, shop: Shop, order: LockedOrder): Promise<void> {
  const { row } = order;
  await updateOrderRow(tx, row.id, { status: 'paid', hold_expires_at: null, changed_at: shop.clock() });
  await addScore(tx, row.user_id, activityPoints.orderPaid);
  await recordEvent(tx, shop, { orderId: row.id, what: say('Payment received'), by: 'buyer' });
  await issueInvoice(tx, shop, saleOf(order));
  await queueOrderEmails(tx, shop, { before: row, kind: 'paid', by: 'buyer' });
  tx.raiseRevision();
  recordArrival(tx, row.id);
}

/** Cancels an order whose payment was not completed: its listings are available again. `what` is the line of its history, in English. */
export async function cancelUnpaidOrder(tx: Writer, shop: Shop, order: LockedOrder, what: string): Promise<void> {
  const { row, items } = order;
  if (ownsListings(row.status)) await releaseListings(tx, shop, items);
  else await releasePendingItems(tx, shop, order);
  await updateOrderRow(tx, row.id, { status: 'cancelled', hold_expires_at: null, changed_at: shop.clock() });
  await adjustInvoice(tx, shop, saleOfNothing(row.id), what);
  await recordEvent(tx, shop, { orderId: row.id, what, by: 'shop' });
  if ((await findBuyer(tx, row.user_id)) === null) await forgetBuyer(tx, shop, row.user_id);
  tx.raiseRevision();
}
