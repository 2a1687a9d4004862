import { useState } from 'react';
import { type CartLine, parseLines } from '../cart/cart-line.ts';

/** What brought somebody to the payment page: pieces to pay for, or pieces just paid for. */
export interface Visit {
  products: readonly CartLine[];
  isPaid: boolean;
  /** Of what was paid for, e.g. "K7M-4QX". */
  orderId?: string;
}

/** From the navigation's state, which may be anything; null when it names no products at all (SPEC.md §2). */
export function visitOf(state: unknown): Visit | null {
  if (typeof state !== 'object' || state === null || !('products' in state) || !Array.isArray(state.products))
    return null;
  return {
    products: parseLines(state.products),
    isPaid: 'isPaid' in state && state.isPaid === true,
    ...('orderId' in state && typeof state.orderId === 'string' && { orderId: state.orderId }),
  };
}

/** The visit, kept in the browser's history so that a reload finds it as it was left. */
export function useVisit(initial: Visit): [Visit, (next: Visit) => void] {
  const [visit, setVisit] = useState(initial);
  function change(next: Visit) {
    setVisit(next);
    // Under `usr` React Router keeps a navigation's state; a navigation of its own would ask all loaders again.
    window.history.replaceState({ ...window.history.state, usr: next }, '');
  }
  return [visit, change];
}
