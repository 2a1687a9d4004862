import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { type Account, chargeOf, createAccount, endpointObject, intentOf, sessionOf } from './account.ts';
import { closeDispute, type NewDispute, openDispute } from './disputes.ts';
import { openApiServer } from './http.ts';
import {
  agreeToPayTo,
  askForAuthentication,
  authorise,
  cancelThroughApi,
  captureIntent,
  decline,
  lapse,
  settlePayTo,
} from './intents.ts';
import { completeRefund, createRefund, failRefund } from './refunds.ts';
import { expireSession } from './sessions.ts';
import { createWebhooks } from './webhooks.ts';

/**
 * A fake of Stripe on loopback that speaks its HTTP as the `stripe` library sends it. It has the calls that the shop uses, the
 * page where a buyer pays, and signed webhooks:
 *
 *   const stripe = await openFakeStripe();
 *   openTestShop({ environment: stripe.environment, … });
 *   stripe.webhooks.to = (request) => app.inject({ method: 'POST', url: '/api/payments/stripe/events', … });
 *   stripe.authorise(sessionId);          // the buyer pays
 *   await stripe.webhooks.settled();      // the shop has answered every webhook
 *
 * As at Stripe, a session has no intent before the buyer first tries to pay; a session that is complete or expired stays so; a
 * declined buyer stays on the page and can try again; cancelling an intent whose session is open is refused. An authorisation
 * lapses after seven days and a session at its `expires_at`, both by the fake's clock, when the next request arrives
 * or `advance` is called.
 */
export interface FakeStripe {
  /** STRIPE_API_URL of a shop that is paid here, without a trailing slash. */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** The secret that webhooks are signed with, unless a change of them has another. */
  readonly webhookSecret: string;
  /** All settings of a shop that is paid here. */
  readonly environment: {
    readonly PAYMENTS: 'stripe';
    readonly STRIPE_SECRET_KEY: string;
    readonly STRIPE_WEBHOOK_SECRET: string;
    readonly STRIPE_API_URL: string;
  };
  readonly webhooks: Webhooks;
  /** Epoch milliseconds. Can be replaced, e.g. by the clock of a test's shop. */
  clock: () => number;
  /** Moves the fake's own clock forward. */
  advance(milliseconds: number): void;

  /** The requests of the library so far, oldest first. */
  readonly asked: Asked[];
  /** Makes the next `times` requests of this call fail, 1 by default. The library repeats a request twice by itself. */
  failNext(call: Call, how: Failure, times?: number): void;

  /** The buyer pays by card: authorised, or captured if the session asks for no manual capture. */
  authorise(sessionId: string): Stripe.PaymentIntent;
  /** The bank declines the card. The session stays open. */
  decline(sessionId: string, declineCode?: string): Stripe.PaymentIntent;
  /** The bank asks for 3-D Secure: `requires_action` until authorise() or decline(). */
  askForAuthentication(sessionId: string): Stripe.PaymentIntent;
  /** The buyer agrees to a PayTo payment: the session is complete and the intent `processing`. PayTo has no manual capture. */
  agreeToPayTo(sessionId: string): Stripe.PaymentIntent;
  /** Ends a PayTo payment that the buyer has agreed to with agreeToPayTo(). */
  settlePayTo(sessionId: string, outcome: 'succeeds' | 'fails'): Stripe.PaymentIntent;

  /** The authorisation ends without a capture: `canceled`, reason `automatic`. */
  lapse(intentId: string): void;
  /** Somebody captures, cancels or refunds in Stripe's Dashboard. */
  captureOutside(intentId: string): void;
  cancelOutside(intentId: string): void;
  refundOutside(intentId: string, amount?: number): Stripe.Refund;
  /** Makes this the only webhook endpoint of the account, by default for all events and with the API version of the fake. */
  setEndpoint(url: string, changes?: Partial<Stripe.WebhookEndpoint>): void;
  /** Stripe forgets a payment, as it would after the wrong account's key was set. */
  forgetIntent(intentId: string): void;
  /** Changes what Stripe says about an intent, e.g. its amount, to forge it. */
  alterIntent(intentId: string, changes: Partial<Stripe.PaymentIntent>): void;

  /** New refunds begin in this state; `succeeded` by default. */
  refundsBegin: 'succeeded' | 'pending';
  /** Whether the owner has turned PayTo on; true by default. */
  hasPayTo: boolean;
  completeRefund(refundId: string): void;
  /** The bank returns the refund; its money is with the shop again. */
  failRefund(refundId: string, reason?: string): void;
  refundsOf(intentId: string): Stripe.Refund[];

  /**
   * Opens a dispute over the whole charge by default, which takes the money from the shop. `dueBy`: epoch milliseconds, in ten days by
   * default.
   */
  openDispute(intentId: string, options?: { amount?: number; reason?: string; dueBy?: number }): Stripe.Dispute;
  /** Gives the money back to the shop. */
  winDispute(disputeId: string): void;
  loseDispute(disputeId: string): void;

  session(sessionId: string): Stripe.Checkout.Session;
  /** All sessions, oldest first. */
  sessions(): Stripe.Checkout.Session[];
  intent(intentId: string): Stripe.PaymentIntent;
  /** The money of one intent. */
  book(intentId: string): Book;
  /** The money of every intent, oldest first. */
  books(): Book[];
  close(): Promise<void>;
}

/** The money of one intent. Amounts are in the currency's smallest unit. */
export interface Book {
  intentId: string;
  metadata: Stripe.Metadata;
  captured: number;
  /** Refunds that have not failed. */
  refunded: number;
  /** Taken by a dispute that is open or lost. */
  disputed: number;
  /** Authorised, and neither captured nor released. */
  openAuthorisation: number;
}

/** The calls of the library that the fake answers. */
export type Call =
  | 'checkout.sessions.create'
  | 'checkout.sessions.retrieve'
  | 'checkout.sessions.list'
  | 'checkout.sessions.expire'
  | 'paymentIntents.retrieve'
  | 'paymentIntents.list'
  | 'paymentIntents.capture'
  | 'paymentIntents.cancel'
  | 'charges.retrieve'
  | 'refunds.create'
  | 'refunds.retrieve'
  | 'refunds.list'
  | 'events.retrieve'
  | 'events.list'
  | 'disputes.retrieve'
  | 'disputes.list'
  | 'webhookEndpoints.list'
  | 'balance.retrieve'
  | 'accounts.retrieveCurrent';

/**
 * `drop before`, `drop after`: the connection is cut before or after the effect; `500 before`, `500 after`: an error of
 * Stripe's, which is kept for the idempotency key; `400`: refused for good; `429`: too many requests; `401`, `403`: the key is unknown, or may not do
 * this; `startAfter`: waits, then acts and answers; `answerAfter`: acts at once and answers later.
 */
export type Failure =
  | 'drop before'
  | 'drop after'
  | '500 before'
  | '500 after'
  | '400'
  | '429'
  | '401'
  | '403'
  | { startAfter: Promise<unknown> }
  | { answerAfter: Promise<unknown> };

/** A request of the library. */
export interface Asked {
  call: Call;
  idempotencyKey: string | null;
  parameters: unknown;
  /** Null while it is being answered, and if it failed by `drop before`, `401`, `403` or `429`. */
  status: number | null;
}

/** The webhooks to the shop. They are sent after the request or the click that causes them has been answered. */
export interface Webhooks {
  /** The address of the shop's webhook, or a function that delivers a request and returns the status; null: nothing is sent. */
  to: string | ((request: WebhookRequest) => Promise<number>) | null;
  /** `held`: events wait for release(); `off`: events are not sent, but count as undelivered. */
  mode: 'on' | 'held' | 'off';
  /** How often each event is sent, all at once. */
  copies: number;
  /** Changes every webhook from now on: another secret, time (epoch milliseconds), or content. Empty by default. */
  changes: WebhookChanges;
  /** Every event so far, oldest first. */
  readonly events: readonly Stripe.Event[];
  /** Sends the held events. */
  release(order?: 'in order' | 'reversed'): Promise<void>;
  /** Sends the events again that the shop has not answered with 200, as Stripe does for three days. */
  retry(): Promise<void>;
  /** Sends one event (again) and returns the statuses. */
  send(event: Stripe.Event, changes?: WebhookChanges): Promise<number[]>;
  /** Resolves when every webhook that is on its way has been answered. */
  settled(): Promise<void>;
}

export interface WebhookChanges {
  signedWith?: string;
  signedAt?: number;
  livemode?: boolean;
  type?: string;
  /** Replaces the metadata of the event's object. */
  metadata?: Record<string, string>;
}

export interface WebhookRequest {
  body: string;
  /** `stripe-signature` and `content-type`. */
  headers: Record<string, string>;
}

export interface FakeStripeOptions {
  /** 0 by default: any free port. */
  port?: number;
  /** Epoch milliseconds; the system clock by default. */
  clock?: () => number;
}

/** Opens a fake on loopback. */
export async function openFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  let passed = 0;
  const clock = () => stripe.clock() + passed;
  const account: Account = createAccount(
    () => Math.floor(clock() / 1000),
    (event) => webhooks.take(event),
  );
  const webhooks = createWebhooks(account.events, webhookSecret, clock);
  const catchUp = () => letTimePass(account);
  const { isDelivered } = webhooks;
  const { port = 0 } = options;
  const server = await openApiServer({ account, secretKey, port, isDelivered, catchUp });
  const { apiUrl } = server;
  const stripe: FakeStripe = {
    apiUrl,
    secretKey,
    webhookSecret,
    environment: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: apiUrl,
    },
    webhooks,
    clock: options.clock ?? Date.now,
    advance(milliseconds) {
      passed += milliseconds;
      catchUp();
    },
    asked: server.asked,
    failNext: (call, how, times = 1) => server.failNext(call, how, times),
    get refundsBegin() {
      return account.refundsBegin;
    },
    set refundsBegin(status) {
      account.refundsBegin = status;
    },
    get hasPayTo() {
      return account.hasPayTo;
    },
    set hasPayTo(has) {
      account.hasPayTo = has;
    },
    ...createBuyer(account),
    ...createBank(account),
    ...createQueries(account),
    close: () => server.close(),
  };
  return stripe;
}

/** The actions of buyers on the hosted page. */
function createBuyer(account: Account) {
  return {
    authorise: (sessionId: string) => structuredClone(authorise(account, sessionId)),
    decline: (sessionId: string, declineCode = 'generic_decline') =>
      structuredClone(decline(account, sessionId, declineCode)),
    askForAuthentication: (sessionId: string) => structuredClone(askForAuthentication(account, sessionId)),
    agreeToPayTo: (sessionId: string) => structuredClone(agreeToPayTo(account, sessionId)),
    settlePayTo: (sessionId: string, outcome: 'succeeds' | 'fails') =>
      structuredClone(settlePayTo(account, sessionId, outcome)),
  };
}

/** The actions of banks, of Stripe, and of the owner in Stripe's Dashboard. */
function createBank(account: Account) {
  return {
    lapse: (intentId: string) => lapse(account, intentOf(account, intentId)),
    captureOutside: (intentId: string) => void captureIntent(account, intentId, undefined),
    cancelOutside: (intentId: string) => void cancelThroughApi(account, intentId, undefined),
    refundOutside: (intentId: string, amount?: number) =>
      structuredClone(createRefund(account, { payment_intent: intentId, amount })),
    alterIntent: (intentId: string, changes: Partial<Stripe.PaymentIntent>) =>
      void Object.assign(intentOf(account, intentId), changes),
    setEndpoint(url: string, changes: Partial<Stripe.WebhookEndpoint> = {}) {
      account.endpoints = [{ ...endpointObject(account), url, ...changes }];
    },
    forgetIntent: (intentId: string) => void account.intents.delete(intentId),
    completeRefund: (refundId: string) => completeRefund(account, refundId),
    failRefund: (refundId: string, reason = 'expired_or_canceled_card') => failRefund(account, refundId, reason),
    openDispute: (intentId: string, options: NewDispute = {}) =>
      structuredClone(openDispute(account, intentId, options)),
    winDispute: (disputeId: string) => closeDispute(account, disputeId, 'won'),
    loseDispute: (disputeId: string) => closeDispute(account, disputeId, 'lost'),
  };
}

function createQueries(account: Account) {
  const refundsOf = (intentId: string) =>
    structuredClone([...account.refunds.values()].filter((refund) => refund.payment_intent === intentId));
  const book = (intentId: string): Book => {
    const intent = intentOf(account, intentId);
    const refunds = refundsOf(intentId).filter(({ status }) => status !== 'failed');
    const disputes = [...account.disputes.values()].filter(
      (dispute) => dispute.payment_intent === intentId && dispute.status !== 'won',
    );
    return {
      intentId,
      metadata: { ...intent.metadata },
      captured: intent.amount_received,
      refunded: sumOf(refunds),
      disputed: sumOf(disputes),
      openAuthorisation: intent.amount_capturable,
    };
  };
  return {
    refundsOf,
    session: (sessionId: string) => structuredClone(sessionOf(account, sessionId).session),
    sessions: () => structuredClone([...account.sessions.values()].map(({ session }) => session)),
    intent: (intentId: string) => structuredClone(intentOf(account, intentId)),
    book,
    books: () => [...account.intents.keys()].map(book),
  };
}

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** Ends sessions and authorisations whose time is over. */
function letTimePass(account: Account): void {
  for (const { session } of account.sessions.values())
    if (session.status === 'open' && session.expires_at <= account.now()) expireSession(account, session.id);
  for (const intent of account.intents.values()) {
    const captureBefore = chargeOf(account, intent)?.payment_method_details?.card?.capture_before;
    if (intent.status === 'requires_capture' && (captureBefore ?? 0) <= account.now()) lapse(account, intent);
  }
}
