import { useEffect, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';
import { call, type Failure } from '../api.ts';
import { type CartLine, cartLineOf } from '../cart/cart-line.ts';

/** Milliseconds between two requests, and the time for which the page repeats them by itself. */
const pollInterval = 2_000;
const pollDuration = 60_000;

export type PaymentOutcome =
  | { phase: 'asking' }
  /** `order.status` is pending (no money has arrived) or processing (the bank has approved). `isLong`: the page has stopped asking. */
  | { phase: 'waiting'; order: OrderDetails; isLong: boolean }
  | { phase: 'decided'; order: OrderDetails; lines: CartLine[] }
  | { phase: 'failed'; failure: Failure };

/**
 * Asks the shop how the payment of an order ended, and asks again while it is not decided (docs/behaviour/checkout.md, 27).
 * `askAgain` starts again.
 */
export function usePaymentOutcome(orderId: string): { outcome: PaymentOutcome; askAgain: () => void } {
  const [outcome, setOutcome] = useState<PaymentOutcome>({ phase: 'asking' });
  const [rounds, setRounds] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round when `rounds` changes.
  useEffect(() => {
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOutdated = false;
    const askOnce = async () => {
      const isLong = Date.now() - startedAt > pollDuration;
      const next = await ask(orderId, isLong);
      if (isOutdated) return;
      setOutcome(next);
      if (next.phase === 'waiting' && !isLong) timer = setTimeout(() => void askOnce(), pollInterval);
    };
    void askOnce();
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [orderId, rounds]);

  return {
    outcome,
    askAgain: () => {
      setOutcome({ phase: 'asking' });
      setRounds(rounds + 1);
    },
  };
}

async function ask(orderId: string, isLong: boolean): Promise<PaymentOutcome> {
  const order = await readOrder(orderId);
  if ('message' in order) return { phase: 'failed', failure: order };
  if (isUndecided(order.status)) return { phase: 'waiting', order, isLong };
  return { phase: 'decided', order, lines: await linesOf(order) };
}

/** Reads an order. If its payment is not decided, the shop first asks the payment processor. */
export async function readOrder(orderId: string): Promise<OrderDetails | Failure> {
  const params = { id: orderId };
  const before = await call('getOrder', { params });
  if (!before.success) return before;
  if (!isUndecided(before.order.status)) return before.order;
  const listingIds = before.order.items.map(({ listingId }) => listingId);
  const settled = await call('confirmPayment', { body: { orderId, listingIds } });
  if (!settled.success) return settled;
  // Still processing: nothing has changed. In all other cases the details are read again, because only they say whether the payment was
  // declined.
  if (settled.order.status === 'processing' && before.order.status === 'processing') return before.order;
  const after = await call('getOrder', { params });
  return after.success ? after.order : after;
}

const isUndecided = (status: OrderStatus) => status === 'pending' || status === 'processing';

/**
 * The listings of an order as lines of a cart. They have today's data; a listing that cannot be loaded has the data of the order. A
 * pending order keeps its own prices, because they may be those of an offer, and the checkout says if one has changed. Otherwise a price is
 * today's, if the listing can be loaded.
 */
export function linesOf(order: OrderDetails): Promise<CartLine[]> {
  return Promise.all(
    order.items.map(async ({ listingId, price, listing }) => {
      const answer = await call('getListing', { params: { id: listingId }, quiet: true });
      // The listings of a pending order are held by its own buyer.
      if (answer.success) {
        const today = cartLineOf({ ...answer.listing, reserved: false });
        return order.status === 'pending' ? { ...today, price } : today;
      }
      const { name, images, imageSet } = listing;
      const known = { id: listingId, name, price, images, imageSet };
      return { ...known, series: '', unique: true, sold: false, status: 'available' as const };
    }),
  );
}
