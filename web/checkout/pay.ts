import { durations } from '#contract/limits.ts';
import type { Delivery } from '#contract/orders.ts';
import { ownsPieces, type PaymentMethod } from '#contract/states.ts';
import { call, type Failure } from '../api.ts';

export interface Purchase {
  /** At the prices the shopper saw, in dollars. No card data: it never leaves the page (CONTRACT.md, POST /orders/checkout). */
  items: { listingId: string; price: number }[];
  paymentMethod: PaymentMethod;
  delivery: Delivery;
}

/** What an earlier click on Pay left behind, so that the next one never buys twice. */
export interface Attempt {
  /** The purchase it was for, as text. */
  purchase: string;
  idempotencyKey: string;
  /** The pending order; null until the server answered with one. */
  placed: { orderId: string; orderDate: string } | null;
  /** The confirmation went out, and whether it arrived is not known. */
  isUnsure: boolean;
}

export type PaymentOutcome =
  | { paid: true; orderId: string }
  | { paid: false; failure: Failure; attempt: Attempt | null };

/**
 * SPEC.md §7, Checkout sequence: creates the checkout, waits the simulated 1.5 seconds, confirms. Can be repeated after
 * every failure: the same purchase goes on where it was.
 */
export async function pay(purchase: Purchase, before: Attempt | null): Promise<PaymentOutcome> {
  if (before?.isUnsure && before.placed && (await wasPaid(before.placed))) {
    return { paid: true, orderId: before.placed.orderId };
  }
  const text = JSON.stringify(purchase);
  const attempt: Attempt =
    before?.purchase === text ? before : { purchase: text, idempotencyKey: newKey(), placed: null, isUnsure: false };
  const placed = attempt.placed ?? (await place(purchase, attempt));
  if (!('orderDate' in placed)) return placed;
  await new Promise((done) => setTimeout(done, durations.simulatedPayment));
  return confirm(purchase, { ...attempt, placed });
}

type Placed = NonNullable<Attempt['placed']>;
type Failed = Extract<PaymentOutcome, { paid: false }>;

async function place(purchase: Purchase, attempt: Attempt): Promise<Placed | Failed> {
  const { idempotencyKey } = attempt;
  const answer = await call('createCheckout', { body: purchase, idempotencyKey });
  if (answer.success) return { orderId: answer.orderId, orderDate: answer.orderDate };
  // A refusal is remembered under its key, too: only what may not have arrived is tried again under the same one.
  return { paid: false, failure: answer, attempt: isUndecided(answer) ? attempt : null };
}

async function confirm({ items }: Purchase, attempt: Attempt & { placed: Placed }): Promise<PaymentOutcome> {
  const { orderId, orderDate } = attempt.placed;
  const answer = await call('confirmPayment', {
    body: { orderDate, listingIds: items.map(({ listingId }) => listingId) },
  });
  if (answer.success) return { paid: true, orderId };
  return { paid: false, failure: answer, attempt: isUndecided(answer) ? { ...attempt, isUnsure: true } : null };
}

async function wasPaid({ orderId }: Placed): Promise<boolean> {
  const answer = await call('getOrder', { params: { id: orderId } });
  return answer.success && ownsPieces(answer.order.status);
}

/** No answer, or an accident: it may have happened all the same. */
function isUndecided({ status }: Failure): boolean {
  return status === 0 || status >= 500;
}

/** Not crypto.randomUUID(): that one is missing where the shop is opened without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
