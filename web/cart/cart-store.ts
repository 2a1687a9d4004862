import { useEffect, useSyncExternalStore } from 'react';
import { durations } from '#contract/limits.ts';
import { canBuy } from '#contract/states.ts';
import { subscribeToListingEvents } from '../catalog/live-state.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { storedToken } from '../stored-session.ts';
import { createStore, useStore } from '../ui/store.ts';
import { applyEventToLine, type CartLine, type CartListing, cartLineOf, parseLine } from './cart-line.ts';
import { changeLine, clearLines, currentLines, noLines, setLines, subscribeToLines } from './cart-lines.ts';
import { clearServerCart, loadServerCart, pushLine, refreshLines, removeLine } from './server-cart.ts';

export interface Cart {
  /** All lines, also those whose listing was sold or discontinued later: they stay until they are removed. */
  items: readonly CartLine[];
  count: number;
  has(id: string): boolean;
}

/** Whether the cart drawer is open. */
const isOpen = createStore(false);

/** The cart of this browser; empty during server rendering and hydration. */
export function useCart(): Cart {
  const items = useSyncExternalStore(subscribeToLines, currentLines, () => noLines);
  return { items, count: items.length, has: (id) => items.some((line) => line.id === id) };
}

/** Adds a listing and opens the cart 100 ms later, or at once if it is in the cart already. Ignores listings that cannot be bought. */
export function addToCart(listing: CartListing): void {
  addLine(cartLineOf(listing));
}

/** Removes a line from the cart of this browser and from the cart on the server. */
export function removeFromCart(id: string): void {
  changeLine(id, () => null);
  dispatchCartUpdated();
  void removeLine(id);
}

/** Opens the cart drawer and updates its lines. */
export function openCart(): void {
  isOpen.set(true);
  void refreshCart();
}

export function closeCart(): void {
  isOpen.set(false);
}

export function useCartOpen(): boolean {
  return useStore(isOpen, false);
}

/** Loads the server's cart for a signed-in user; for guests, loads each listing of the cart. */
export function refreshCart(): Promise<void> {
  return storedToken() === null ? refreshLines() : loadServerCart();
}

/** Applies live listing events to the lines while a component shows the cart. */
export function useLiveCart(): void {
  useLiveStream();
  useEffect(
    () => subscribeToListingEvents((event) => changeLine(event.listingId, (line) => applyEventToLine(line, event))),
    [],
  );
}

/** Empties the cart here and on the server after a payment. */
export function emptyCartAfterPayment(): void {
  window.dispatchEvent(new Event('paymentSuccess'));
  void clearServerCart();
}

/** Handles the cart events on `window` (docs/behaviour/cart.md, 5). Returns an unsubscribe function. */
export function listenToCartEvents(): () => void {
  const controller = new AbortController();
  const on = (name: string, handle: (detail: unknown) => void) =>
    window.addEventListener(name, (event) => handle(event instanceof CustomEvent ? event.detail : null), controller);
  on('openCart', openCart);
  on('addToCartAndShow', (detail) => {
    const line = parseLine(detail);
    if (line) addLine(line);
  });
  on('removeFromCart', (detail) => {
    const id = typeof detail === 'string' ? detail : parseLine(detail)?.id;
    if (id !== undefined) removeFromCart(id);
  });
  on('paymentSuccess', () => {
    clearLines();
    dispatchCartUpdated();
  });
  return () => controller.abort();
}

function addLine(line: CartLine): void {
  if (currentLines().some(({ id }) => id === line.id)) {
    openCart();
  } else if (canBuy(line)) {
    setLines([...currentLines(), { ...line, unsaved: true }]);
    void pushLine(line.id);
    setTimeout(openCart, durations.cartOpensAfterAdd);
  }
}

function dispatchCartUpdated(): void {
  window.dispatchEvent(new CustomEvent('cartUpdated', { detail: currentLines() }));
}
