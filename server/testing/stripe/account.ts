import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { stripeEventTypes } from '#server/features/payments/stripe-events.ts';
import { missingResource } from './failures.ts';

/** The version of Stripe's API whose shapes the fake has: the one that the library was made for. */
export const apiVersion = '2026-10-28.endive';

type EventType = (typeof stripeEventTypes)[number];

/** The type and the data of an event, e.g. `{ type: 'refund.created', data: { object: refund } }`. */
export type Happening = Stripe.Event extends infer E
  ? E extends { type: EventType; data: unknown }
    ? { type: E['type']; data: E['data'] }
    : never
  : never;

export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lines: Stripe.LineItem[];
  isManualForCards: boolean;
  intentMetadata: Stripe.Metadata;
}

/** Everything that the fake stores. Its objects are changed in place and copied when they leave it. */
export interface Account {
  /** Epoch seconds. */
  now(): number;
  id(prefix: string): string;
  readonly sessions: Map<string, SessionRecord>;
  readonly intents: Map<string, Stripe.PaymentIntent>;
  readonly charges: Map<string, Stripe.Charge>;
  readonly refunds: Map<string, Stripe.Refund>;
  readonly disputes: Map<string, Stripe.Dispute>;
  readonly events: Stripe.Event[];
  /** The webhook endpoints that the owner set up in the Dashboard. */
  endpoints: Stripe.WebhookEndpoint[];
  refundsBegin: 'succeeded' | 'pending';
  /** Whether the owner has turned PayTo on. */
  hasPayTo: boolean;
  /** The idempotency key of the request that is being answered. */
  idempotencyKey: string | null;
  /** Adds an event and sends it. */
  report(happening: Happening): void;
}

export function createAccount(now: () => number, send: (event: Stripe.Event) => void): Account {
  const account: Account = {
    now,
    id: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: [],
    endpoints: [],
    refundsBegin: 'succeeded',
    hasPayTo: true,
    idempotencyKey: null,
    report(happening) {
      const event = {
        id: account.id('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: account.idempotencyKey },
        ...happening,
      } satisfies Stripe.Event;
      const kept = structuredClone(event);
      account.events.push(kept);
      send(kept);
    },
  };
  return account;
}

export function sessionOf(account: Account, id: string): SessionRecord {
  const record = account.sessions.get(id);
  if (!record) throw missingResource('checkout.session', id);
  return record;
}

export function intentOf(account: Account, id: string): Stripe.PaymentIntent {
  const intent = account.intents.get(id);
  if (!intent) throw missingResource('payment_intent', id);
  return intent;
}

export function refundOf(account: Account, id: string): Stripe.Refund {
  const refund = account.refunds.get(id);
  if (!refund) throw missingResource('refund', id);
  return refund;
}

export function disputeOf(account: Account, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (!dispute) throw missingResource('dispute', id);
  return dispute;
}

/** The charge of an intent, or null before the buyer has paid. */
export function chargeOf(account: Account, intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return account.charges.get(typeof intent.latest_charge === 'string' ? intent.latest_charge : '') ?? null;
}

/** A webhook endpoint with the version and the events that docs/payments.md asks for. */
export function endpointObject(account: Account): Stripe.WebhookEndpoint {
  return {
    id: account.id('we'),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: account.now(),
    description: null,
    enabled_events: [...stripeEventTypes],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: '',
  };
}
