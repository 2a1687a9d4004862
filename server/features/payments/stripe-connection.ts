import type Stripe from 'stripe';
import type { ConnectionSeen } from './processor.ts';
import { stripeEventTypes } from './stripe-events.ts';

/** The version of Stripe's API that the shop uses; the webhook endpoint has to have the same (docs/payments.md). */
export const stripeApiVersion = '2026-10-28.endive';

/** Tries to read one row of everything that the shop reads, and then the webhook endpoint, and says what the key may not do. */
export async function checkConnection(stripe: Stripe, webhookUrl: string): Promise<ConnectionSeen> {
  const asked = {
    'Checkout Sessions': await may(stripe.checkout.sessions.list({ limit: 1 })),
    PaymentIntents: await may(stripe.paymentIntents.list({ limit: 1 })),
    Refunds: await may(stripe.refunds.list({ limit: 1 })),
    Events: await may(stripe.events.list({ limit: 1 })),
    Disputes: await may(stripe.disputes.list({ limit: 1 })),
  };
  const outcomes = Object.entries(asked);
  const seen: ConnectionSeen = {
    key: outcomes.some(([, outcome]) => outcome === 'unknown key') ? 'refused' : 'accepted',
    missingPermissions: outcomes.filter(([, outcome]) => outcome === 'not permitted').map(([name]) => name),
    webhook: 'unreadable',
    apiVersion: null,
    expectedVersion: stripeApiVersion,
    missingEvents: [],
  };
  return seen.key === 'refused' ? seen : { ...seen, ...(await checkEndpoint(stripe, webhookUrl)) };
}

async function checkEndpoint(
  stripe: Stripe,
  webhookUrl: string,
): Promise<Pick<ConnectionSeen, 'webhook' | 'apiVersion' | 'missingEvents'>> {
  const list = stripe.webhookEndpoints.list({ limit: 100 });
  const nothing = { apiVersion: null, missingEvents: [] };
  if ((await may(list)) !== 'permitted') return { webhook: 'unreadable', ...nothing };
  const endpoint = (await list).data.find(({ url }) => url === webhookUrl);
  if (!endpoint) return { webhook: 'missing', ...nothing };
  const sent = new Set(endpoint.enabled_events);
  return {
    webhook: endpoint.status === 'disabled' ? 'disabled' : 'found',
    apiVersion: endpoint.api_version,
    missingEvents: sent.has('*') ? [] : stripeEventTypes.filter((type) => !sent.has(type)),
  };
}

/** Whether Stripe accepts the key for this call. Throws every error that is not about the key. */
async function may(call: Promise<unknown>): Promise<'permitted' | 'not permitted' | 'unknown key'> {
  try {
    await call;
    return 'permitted';
  } catch (error) {
    const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
    if (status === 401) return 'unknown key';
    if (status === 403) return 'not permitted';
    throw error;
  }
}
