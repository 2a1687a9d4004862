// The only file that loads Stripe's library; others import its types. It is loaded at the first call, so a shop with simulated
// payments never loads it.
import type Stripe from 'stripe';
import type { StripeSettings } from '#server/settings.ts';
import {
  type EventSeen,
  type IntentSeen,
  type PaymentPage,
  type Processor,
  ProcessorError,
  type TestPage,
} from './processor.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { checkConnection, stripeApiVersion } from './stripe-connection.ts';
import { listPayments, listUndelivered } from './stripe-lists.ts';
import { disputeOf, eventOf, idOf, intentOf, refundOf } from './stripe-objects.ts';

/** The processor that calls Stripe: cards are paid on Stripe's hosted Checkout page with manual capture (decision 0026). */
export function createStripeProcessor(settings: StripeSettings): Processor {
  let loading: Promise<Stripe> | null = null;
  const ask = async <Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    loading ??= loadStripe(settings);
    const stripe = await loading;
    try {
      return await call(stripe);
    } catch (error) {
      throw processorErrorOf(error);
    }
  };
  return {
    async openPage(page) {
      const session = await ask((stripe) =>
        stripe.checkout.sessions.create(parametersOf(page), { idempotencyKey: page.attemptId }),
      );
      if (!session.url) throw new ProcessorError('failed', 'Stripe opened a page without an address');
      return { sessionId: session.id, url: session.url };
    },
    async endPage(sessionId) {
      try {
        await ask((stripe) => stripe.checkout.sessions.expire(sessionId));
      } catch (error) {
        // Only an open page can be ended; read() says what has become of it.
        if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error;
      }
    },
    read: ({ sessionId, intentId, currency }, { withDisputes = false } = {}) =>
      ask(async (stripe) => {
        const session = sessionId && !intentId ? await stripe.checkout.sessions.retrieve(sessionId) : null;
        const id = intentId ?? idOf(session?.payment_intent);
        const intent = id ? await readIntent(stripe, { id, currency, withDisputes }) : null;
        return { page: session ? pageStateOf(session) : null, intent };
      }),
    async capture(intentId, idempotencyKey) {
      await ask((stripe) => stripe.paymentIntents.capture(intentId, {}, { idempotencyKey }));
    },
    async release(intentId, idempotencyKey) {
      await ask((stripe) => stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey }));
    },
    async refund({ intentId, amount, currency, taskId, orderId }, idempotencyKey) {
      const parameters = {
        payment_intent: intentId,
        amount: toStripeAmount(amount, currency),
        metadata: { task: taskId, order: orderId },
      };
      await ask((stripe) => stripe.refunds.create(parameters, { idempotencyKey }));
    },
    readEvent: (body, signature, now) =>
      ask(async (stripe) => verifiedEvent(stripe, settings, { body, signature, now })),
    listUndelivered: (period) => ask((stripe) => listUndelivered(stripe, period)),
    listPayments: (since) => ask((stripe) => listPayments(stripe, since)),
    checkConnection: (webhookUrl) => ask((stripe) => checkConnection(stripe, webhookUrl)),
    async openTestPage(page) {
      const session = await ask((stripe) =>
        stripe.checkout.sessions.create(testParametersOf(page), { idempotencyKey: page.id }),
      );
      if (!session.url) throw new ProcessorError('failed', 'Stripe opened a page without an address');
      return { sessionId: session.id, url: session.url };
    },
  };
}

/** Milliseconds. */
const requestTimeout = 10_000;

async function loadStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new StripeClient(secretKey, {
    apiVersion: stripeApiVersion,
    timeout: requestTimeout,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(address && {
      host: address.hostname.replace(/^\[|\]$/g, ''),
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

function parametersOf(page: PaymentPage): Stripe.Checkout.SessionCreateParams {
  const { attemptId, orderId, language, method, items, currency, email, expiresAt, returnUrl, cancelUrl } = page;
  const metadata = { order: orderId, attempt: attemptId };
  return {
    mode: 'payment',
    allowed_payment_method_types: [method],
    line_items: items.map(({ name, amount }) => ({
      quantity: 1,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripeAmount(amount, currency),
        product_data: { name },
      },
    })),
    client_reference_id: orderId,
    metadata,
    // PayTo has no authorisation: with manual capture Stripe would not offer it.
    payment_intent_data: { ...(method === 'card' && { capture_method: 'manual' }), metadata },
    customer_email: email,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt / 1_000),
    submit_type: 'pay',
    adaptive_pricing: { enabled: false },
    locale: language,
  };
}

/** The session of a test purchase has no metadata of an order, so its events change no order; they only show that the webhook works. */
function testParametersOf({ amount, currency, expiresAt, returnUrl }: TestPage): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toStripeAmount(amount, currency),
          product_data: { name: 'Test purchase: no money moves' },
        },
      },
    ],
    metadata: { purpose: 'test purchase' },
    payment_intent_data: { capture_method: 'manual', metadata: { purpose: 'test purchase' } },
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(expiresAt / 1_000),
    adaptive_pricing: { enabled: false },
    locale: 'en',
  };
}

function pageStateOf({ status }: Stripe.Checkout.Session): 'open' | 'complete' | 'expired' | null {
  const known = (['open', 'complete', 'expired'] as const).find((one) => one === status);
  return known ?? null;
}

async function readIntent(
  stripe: Stripe,
  { id, currency, withDisputes }: { id: string; currency: string; withDisputes: boolean },
): Promise<IntentSeen> {
  const intent = await stripe.paymentIntents.retrieve(id);
  const seen = intentOf(intent, currency);
  const refunds =
    seen.status === 'captured' ? await stripe.refunds.list({ payment_intent: id, limit: 100 }) : { data: [] };
  const disputes = withDisputes ? await stripe.disputes.list({ payment_intent: id, limit: 100 }) : { data: [] };
  return {
    ...seen,
    refunds: refunds.data.map((refund) => refundOf(refund, currency)),
    disputes: disputes.data.map((dispute) => disputeOf(dispute, currency)),
  };
}

/** Seconds. */
const signatureTolerance = 300;

interface SignedBody {
  body: Buffer;
  signature: string;
  /** Epoch milliseconds. */
  now: number;
}

function verifiedEvent(
  stripe: Stripe,
  { webhookSecrets }: StripeSettings,
  { body, signature, now }: SignedBody,
): EventSeen | null {
  // The library does not refuse times in the future, so this function does.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt <= now / 1_000 + signatureTolerance)) return null;
  for (const secret of webhookSecrets) {
    try {
      return eventOf(stripe.webhooks.constructEvent(body, signature, secret, signatureTolerance, undefined, now));
    } catch {
      // Signed with another secret, too old, or not JSON.
    }
  }
  return null;
}

/**
 * Converts an error of Stripe's library. Errors of the shop's key and too many requests count as unreachable: the call had no effect and
 * can be repeated.
 */
function processorErrorOf(error: unknown): Error {
  if (!(error instanceof Error) || !('type' in error)) return error instanceof Error ? error : new Error(String(error));
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : String(error.type);
  if (status >= 500) return new ProcessorError('failed', code);
  const isRefused = status >= 400 && ![401, 403, 409, 429].includes(status) && error.type !== 'StripeIdempotencyError';
  return new ProcessorError(isRefused ? 'refused' : 'unreachable', code);
}
