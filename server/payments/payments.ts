import { type Cents, toDollars } from '#contract/money.ts';
import type { Payment } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { insertPayments, lockPayments, selectPayments } from './payments.queries.ts';

/** `insertPayments` writes a record as it is given: for collections that come ready, such as the demo. */
export { insertPayments, type PaymentRow } from './payments.queries.ts';

/**
 * Brings an order's payments record to `target`: charges or refunds the difference, records nothing where there is none.
 * So the record always sums to what the order says it should (CONTRACT.md, Invariants 3). The order's row is locked by the
 * caller.
 */
export async function settle(
  shop: Shop,
  tx: Writer,
  order: { id: string; method: PaymentMethod; target: Cents },
): Promise<void> {
  const record = await lockPayments(tx, order.id);
  const paid = record.reduce(
    (sum, payment) => sum + (payment.kind === 'charge' ? payment.amount_cents : -payment.amount_cents),
    0,
  );
  const difference = order.target - paid;
  if (difference === 0) return;
  await insertPayments(tx, [
    {
      id: shop.randomBytes(12).toString('base64url'),
      order_id: order.id,
      kind: difference > 0 ? 'charge' : 'refund',
      amount_cents: Math.abs(difference),
      method: order.method,
      at: shop.clock(),
      position: record.length,
    },
  ]);
}

/** Oldest first. */
export async function paymentsOf(reader: Reader, orderId: string): Promise<Payment[]> {
  const record = await selectPayments(reader, orderId);
  return record.map((payment) => ({
    kind: payment.kind,
    amount: toDollars(payment.amount_cents),
    method: payment.method,
    at: new Date(payment.at).toISOString(),
  }));
}
