import { type Cents, toDollars } from '#contract/money.ts';
import type { Payment } from '#contract/orders.ts';
import type { PaymentOptions } from '#contract/shop.ts';
import { type PaymentMethod, paymentMethods } from '#contract/states.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { insertPayments, lockPayments, selectPayments } from './payments.queries.ts';

/** `insertPayments` writes complete rows as they are, for example those of the demo. */
export { insertPayments, type PaymentRow } from './payments.queries.ts';

/**
 * Brings the sum of an order's payments to `target` by one charge or refund of the difference; records nothing when there is
 * none (docs/behaviour/orders.md, 11). The caller has locked the order's row.
 */
export async function settle(
  tx: Writer,
  shop: Shop,
  { orderId, method, target }: { orderId: string; method: PaymentMethod; target: Cents },
): Promise<void> {
  const record = await lockPayments(tx, orderId);
  const paid = record.reduce(
    (sum, payment) => sum + (payment.kind === 'charge' ? payment.amount_cents : -payment.amount_cents),
    0,
  );
  const difference = target - paid;
  if (difference === 0) return;
  await insertPayments(tx, [
    {
      id: shop.randomBytes(12).toString('base64url'),
      order_id: orderId,
      kind: difference > 0 ? 'charge' : 'refund',
      amount_cents: Math.abs(difference),
      method,
      at: shop.clock(),
      position: record.length,
    },
  ]);
}

/** The payments record of an order, oldest first; amounts in the main unit of the currency. */
export async function paymentsOf(reader: Reader, orderId: string): Promise<Payment[]> {
  const record = await selectPayments(reader, orderId);
  return record.map((payment) => ({
    kind: payment.kind,
    amount: toDollars(payment.amount_cents),
    method: payment.method,
    at: new Date(payment.at).toISOString(),
  }));
}

/** How buyers pay, as everybody may know it. */
export function paymentOptionsOf({ stripe }: Pick<Settings, 'stripe'>): PaymentOptions {
  return stripe ? { mode: 'stripe', methods: ['credit'] } : { mode: 'simulated', methods: [...paymentMethods] };
}
