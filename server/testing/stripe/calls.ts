import type Stripe from 'stripe';
import { z } from 'zod';
import { type Account, disputeOf, intentOf, refundOf, sessionOf } from './account.ts';
import { missingResource } from './failures.ts';
import type { Call } from './fake-stripe.ts';
import { cancelParameters, cancelThroughApi, captureIntent, captureParameters } from './intents.ts';
import { listed, listPage, parseParameters } from './parameters.ts';
import { createRefund, newRefund } from './refunds.ts';
import { createSession, expireSession, newSession } from './sessions.ts';

export interface CallContext {
  account: Account;
  /** Without a trailing slash. */
  apiUrl: string;
  isDelivered(event: Stripe.Event): boolean;
}

export interface Route {
  call: Call;
  method: 'GET' | 'POST';
  /** Matches the path. Its group, if it has one, is the id. */
  path: RegExp;
  /** Does what Stripe does for this call, and returns the object to answer. `parameters` do not contain `expand`. */
  answer(context: CallContext, parameters: unknown, id: string): unknown;
}

const nothing = z.strictObject({});
const sessionList = z.strictObject({ ...listed, payment_intent: z.string().optional(), status: z.string().optional() });
const refundList = z.strictObject({ ...listed, payment_intent: z.string().optional(), charge: z.string().optional() });
const disputeList = z.strictObject({ ...listed, payment_intent: z.string().optional(), charge: z.string().optional() });
const eventList = z.strictObject({
  ...listed,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  delivery_success: z.enum(['true', 'false']).optional(),
});

export const routes: readonly Route[] = [
  route('POST', 'checkout/sessions', 'checkout.sessions.create', newSession, ({ account, apiUrl }, wanted) =>
    createSession(account, apiUrl, wanted),
  ),
  route('GET', 'checkout/sessions', 'checkout.sessions.list', sessionList, ({ account }, wanted) => {
    const all = [...account.sessions.values()].map(({ session }) => session);
    const fits = (session: Stripe.Checkout.Session) =>
      (wanted.payment_intent ?? session.payment_intent) === session.payment_intent &&
      (wanted.status ?? session.status) === session.status;
    return listPage('/v1/checkout/sessions', all.filter(fits), wanted);
  }),
  route('GET', 'checkout/sessions/:id', 'checkout.sessions.retrieve', nothing, ({ account }, _, id) => {
    return sessionOf(account, id).session;
  }),
  route('POST', 'checkout/sessions/:id/expire', 'checkout.sessions.expire', nothing, ({ account }, _, id) =>
    expireSession(account, id),
  ),
  route('GET', 'payment_intents', 'paymentIntents.list', z.strictObject(listed), ({ account }, wanted) =>
    listPage('/v1/payment_intents', account.intents.values(), wanted),
  ),
  route('GET', 'payment_intents/:id', 'paymentIntents.retrieve', nothing, ({ account }, _, id) =>
    intentOf(account, id),
  ),
  route('POST', 'payment_intents/:id/capture', 'paymentIntents.capture', captureParameters, (context, wanted, id) =>
    captureIntent(context.account, id, wanted.amount_to_capture),
  ),
  route('POST', 'payment_intents/:id/cancel', 'paymentIntents.cancel', cancelParameters, (context, wanted, id) =>
    cancelThroughApi(context.account, id, wanted.cancellation_reason),
  ),
  route('GET', 'charges/:id', 'charges.retrieve', nothing, ({ account }, _, id) =>
    found(account.charges, 'charge', id),
  ),
  route('POST', 'refunds', 'refunds.create', newRefund, ({ account }, wanted) => createRefund(account, wanted)),
  route('GET', 'refunds', 'refunds.list', refundList, ({ account }, wanted) =>
    listPage('/v1/refunds', ofPayment(account.refunds.values(), wanted), wanted),
  ),
  route('GET', 'refunds/:id', 'refunds.retrieve', nothing, ({ account }, _, id) => refundOf(account, id)),
  route('GET', 'events', 'events.list', eventList, ({ account, isDelivered }, wanted) => {
    const fits = (event: Stripe.Event) =>
      (wanted.type ?? event.type) === event.type &&
      (wanted.types?.includes(event.type) ?? true) &&
      (wanted.delivery_success ?? String(isDelivered(event))) === String(isDelivered(event));
    return listPage('/v1/events', account.events.filter(fits), wanted);
  }),
  route('GET', 'events/:id', 'events.retrieve', nothing, ({ account }, _, id) =>
    found(new Map(account.events.map((event) => [event.id, event])), 'event', id),
  ),
  route('GET', 'disputes', 'disputes.list', disputeList, ({ account }, wanted) =>
    listPage('/v1/disputes', ofPayment(account.disputes.values(), wanted), wanted),
  ),
  route('GET', 'disputes/:id', 'disputes.retrieve', nothing, ({ account }, _, id) => disputeOf(account, id)),
  route('GET', 'webhook_endpoints', 'webhookEndpoints.list', z.strictObject(listed), ({ account }, wanted) =>
    listPage('/v1/webhook_endpoints', account.endpoints, wanted),
  ),
  route('GET', 'balance', 'balance.retrieve', nothing, () => {
    return { object: 'balance', available: [], livemode: false, pending: [] } satisfies Stripe.Balance;
  }),
  route('GET', 'account', 'accounts.retrieveCurrent', nothing, () => {
    return {
      id: 'acct_fake',
      object: 'account',
      charges_enabled: true,
      country: 'AU',
      default_currency: 'aud',
      details_submitted: true,
      email: null,
      payouts_enabled: true,
      type: 'standard',
    } satisfies Stripe.Account;
  }),
];

function route<T>(
  method: Route['method'],
  path: string,
  call: Call,
  parameters: z.ZodType<T>,
  answer: (context: CallContext, parameters: T, id: string) => unknown,
): Route {
  return {
    call,
    method,
    path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
    answer: (context, given, id) => answer(context, parseParameters(parameters, given), id),
  };
}

function found<T>(all: ReadonlyMap<string, T>, kind: string, id: string): T {
  const object = all.get(id);
  if (!object) throw missingResource(kind, id);
  return object;
}

function ofPayment<T extends { charge: unknown; payment_intent: unknown }>(
  all: Iterable<T>,
  wanted: { payment_intent?: string | undefined; charge?: string | undefined },
): T[] {
  return [...all].filter(
    (object) =>
      (wanted.payment_intent ?? object.payment_intent) === object.payment_intent &&
      (wanted.charge ?? object.charge) === object.charge,
  );
}
