import { useState } from 'react';
import { type CartLine, parseLines } from '../cart/cart-line.ts';

/** What the payment page is about: the listings to pay for, or those that were just paid. */
export interface CheckoutState {
  products: readonly CartLine[];
  isPaid: boolean;
  /** The pieces are reserved for this buyer, perhaps at a price of their own. They do not come from the cart. */
  isReserved?: true;
  /** The id of the order, once it is paid or the buyer has left this page to pay it elsewhere. */
  orderId?: string;
}

/** Parses a navigation state, which may be any value; null without products (docs/behaviour/checkout.md, 12). */
export function parseCheckoutState(state: unknown): CheckoutState | null {
  if (typeof state !== 'object' || state === null || !('products' in state) || !Array.isArray(state.products))
    return null;
  return {
    products: parseLines(state.products),
    isPaid: 'isPaid' in state && state.isPaid === true,
    ...('isReserved' in state && state.isReserved === true && { isReserved: true as const }),
    ...('orderId' in state && typeof state.orderId === 'string' && { orderId: state.orderId }),
  };
}

/** The checkout state, stored in the browser's history, so that it survives a reload. */
export function useCheckoutState(initial: CheckoutState): [CheckoutState, (next: CheckoutState) => void] {
  const [checkout, setCheckout] = useState(initial);
  function change(next: CheckoutState) {
    setCheckout(next);
    // React Router stores the navigation state as `usr`. A navigation would run all loaders again.
    window.history.replaceState({ ...window.history.state, usr: next }, '');
  }
  return [checkout, change];
}
