// The only file that loads Stripe's library; others import its types. It is loaded at the first call, so a shop with simulated payments never loads it.
import type Stripe from 'stripe';
import type { StripeSettings } from '#server/settings.ts';
import {
  type DisputeSeen,
  type EventSeen,
  type IntentSeen,
  type PaymentPage,
  type Processor,
  ProcessorError,
  type RefundSeen,
} from './processor.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** Stripe's hosted Checkout with manual capture (decision 0026). `shopId` marks what belongs to this shop at Stripe. */
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
  };
}

/** Milliseconds. */
const requestTimeout = 10_000;

async function loadStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new StripeClient(secretKey, {
    apiVersion: '2026-10-28.endive',
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
  const { attemptId, orderId, items, currency, email, expiresAt, returnUrl, cancelUrl } = page;
  const metadata = { order: orderId, attempt: attemptId };
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
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
    payment_intent_data: { capture_method: 'manual', metadata },
    customer_email: email,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt / 1_000),
    submit_type: 'pay',
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
  const status = statusOf(intent.status);
  const refunds = status === 'captured' ? await stripe.refunds.list({ payment_intent: id, limit: 100 }) : { data: [] };
  const disputes = withDisputes ? await stripe.disputes.list({ payment_intent: id, limit: 100 }) : { data: [] };
  return {
    id,
    status,
    amount: fromStripeAmount(intent.amount, currency),
    captured: fromStripeAmount(intent.amount_received, currency),
    currency: intent.currency.toUpperCase(),
    isLive: intent.livemode,
    orderId: intent.metadata.order ?? '',
    attemptId: intent.metadata.attempt ?? '',
    refunds: refunds.data.map((refund) => refundOf(refund, currency)),
    disputes: disputes.data.map((dispute) => disputeOf(dispute, currency)),
  };
}

function statusOf(status: Stripe.PaymentIntent.Status): IntentSeen['status'] {
  if (status === 'requires_capture') return 'authorised';
  if (status === 'succeeded') return 'captured';
  return status === 'canceled' ? 'cancelled' : 'waiting';
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund, currency: string): RefundSeen {
  const state = status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  return { id, amount: fromStripeAmount(amount, currency), state, taskId: metadata?.task ?? null };
}

function disputeOf(dispute: Stripe.Dispute, currency: string): DisputeSeen {
  const { id, amount, reason, status, created, evidence_details } = dispute;
  const due = evidence_details.due_by;
  return {
    id,
    amount: fromStripeAmount(amount, currency),
    reason,
    status,
    dueBy: due === null ? null : due * 1_000,
    createdAt: created * 1_000,
  };
}

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

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
  // The library accepts times in the future.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt <= now / 1_000 + signatureTolerance)) return null;
  for (const secret of webhookSecrets) {
    try {
      return eventOf(stripe.webhooks.constructEvent(body, signature, secret, signatureTolerance, undefined, now));
    } catch {
      // Of another secret, too old, or not JSON.
    }
  }
  return null;
}

function eventOf({ id, type, livemode, api_version, created, data: { object } }: Stripe.Event): EventSeen {
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

/** Errors of the shop's key and too many requests count as unreachable: the call had no effect and can be repeated. */
function processorErrorOf(error: unknown): Error {
  if (!(error instanceof Error) || !('type' in error)) return error instanceof Error ? error : new Error(String(error));
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : String(error.type);
  if (status >= 500) return new ProcessorError('failed', code);
  const isRefused = status >= 400 && ![401, 403, 409, 429].includes(status) && error.type !== 'StripeIdempotencyError';
  return new ProcessorError(isRefused ? 'refused' : 'unreachable', code);
}
