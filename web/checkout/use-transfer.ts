import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import type { TransferStep } from '#contract/payments.ts';
import { call, type Failure } from '../api.ts';
import type { CartLine } from '../cart/cart-line.ts';
import { linesOf } from './payment-outcome.ts';

export type TransferState =
  | { phase: 'asking' }
  | { phase: 'waiting'; order: OrderDetails; lines: CartLine[]; step: TransferStep }
  /** No transfer is awaited: the order is not pending any more, or it has another payment method. */
  | { phase: 'decided'; order: OrderDetails; lines: CartLine[] }
  | { phase: 'failed'; failure: Failure };

/**
 * An order that is paid by transfer, and how to pay what is left (docs/behaviour/checkout.md, 30). It is read again whenever the
 * buyer comes back to this tab, and by `askAgain`.
 */
export function useTransfer(orderId: string): { state: TransferState; askAgain: () => Promise<void> } {
  const [state, setState] = useState<TransferState>({ phase: 'asking' });
  const round = useRef(0);

  const ask = useCallback(async () => {
    round.current += 1;
    const ownRound = round.current;
    const next = await readTransfer(orderId);
    // A later request has begun meanwhile; its answer is newer.
    if (ownRound !== round.current) return;
    setState((before) => (isUnreachable(next) && before.phase === 'waiting' ? before : next));
  }, [orderId]);

  useEffect(() => {
    void ask();
    const askWhenVisible = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', askWhenVisible);
    return () => document.removeEventListener('visibilitychange', askWhenVisible);
  }, [ask]);

  return { state, askAgain: ask };
}

/** Whether the shop could not be reached. The page then keeps what it shows. */
const isUnreachable = (state: TransferState) => state.phase === 'failed' && state.failure.status === 0;

async function readTransfer(orderId: string): Promise<TransferState> {
  const params = { id: orderId };
  const known = await call('getOrder', { params });
  if (!known.success) return { phase: 'failed', failure: known };
  const { order } = known;
  if (order.paymentMethod !== 'transfer' || order.status !== 'pending') return decided(order);
  // For an order that already waits for a transfer, the server returns the same answer again.
  const begun = await call('startPayment', { params });
  if (!begun.success) return { phase: 'failed', failure: begun };
  if (begun.next.kind === 'transfer') {
    const lines = await linesOf(order);
    return { phase: 'waiting', order, lines, step: begun.next };
  }
  const paid = await call('getOrder', { params });
  return paid.success ? decided(paid.order) : { phase: 'failed', failure: paid };
}

const decided = async (order: OrderDetails): Promise<TransferState> => ({
  phase: 'decided',
  order,
  lines: await linesOf(order),
});
