import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { asCents, type Cents, formatCents, fromCents, sumCents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { isSale } from '#contract/states.ts';
import { findBuyer } from '#server/features/accounts/accounts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { adjustInvoice, issueInvoice } from '#server/features/invoices/invoices.ts';
import { chargeOrRefundTo, isDisputed, isPaidInFull } from '#server/features/payments/payments.ts';
import { sentListings } from '#server/features/shipments/shipments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish, type Say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { releaseListings } from './claim.ts';
import { forgetBuyer } from './forget-buyer.ts';
import { updateItemPrice } from './item-price.queries.ts';
import { findOrderDetails } from './order-details.ts';
import { type OrderChange, queueOrderEmails } from './order-emails.ts';
import { saleOf, saleOfNothing } from './order-papers.ts';
import { type LockedOrder, lockOrder, nameOf, recordEvent, searchTextOf } from './order-records.ts';
import { deleteItems, type ItemRow, updateOrderRow } from './orders.queries.ts';
import { buyerOf, deliveryOf } from './present-order.ts';

export interface RefundInput {
  /** Units of the currency. */
  amount: number;
  reason: string;
  listingIds?: readonly string[] | undefined;
  /** The total that the caller saw; refused if it has changed since. Units of the currency. */
  seenTotal?: number | undefined;
}

/**
 * Refunds a part of a paid order, or all of it. Named listings leave the order and are available again. The rest of the amount, or all of
 * it if no listing is named, lowers the prices of the remaining pieces and then that of the delivery, so that the order's total stays what
 * the buyer has paid. Refused: an unknown order (404); one that is not paid or whose payment is disputed, another total than `seenTotal`,
 * more than is left, less than the named listings cost, listings that are not in the order (409).
 */
export async function refundOrder(
  shop: Shop,
  adminId: string,
  orderId: string,
  input: RefundInput,
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const refund = await refundPieces(tx, shop, { adminId, orderId, ...input });
    if (isRefusal(refund)) return refund;
    await queueOrderEmails(tx, shop, { ...refund, by: 'shop' });
    return null;
  });
  return refused ?? (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}

/** Does what `refundOrder` does in the caller's transaction, but queues no emails. Returns the change for `queueOrderEmails`. */
export async function refundPieces(
  tx: Writer,
  shop: Shop,
  { adminId, orderId, ...input }: RefundInput & { adminId: string; orderId: string },
): Promise<Pick<OrderChange, 'before' | 'kind' | 'what'> | Refusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('orderNotFound');
  const { row } = order;
  if (input.seenTotal !== undefined && toCents(input.seenTotal) !== row.total_cents) return refuse('moneyChanged');
  if (!isSale(row.status) || !(await isPaidInFull(tx, row))) return refuse('onlyPaidRefunded');
  if (await isDisputed(tx, orderId)) return refuse('refundDisputed');
  const plan = planRefund(shop, order, input);
  if (isRefusal(plan)) return plan;
  if (plan.kept.length === 0) await releaseEverything(tx, shop, order, input.reason);
  else await reduceOrder(tx, shop, order, { ...plan, reason: input.reason });
  await shipWhatIsLeft(tx, shop, order, plan);
  if (plan.kept.length === 0 && (await findBuyer(tx, row.user_id)) === null) await forgetBuyer(tx, shop, row.user_id);
  const amount = formatCents(plan.amount, shop.settings.currency);
  const what = (say: Say) => say('{amount} refunded: {reason}', { amount, reason: input.reason });
  await recordEvent(tx, shop, { orderId, what: what(inEnglish), by: 'shop' });
  await recordChange(tx, shop, {
    adminId,
    action: 'order refunded',
    subject: orderId,
    before: { total: fromCents(row.total_cents) },
    after: { total: fromCents(asCents(row.total_cents - plan.amount)), reason: input.reason },
  });
  tx.raiseRevision();
  return { before: row, kind: plan.kept.length === 0 ? 'cancelled' : 'modified', what };
}

/**
 * Lowers the prices of an order by a refund (cents) that an owner made at the processor, not in the shop; the caller adds it to the
 * payments record. Returns false, and writes nothing, if the order is not a sale or its total is lower than the refund.
 */
export async function acceptRefund(tx: Writer, shop: Shop, orderId: string, cents: Cents): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isSale(order.row.status)) return false;
  const plan = planRefund(shop, order, { amount: fromCents(cents), reason: '' });
  if (isRefusal(plan)) return false;
  await lowerOrder(tx, shop, order, plan);
  const amount = formatCents(cents, shop.settings.currency);
  const inWords = (say: Say) => say('{amount} refunded at the payment service', { amount });
  const what = inWords(inEnglish);
  await issueInvoice(tx, shop, saleAfter(order, plan), what);
  await recordEvent(tx, shop, { orderId, what, by: 'shop' });
  await queueOrderEmails(tx, shop, { before: order.row, kind: 'modified', by: 'shop', what: inWords });
  tx.raiseRevision();
  return true;
}

interface RefundPlan {
  amount: Cents;
  /** The items that stay, at their lower prices. */
  kept: readonly ItemRow[];
  removed: readonly ItemRow[];
  /** The price of the delivery after the refund, in cents; it is lowered after those of the pieces. */
  delivery: Cents;
}

function planRefund(shop: Shop, { row, items }: LockedOrder, input: RefundInput): RefundPlan | Refusal {
  const { currency } = shop.settings;
  const amount = toCents(input.amount);
  if (amount > row.total_cents) return refuse('refundTooHigh', { most: formatCents(row.total_cents, currency) });
  const wanted = new Set(input.listingIds);
  const removed = items.filter((item) => wanted.has(item.listing_id));
  if (removed.length < wanted.size) return refuse('notInOrder');
  // If no piece is left, the order is cancelled and its whole total must be refunded.
  const isWhole = items.length > 0 && removed.length === items.length;
  const least = isWhole ? row.total_cents : sumCents(removed.map((item) => item.price_cents));
  if (amount < least) return refuse('refundBelowPieces', { least: formatCents(least, currency) });
  let surplus = amount - least;
  const kept = items
    .filter((item) => !wanted.has(item.listing_id))
    .map((item) => {
      const price_cents = asCents(Math.max(0, item.price_cents - surplus));
      surplus -= item.price_cents - price_cents;
      return { ...item, price_cents };
    });
  return { amount, kept, removed, delivery: asCents(row.delivery_cents - surplus) };
}

async function releaseEverything(tx: Writer, shop: Shop, { row, items }: LockedOrder, reason: string): Promise<void> {
  await releaseListings(tx, shop, items);
  await updateOrderRow(tx, row.id, { status: 'cancelled', hold_expires_at: null, changed_at: shop.clock() });
  await chargeOrRefundTo(tx, shop, { orderId: row.id, method: row.payment_method, target: asCents(0) });
  await adjustInvoice(tx, shop, saleOfNothing(row.id), reason);
}

async function reduceOrder(
  tx: Writer,
  shop: Shop,
  order: LockedOrder,
  plan: RefundPlan & { reason: string },
): Promise<void> {
  const target = await lowerOrder(tx, shop, order, plan);
  await chargeOrRefundTo(tx, shop, { orderId: order.row.id, method: order.row.payment_method, target });
  await issueInvoice(tx, shop, saleAfter(order, plan), plan.reason);
}

const saleAfter = ({ row }: LockedOrder, { kept, delivery }: RefundPlan) =>
  saleOf({ row: { ...row, delivery_cents: delivery }, items: [...kept] });

/** Sets a paid order to shipped if all pieces that remain in it were sent already. */
async function shipWhatIsLeft(tx: Writer, shop: Shop, { row }: LockedOrder, { kept }: RefundPlan): Promise<void> {
  if (row.status !== 'paid' || kept.length === 0) return;
  const sent = await sentListings(tx, row.id);
  if (kept.every((item) => sent.has(item.listing_id)))
    await updateOrderRow(tx, row.id, { status: 'shipped', changed_at: shop.clock() });
}

/** Releases the removed listings, deletes their items, writes the lower prices, and returns the new total, in cents. */
async function lowerOrder(tx: Writer, shop: Shop, { row }: LockedOrder, plan: RefundPlan): Promise<Cents> {
  const { kept, removed, amount, delivery } = plan;
  await releaseListings(tx, shop, removed);
  await deleteItems(
    tx,
    row.id,
    removed.map((item) => item.listing_id),
  );
  for (const item of kept) await updateItemPrice(tx, item);
  const total = asCents(row.total_cents - amount);
  await updateOrderRow(tx, row.id, {
    total_cents: total,
    delivery_cents: delivery,
    changed_at: shop.clock(),
    search_text: searchTextOf({ ...row, buyer: buyerOf(row), delivery: deliveryOf(row) }, kept.map(nameOf)),
  });
  return total;
}
