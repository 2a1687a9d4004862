import type Stripe from 'stripe';
import { z } from 'zod';
import { type Account, chargeOf, intentOf, refundOf } from './account.ts';
import { StripeFailure, wrongParameter } from './failures.ts';
import { metadata, whole } from './parameters.ts';

export const newRefund = z.strictObject({
  payment_intent: z.string(),
  amount: whole.pipe(z.number().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});

export function createRefund(account: Account, wanted: z.infer<typeof newRefund>): Stripe.Refund {
  const intent = intentOf(account, wanted.payment_intent);
  const charge = chargeOf(account, intent);
  if (!charge?.captured)
    throw refused('charge_not_captured', `The PaymentIntent ${intent.id} has no captured charge: cancel it instead.`);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (charge.disputed)
    throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  const amount = wanted.amount ?? left;
  if (amount > left)
    throw wrongParameter('amount', `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  const refund: Stripe.Refund = {
    id: account.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: wanted.metadata ?? {},
    payment_intent: intent.id,
    payment_method: null,
    reason: wanted.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: account.refundsBegin,
    transfer_reversal: null,
  };
  account.refunds.set(refund.id, refund);
  changeRefunded(charge, amount);
  account.report({ type: 'refund.created', data: { object: refund } });
  account.report({ type: 'charge.refunded', data: { object: charge } });
  return refund;
}

export function completeRefund(account: Account, id: string): void {
  const refund = refundOf(account, id);
  if (refund.status !== 'pending') throw new Error(`Refund ${id} is ${refund.status}, not pending`);
  refund.status = 'succeeded';
  account.report({ type: 'refund.updated', data: { object: refund } });
}

export function failRefund(account: Account, id: string, reason: string): void {
  const refund = refundOf(account, id);
  if (refund.status === 'failed') throw new Error(`Refund ${id} has failed already`);
  refund.status = 'failed';
  refund.failure_reason = reason;
  const charge = account.charges.get(String(refund.charge));
  if (charge) changeRefunded(charge, -refund.amount);
  account.report({ type: 'refund.updated', data: { object: refund } });
  account.report({ type: 'refund.failed', data: { object: refund } });
}

function changeRefunded(charge: Stripe.Charge, by: number): void {
  charge.amount_refunded += by;
  charge.refunded = charge.amount_refunded === charge.amount;
}

const refused = (code: string, message: string) =>
  new StripeFailure(400, { type: 'invalid_request_error', code, message });
