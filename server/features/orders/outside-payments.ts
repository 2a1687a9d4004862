import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { asCents, formatCents, fromCents, sumCents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { addPayment, endLiveAttempts, lockPayments } from '#server/features/payments/payments.ts';
import { deleteReceipts, insertReceipt, lockReceipts, type ReceiptRow } from '#server/features/transfers/transfers.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { findOrderDetails } from './order-details.ts';
import { type LockedOrder, lockOrder, recordEvent } from './order-records.ts';
import type { OrderRow } from './orders.queries.ts';
import { claimForPayment, completePayment, lockOrderedListings } from './processor-orders.ts';

export interface OutsidePayment {
  /** Units of the currency. */
  amount: number;
  method: PaymentMethod;
  /** ISO 8601; now, if absent. */
  at?: string | undefined;
  note?: string | undefined;
  /** What the caller saw as received before; another sum is refused. Units of the currency. */
  seenReceived?: number | undefined;
}

/**
 * Records money that came outside of a processor for an unpaid order. When its sum is complete, the order is paid. Refused: an
 * unknown order (404); an order that is neither pending nor a cancelled one that was to be paid by transfer, more than is left to
 * pay, less than the total of an order that is not paid by transfer, an unavailable listing (409).
 */
export async function recordPayment(
  shop: Shop,
  adminId: string,
  orderId: string,
  payment: OutsidePayment,
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write((tx) => receiveMoney(tx, shop, { adminId, orderId, payment }));
  return refused ?? (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}

/** Does what `recordPayment` does in the caller's transaction, which has locked no other order or listing. Null if it is recorded. */
export async function receiveMoney(
  tx: Writer,
  shop: Shop,
  { adminId, orderId, payment }: { adminId: string; orderId: string; payment: OutsidePayment },
): Promise<Refusal | null> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('orderNotFound');
  const { row } = order;
  if (!mayBePaid(row)) return refuse('onlyPendingPaid');
  const earlier = await lockReceipts(tx, orderId);
  const receipts = [...earlier, receiptOf(shop, orderId, payment)];
  const before = sumCents(earlier.map((receipt) => receipt.amount_cents));
  if (payment.seenReceived !== undefined && toCents(payment.seenReceived) !== before) return refuse('moneyChanged');
  const received = receipts.reduce((sum, receipt) => sum + receipt.amount_cents, 0);
  if (received > row.total_cents) return refuseSurplus(shop, row, received - toCents(payment.amount));
  if (received < row.total_cents && row.payment_method !== 'transfer')
    return refuse('otherSum', { total: formatCents(row.total_cents, shop.settings.currency) });
  if (received === row.total_cents) {
    const unavailable = await completeOrder(tx, shop, order, receipts);
    if (unavailable) return unavailable;
  } else await keepLatestReceipt(tx, shop, receipts);
  await recordChange(tx, shop, {
    adminId,
    action: 'payment recorded',
    subject: orderId,
    before: { status: row.status },
    after: {
      received: fromCents(asCents(received)),
      of: fromCents(row.total_cents),
      method: payment.method,
      note: payment.note ?? '',
    },
  });
  return null;
}

/** Whether money may be recorded for an order. Money for a transfer may come after the reservation has ended. */
function mayBePaid({ status, payment_method }: OrderRow): boolean {
  return status === 'pending' || (status === 'cancelled' && payment_method === 'transfer');
}

function receiptOf(shop: Shop, orderId: string, { amount, method, at, note = '' }: OutsidePayment): ReceiptRow {
  return {
    id: shop.randomBytes(12).toString('base64url'),
    order_id: orderId,
    amount_cents: toCents(amount),
    method,
    at: at === undefined ? shop.clock() : Date.parse(at),
    note,
  };
}

function refuseSurplus({ settings: { currency } }: Shop, row: OrderRow, received: number): Refusal {
  return refuse('tooMuchReceived', { left: formatCents(asCents(row.total_cents - received), currency) });
}

async function completeOrder(
  tx: Writer,
  shop: Shop,
  order: LockedOrder,
  receipts: readonly ReceiptRow[],
): Promise<Refusal | null> {
  const { id: orderId } = order.row;
  const listings = await lockOrderedListings(tx, shop, order, true);
  if (isRefusal(listings)) return listings;
  await endLiveAttempts(tx, shop, [orderId]);
  await claimForPayment(tx, shop, order, listings);
  const record = await lockPayments(tx, orderId);
  for (const { amount_cents: amount, method, at, note: reference } of receipts)
    await addPayment(tx, shop, record, { orderId, kind: 'charge', amount, method, at, reference });
  await deleteReceipts(tx, orderId);
  await completePayment(tx, shop, order);
  return null;
}

/** Stores the last of the receipts; the others are stored already. */
async function keepLatestReceipt(tx: Writer, shop: Shop, receipts: readonly ReceiptRow[]): Promise<void> {
  const receipt = receipts.at(-1);
  if (!receipt) return;
  await insertReceipt(tx, receipt);
  const amount = formatCents(receipt.amount_cents, shop.settings.currency);
  const what = say('{amount} received', { amount });
  await recordEvent(tx, shop, { orderId: receipt.order_id, what, by: 'shop' });
  tx.raiseRevision();
}
