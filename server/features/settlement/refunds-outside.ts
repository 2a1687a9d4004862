import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { formatCents, fromCents, sumCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findOrderDetails, lockOrder, recordEvent } from '#server/features/orders/orders.ts';
import { lockPayments, ProcessorError, updatePayment } from '#server/features/payments/payments.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { settleOrder } from './settlement.ts';

/**
 * Records that the failed refunds of an order were paid to the buyer in another way: the payments record keeps its sum, the rows no
 * longer belong to the processor, and nothing needs attention because of them. Refuses an unknown order (404) and one without a
 * failed refund (409) (docs/behaviour/payments.md, 40).
 */
export async function payRefundsOutside(
  shop: Shop,
  adminId: string,
  orderId: string,
  note = '',
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse('orderNotFound');
    const record = await lockPayments(tx, orderId);
    const failed = record.filter(({ kind, state }) => kind === 'refund' && state === 'failed');
    if (failed.length === 0) return refuse('noFailedRefund');
    for (const { id } of failed)
      await updatePayment(tx, id, {
        state: 'succeeded',
        method: 'transfer',
        attempt_id: null,
        provider_ref: note === '' ? null : note,
      });
    const cents = sumCents(failed.map(({ amount_cents }) => amount_cents));
    const amount = formatCents(cents, shop.settings.currency);
    await recordEvent(tx, shop, {
      orderId,
      what: say('Refund of {amount} paid in another way', { amount }),
      by: 'shop',
    });
    await recordChange(tx, shop, {
      adminId,
      action: 'refund paid in another way',
      subject: orderId,
      before: null,
      after: { amount: fromCents(cents), note },
    });
    return null;
  });
  if (isRefusal(refused)) return refused;
  // While the processor cannot be reached, the attempt stays in attention until it is checked again.
  await settleOrder(shop, orderId).catch((error: unknown) => {
    if (!(error instanceof ProcessorError)) throw error;
  });
  return (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}
