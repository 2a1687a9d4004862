import type Stripe from 'stripe';
import type { DisputeSeen, EventSeen, IntentSeen, RefundSeen } from './processor.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** Converts a payment of Stripe. Its refunds and disputes are read separately. */
export function intentOf(intent: Stripe.PaymentIntent, currency: string): Omit<IntentSeen, 'refunds' | 'disputes'> {
  return {
    id: intent.id,
    status: statusOf(intent.status),
    amount: fromStripeAmount(intent.amount, currency),
    captured: fromStripeAmount(intent.amount_received, currency),
    currency: intent.currency.toUpperCase(),
    isLive: intent.livemode,
    orderId: intent.metadata.order ?? '',
    attemptId: intent.metadata.attempt ?? '',
    declined: declineCodeOf(intent),
  };
}

function declineCodeOf({ status, last_payment_error: error }: Stripe.PaymentIntent): string | null {
  // While the buyer authenticates or the bank decides, the error is that of an earlier try.
  if (!error || (status !== 'requires_payment_method' && status !== 'canceled')) return null;
  return error.decline_code ?? error.code ?? error.type;
}

function statusOf(status: Stripe.PaymentIntent.Status): IntentSeen['status'] {
  if (status === 'requires_capture') return 'authorised';
  if (status === 'succeeded') return 'captured';
  return status === 'canceled' ? 'cancelled' : 'waiting';
}

export function refundOf({ id, amount, status, metadata }: Stripe.Refund, currency: string): RefundSeen {
  const state = status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  return { id, amount: fromStripeAmount(amount, currency), state, taskId: metadata?.task ?? null };
}

export function disputeOf(dispute: Stripe.Dispute, currency: string): DisputeSeen {
  const { id, amount, reason, status, created, evidence_details } = dispute;
  // `due_by` is 0 if the bank accepts no answer.
  const due = evidence_details.due_by || null;
  return {
    id,
    amount: fromStripeAmount(amount, currency),
    reason,
    status,
    dueBy: due === null ? null : due * 1_000,
    createdAt: created * 1_000,
  };
}

export function eventOf({ id, type, livemode, api_version, created, data: { object } }: Stripe.Event): EventSeen {
  const textOf = (key: string): string | null => {
    const value: unknown = Reflect.get(object, key);
    return typeof value === 'string' ? value : null;
  };
  const metadata: unknown = Reflect.get(object, 'metadata');
  const attempt: unknown = metadata instanceof Object ? Reflect.get(metadata, 'attempt') : null;
  const objectId = textOf('id') ?? '';
  return {
    id,
    type,
    objectId,
    attemptId: typeof attempt === 'string' ? attempt : null,
    intentId: textOf('object') === 'payment_intent' ? objectId : textOf('payment_intent'),
    isLive: livemode,
    apiVersion: api_version ?? '',
    createdAt: created * 1_000,
  };
}

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
