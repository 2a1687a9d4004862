import type Stripe from 'stripe';
import { z } from 'zod';
import { type Account, chargeOf, intentOf, type SessionRecord, sessionOf } from './account.ts';
import { chargeObject } from './charges.ts';
import { StripeFailure, wrongParameter } from './failures.ts';
import { whole } from './parameters.ts';

export const captureParameters = z.strictObject({ amount_to_capture: whole.optional() });
export const cancelParameters = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

/** Returns the intent of an open session. As at Stripe, the first attempt to pay creates it. */
export function startIntent(account: Account, record: SessionRecord, method: 'card' | 'payto'): Stripe.PaymentIntent {
  const { session } = record;
  if (session.status !== 'open') throw new Error(`Nobody can pay session ${session.id}: it is ${session.status}`);
  if (!session.payment_method_types.includes(method))
    throw new Error(`Session ${session.id} does not offer ${method}, only ${session.payment_method_types}`);
  if (typeof session.payment_intent === 'string') return intentOf(account, session.payment_intent);
  const intent = intentObject(account, record);
  account.intents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}

function intentObject(
  account: Account,
  { session, isManualForCards, intentMetadata }: SessionRecord,
): Stripe.PaymentIntent {
  const id = account.id('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: isManualForCards ? 'manual' : 'automatic_async',
    client_secret: `${id}_secret`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: intentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

/** The buyer has paid by card: the session is complete, the money authorised or taken. */
export function authorise(account: Account, sessionId: string): Stripe.PaymentIntent {
  const record = sessionOf(account, sessionId);
  const intent = startIntent(account, record, 'card');
  const charge = chargeObject(account, intent, 'card');
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  if (record.isManualForCards) {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    account.report({ type: 'payment_intent.amount_capturable_updated', data: { object: intent } });
  } else take(account, intent, intent.amount);
  complete(account, record);
  return intent;
}

function complete(account: Account, { session }: SessionRecord): void {
  session.status = 'complete';
  session.url = null;
  account.report({ type: 'checkout.session.completed', data: { object: session } });
}

export function decline(account: Account, sessionId: string, declineCode: string): Stripe.PaymentIntent {
  const intent = startIntent(account, sessionOf(account, sessionId), 'card');
  const isFailedAuthentication = declineCode === 'authentication_failed';
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = isFailedAuthentication
    ? {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    : { type: 'card_error', code: 'card_declined', decline_code: declineCode, message: 'Your card was declined.' };
  account.report({ type: 'payment_intent.payment_failed', data: { object: intent } });
  return intent;
}

export function askForAuthentication(account: Account, sessionId: string): Stripe.PaymentIntent {
  const intent = startIntent(account, sessionOf(account, sessionId), 'card');
  intent.status = 'requires_action';
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  return intent;
}

export function agreeToPayTo(account: Account, sessionId: string): Stripe.PaymentIntent {
  const record = sessionOf(account, sessionId);
  const intent = startIntent(account, record, 'payto');
  intent.status = 'processing';
  intent.capture_method = 'automatic_async';
  complete(account, record);
  return intent;
}

export function settlePayTo(account: Account, sessionId: string, outcome: 'succeeds' | 'fails'): Stripe.PaymentIntent {
  const { session } = sessionOf(account, sessionId);
  const intent = intentOf(account, String(session.payment_intent));
  if (intent.status !== 'processing') throw new Error(`Intent ${intent.id} is ${intent.status}, not processing`);
  if (outcome === 'succeeds') {
    const charge = chargeObject(account, intent, 'payto');
    account.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    take(account, intent, intent.amount);
    account.report({ type: 'checkout.session.async_payment_succeeded', data: { object: session } });
    return intent;
  }
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_method_provider_decline',
    message: 'The bank refused the payment.',
  };
  account.report({ type: 'payment_intent.payment_failed', data: { object: intent } });
  account.report({ type: 'checkout.session.async_payment_failed', data: { object: session } });
  return intent;
}

/** Handles the API's request to capture. */
export function captureIntent(account: Account, id: string, amount: number | undefined): Stripe.PaymentIntent {
  const intent = intentOf(account, id);
  if (intent.status !== 'requires_capture') {
    const reason =
      intent.status === 'succeeded' ? 'it has already been captured' : `it has a status of ${intent.status}`;
    throw unexpectedState(intent, `This PaymentIntent could not be captured because ${reason}.`);
  }
  if (amount !== undefined && amount > intent.amount_capturable)
    throw wrongParameter(
      'amount_to_capture',
      'The amount to capture is greater than the capturable amount.',
      'amount_too_large',
    );
  take(account, intent, amount ?? intent.amount_capturable);
  return intent;
}

/** Handles the API's request to cancel. */
export function cancelThroughApi(account: Account, id: string, reason: string | undefined): Stripe.PaymentIntent {
  const intent = intentOf(account, id);
  const isOpen = ['requires_payment_method', 'requires_action', 'processing'].includes(intent.status);
  if (isOpen)
    throw unexpectedState(intent, 'You cannot cancel this PaymentIntent: expire its Checkout Session instead.');
  if (intent.status !== 'requires_capture')
    throw unexpectedState(intent, `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`);
  cancelIntent(account, intent, reason ?? null);
  return intent;
}

/** The bank ends an authorisation that nobody captured. */
export function lapse(account: Account, intent: Stripe.PaymentIntent): void {
  if (intent.status !== 'requires_capture') throw new Error(`Intent ${intent.id} is ${intent.status}, not authorised`);
  release(account, intent, 'automatic', 'charge.expired');
}

/** Cancels an intent. As at Stripe, a released authorisation is reported as refunded, although nothing was captured. */
export const cancelIntent = (account: Account, intent: Stripe.PaymentIntent, reason: string | null) =>
  release(account, intent, reason, 'charge.refunded');

function release(
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: string | null,
  type: 'charge.expired' | 'charge.refunded',
): void {
  const charge = chargeOf(account, intent);
  if (charge) {
    charge.refunded = true;
    charge.amount_refunded = charge.amount;
  }
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = account.now();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  account.report({ type: 'payment_intent.canceled', data: { object: intent } });
  if (charge) account.report({ type, data: { object: charge } });
}

/** Takes the money; the rest of an authorisation is released. */
function take(account: Account, intent: Stripe.PaymentIntent, amount: number): void {
  intent.status = 'succeeded';
  intent.amount_capturable = 0;
  intent.amount_received = amount;
  const charge = chargeOf(account, intent);
  if (charge) {
    charge.captured = true;
    charge.amount_captured = amount;
    charge.amount_refunded = charge.amount - amount;
  }
  for (const { session } of account.sessions.values())
    if (session.payment_intent === intent.id) session.payment_status = 'paid';
  account.report({ type: 'payment_intent.succeeded', data: { object: intent } });
}

const unexpectedState = (intent: Stripe.PaymentIntent, message: string) =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: structuredClone(intent),
  });
