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

/** The listings of a pending order, locked by ascending id. Refuses (409) what its buyer cannot have; `byShop`: what nobody can have. */
export function lockOrderedListings(
  tx: Writer,
  shop: Shop,
  { row, items }: LockedOrder,
  byShop = false,
): Promise<ListingRow[] | Refusal> {
  return lockAvailableListings(tx, shop, { userId: row.user_id, wanted: wantedListings(items), byShop });
}

/** Holds the listings of a pending order until `until`, where the buyer still has them: the buyer's bank decides. */
export async function holdForBank(tx: Writer, shop: Shop, order: LockedOrder, until: number): Promise<void> {
  const listings = await lockOrderedListings(tx, shop, order);
  if (isRefusal(listings)) return;
  const { id, user_id: userId } = order.row;
  const end = await keepHolds(tx, shop, { userId, listings, until });
  await prolongCheckout(tx, id, end ?? until);
}

/** Lets a pending order wait for its payment until `until`. */
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
  // They were available when they were locked, so this would be an accident: the transaction is rolled back.
  if (refused) throw new Error(`an available listing could not be claimed: ${refused.message}`);
  await updateOrderRow(tx, row.id, { status: 'processing', hold_expires_at: null, changed_at: shop.clock() });
  await recordEvent(tx, shop, { orderId: row.id, what: say('Payment authorised'), by: 'buyer' });
  tx.raiseRevision();
}

/** Makes an order paid whose money was taken and whose listings are its own. `row` is its row before. */
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

/** Cancels an order whose payment came to nothing: its listings are available again. `what` is the line of its history. */
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
