import { durations } from '#contract/limits.ts';
import type { Delivery } from '#contract/orders.ts';
import type { PaymentStep } from '#contract/payments.ts';
import { type CheckoutMethod, ownsListings } from '#contract/states.ts';
import { call, type Failure } from '../api.ts';

export interface Purchase {
  /** Prices in dollars, as the customer saw them. No card data, which is never sent (docs/behaviour/checkout.md, 13). */
  items: { listingId: string; price: number }[];
  paymentMethod: CheckoutMethod;
  delivery: Delivery;
  /** The chosen option and its price as the customer saw it; absent where there is none to choose. */
  deliveryOption?: string;
  deliveryPrice?: number;
}

/** The state of a failed attempt, so that the next attempt never buys twice. */
export interface Attempt {
  /** The purchase as JSON. */
  purchase: string;
  idempotencyKey: string;
  /** The pending order; null until the server has created it. */
  placed: { orderId: string; orderDate: string } | null;
  /** Whether the confirmation was sent and it is not known if it succeeded. */
  isConfirmationUncertain: boolean;
}

/** `attempt`: to be passed to the next attempt; null if that begins a new checkout. */
export type PayResult = { paid: true; orderId: string } | { paid: false; failure: Failure; attempt: Attempt | null };

/** The next page for a buyer who does not pay on this one: `goTo` is an address of this shop or of the payment processor. */
export type Started = { orderId: string; goTo: string };

/**
 * Creates the checkout, waits 1.5 seconds (the simulated payment) and confirms (docs/behaviour/checkout.md, 14). Can be
 * repeated after every failure; the same purchase continues where it stopped.
 */
export async function pay(purchase: Purchase, previous: Attempt | null): Promise<PayResult> {
  if (previous?.isConfirmationUncertain && previous.placed && (await wasPaid(previous.placed))) {
    return { paid: true, orderId: previous.placed.orderId };
  }
  const attempt = attemptFor(purchase, previous);
  const placed = attempt.placed ?? (await place(purchase, attempt));
  if (!('orderDate' in placed)) return placed;
  await new Promise((done) => setTimeout(done, durations.simulatedPayment));
  return confirm(purchase, { ...attempt, placed });
}

/**
 * Creates the checkout and begins a payment at the processor or a bank transfer (docs/behaviour/checkout.md, 25 and 29). Can be
 * repeated after every failure; the server ends an earlier payment of the same order.
 */
export async function startPayment(purchase: Purchase, previous: Attempt | null): Promise<Started | Failed> {
  const attempt = attemptFor(purchase, previous);
  const placed = attempt.placed ?? (await place(purchase, attempt));
  if (!('orderDate' in placed)) return placed;
  const { orderId } = placed;
  const answer = await call('startPayment', { params: { id: orderId } });
  if (!answer.success)
    return { paid: false, failure: answer, attempt: mayHaveSucceeded(answer) ? { ...attempt, placed } : null };
  return { orderId, goTo: addressOf(answer.next, orderId) };
}

function addressOf(next: PaymentStep, orderId: string): string {
  if (next.kind === 'redirect') return next.url;
  return next.kind === 'transfer' ? transferAddress(orderId) : returnAddress(orderId);
}

/** The page that says how a payment ended. */
export const returnAddress = (orderId: string) => `/payment/return?${new URLSearchParams({ order: orderId })}`;

/** The page that says how to transfer the money of an order. */
export const transferAddress = (orderId: string) => `/payment/transfer?${new URLSearchParams({ order: orderId })}`;

/** The page where the buyer pays an order that exists. */
export const paymentAddress = (orderId: string) => `/payment?${new URLSearchParams({ order: orderId })}`;

/** The previous attempt if it was for the same purchase; otherwise a new one. */
function attemptFor(purchase: Purchase, previous: Attempt | null): Attempt {
  const text = JSON.stringify(purchase);
  if (previous?.purchase === text) return previous;
  return { purchase: text, idempotencyKey: newKey(), placed: null, isConfirmationUncertain: false };
}

type Placed = NonNullable<Attempt['placed']>;
type Failed = Extract<PayResult, { paid: false }>;

async function place(purchase: Purchase, attempt: Attempt): Promise<Placed | Failed> {
  const { idempotencyKey } = attempt;
  const answer = await call('createCheckout', { body: purchase, idempotencyKey });
  if (answer.success) return { orderId: answer.orderId, orderDate: answer.orderDate };
  // Only a request that may have succeeded is repeated with the same key, so that it places no second order.
  return { paid: false, failure: answer, attempt: mayHaveSucceeded(answer) ? attempt : null };
}

async function confirm({ items }: Purchase, attempt: Attempt & { placed: Placed }): Promise<PayResult> {
  const { orderId, orderDate } = attempt.placed;
  const answer = await call('confirmPayment', {
    body: { orderDate, listingIds: items.map(({ listingId }) => listingId) },
  });
  if (answer.success) return { paid: true, orderId };
  return {
    paid: false,
    failure: answer,
    attempt: mayHaveSucceeded(answer) ? { ...attempt, isConfirmationUncertain: true } : null,
  };
}

async function wasPaid({ orderId }: Placed): Promise<boolean> {
  const answer = await call('getOrder', { params: { id: orderId } });
  return answer.success && ownsListings(answer.order.status);
}

/** Whether a failed request may have succeeded on the server: there was no response, or an error of the server. */
function mayHaveSucceeded({ status }: Failure): boolean {
  return status === 0 || status >= 500;
}

/** A new idempotency key: 128 random bits as hex. crypto.randomUUID() is not available without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
