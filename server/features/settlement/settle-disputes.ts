import { recordEvent } from '#server/features/orders/orders.ts';
import {
  type DisputeSeen,
  insertDispute,
  selectDispute,
  updateDispute,
  updatePayment,
  wonDisputeStatuses,
} from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { queueDisputeEmail } from './payment-emails.ts';
import type { Settling } from './settling.ts';

/**
 * Records what the processor says about disputes: a row, the state of the charge, a line in the order's history, and an email to
 * the owners with the time until which they can answer. The payments record keeps its sum: the processor takes the money from
 * the shop, and the order is still the buyer's until the owner decides.
 */
export async function settleDisputes(tx: Writer, shop: Shop, settling: Settling): Promise<void> {
  for (const dispute of settling.intent.disputes) await settleDispute(tx, shop, settling, dispute);
}

const wordsOf: Readonly<Record<string, string>> = {
  won: say('The dispute of the payment was won'),
  lost: say("The dispute of the payment was lost: the buyer's bank keeps the money"),
};

async function settleDispute(
  tx: Writer,
  shop: Shop,
  { attempt, order, record }: Settling,
  dispute: DisputeSeen,
): Promise<void> {
  const known = await selectDispute(tx, dispute.id);
  if (known?.status === dispute.status) return;
  const now = shop.clock();
  const changes = { status: dispute.status, due_by: dispute.dueBy, amount_cents: dispute.amount, changed_at: now };
  if (known) await updateDispute(tx, dispute.id, changes);
  else {
    const ids = { id: dispute.id, attempt_id: attempt.id, order_id: attempt.order_id };
    await insertDispute(tx, { ...ids, ...changes, reason: dispute.reason, created_at: dispute.createdAt });
  }
  const isWon = wonDisputeStatuses.includes(dispute.status);
  const charge = record.find((payment) => payment.kind === 'charge' && payment.attempt_id === attempt.id);
  if (charge && charge.state !== 'authorised')
    await updatePayment(tx, charge.id, { state: isWon ? 'captured' : 'disputed' });
  const what = wordsOf[dispute.status] ?? (known ? null : say("The buyer's bank disputes the payment"));
  if (order && what !== null) await recordEvent(tx, shop, { orderId: order.row.id, what, by: 'shop' });
  if (!known || what !== null) await queueDisputeEmail(tx, shop, attempt, dispute);
  tx.raiseRevision();
}
