import type { Language } from '#contract/languages.ts';
import type { Cents } from '#contract/money.ts';

/** A payment processor. Call it outside of transactions only. Every method may throw ProcessorError. */
export interface Processor {
  /** Opens a page where the buyer pays. The same attempt opens the same page again. */
  openPage(page: PaymentPage): Promise<{ sessionId: string; url: string }>;
  /** Ends a page; does nothing if it has ended or the buyer has paid there. */
  endPage(sessionId: string): Promise<void>;
  /** What the processor knows about an attempt. `withDisputes`: also its disputes. */
  read(attempt: AttemptIds, options?: { withDisputes?: boolean }): Promise<PaymentSeen>;
  /** Takes the authorised money. */
  capture(intentId: string, idempotencyKey: string): Promise<void>;
  /** Ends an authorisation; nothing is charged. */
  release(intentId: string, idempotencyKey: string): Promise<void>;
  refund(refund: RefundWanted, idempotencyKey: string): Promise<void>;
  /** Reads a signed event. Null if the signature is wrong, or older or newer than five minutes. */
  readEvent(body: Buffer, signature: string, now: number): Promise<EventSeen | null>;
  /** Events of that time (epoch milliseconds), of the types that the shop listens to, which the processor could not deliver yet. */
  listUndelivered(period: { from: number; until: number }): Promise<EventSeen[]>;
  /** Payments, refunds and disputes that began since `since`, epoch milliseconds. */
  listPayments(since: number): Promise<PaymentsListed>;
  /** Whether the key and the webhook endpoint at `webhookUrl` are as the shop needs them. */
  checkConnection(webhookUrl: string): Promise<ConnectionSeen>;
  /** Opens the page of a test purchase, which belongs to no order. */
  openTestPage(page: TestPage): Promise<{ sessionId: string; url: string }>;
}

export interface PaymentsListed {
  /** The payments of that time, each with its refunds and disputes of that time. */
  payments: readonly IntentSeen[];
  /** Ids of payments that began earlier, with a refund or a dispute since. */
  earlier: readonly string[];
}

export interface TestPage {
  /** The idempotency key. */
  id: string;
  amount: Cents;
  currency: string;
  expiresAt: number;
  returnUrl: string;
}

export interface ConnectionSeen {
  /** `refused`: the processor does not know the key. */
  key: 'accepted' | 'refused';
  /** What the key may not do, although the shop needs it. */
  missingPermissions: readonly string[];
  /** `unreadable`: the key may not read endpoints, so the rest is not known. */
  webhook: 'found' | 'missing' | 'disabled' | 'unreadable';
  /** The API version of the endpoint; null if it has none of its own or is not known. */
  apiVersion: string | null;
  /** The API version that the shop uses. */
  expectedVersion: string;
  /** Events that the shop needs and the endpoint does not send. */
  missingEvents: readonly string[];
}

export interface AttemptIds {
  sessionId: string | null;
  intentId: string | null;
  currency: string;
}

export interface PaymentPage {
  attemptId: string;
  orderId: string;
  language: Language;
  /** `payto`: the money is taken at once, after the buyer has agreed in the app of the bank. */
  method: 'card' | 'payto';
  items: readonly { name: string; amount: Cents }[];
  currency: string;
  email: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Where the buyer comes back to. */
  returnUrl: string;
  cancelUrl: string;
}

export interface PaymentSeen {
  /** Null if there is no page, or it was not asked for because the payment is known. */
  page: 'open' | 'complete' | 'expired' | null;
  /** Null before the buyer has tried to pay. */
  intent: IntentSeen | null;
}

/** The payment of a page. `waiting`: for the buyer, or for their bank. */
export interface IntentSeen {
  id: string;
  status: 'waiting' | 'authorised' | 'captured' | 'cancelled';
  amount: Cents;
  captured: Cents;
  /** An ISO 4217 code in capital letters. */
  currency: string;
  isLive: boolean;
  orderId: string;
  attemptId: string;
  /** The processor's code for why the latest try to pay was declined; null if the buyer may pay or has paid. */
  declined: string | null;
  refunds: readonly RefundSeen[];
  /** Empty unless disputes were asked for. */
  disputes: readonly DisputeSeen[];
}

export interface RefundSeen {
  id: string;
  amount: Cents;
  state: 'pending' | 'succeeded' | 'failed';
  /** The task that asked for the refund; null if it was made in the processor's own panel. */
  taskId: string | null;
}

export interface DisputeSeen {
  id: string;
  amount: Cents;
  reason: string;
  /** The processor's word, for example `needs_response`, `won` or `lost`. */
  status: string;
  /** Epoch milliseconds. */
  dueBy: number | null;
  createdAt: number;
}

export interface RefundWanted {
  intentId: string;
  taskId: string;
  orderId: string;
  amount: Cents;
  currency: string;
}

export interface EventSeen {
  id: string;
  type: string;
  objectId: string;
  attemptId: string | null;
  intentId: string | null;
  isLive: boolean;
  apiVersion: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/**
 * `unreachable`: it is not known whether the call had an effect, and it can be repeated with the same key. `failed`: an error
 * of the processor, which it repeats for the same key. `refused`: it does not do this.
 */
export class ProcessorError extends Error {
  readonly kind: 'unreachable' | 'failed' | 'refused';
  constructor(kind: ProcessorError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
