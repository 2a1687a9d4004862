import { useEffect, useSyncExternalStore } from 'react';
import { durations } from '#contract/limits.ts';
import { canBuy } from '#contract/states.ts';
import { listenToPieces } from '../catalog/live-state.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { storedToken } from '../stored-session.ts';
import { type CartLine, type CartPiece, lineAfter, lineOf, parseLine } from './cart-line.ts';
import { changeLine, clearLines, currentLines, noLines, setLines, subscribeToLines } from './cart-lines.ts';
import { clearServerCart, dropLine, loadServerCart, pushLine, refreshLines } from './server-cart.ts';

export interface Cart {
  /** What was sold or withdrawn since is in it, too, until somebody takes it out. */
  items: readonly CartLine[];
  count: number;
  has(id: string): boolean;
}

/** The cart of this browser; empty on the server and while a page comes to life. */
export function useCart(): Cart {
  const items = useSyncExternalStore(subscribeToLines, currentLines, () => noLines);
  return { items, count: items.length, has: (id) => items.some((line) => line.id === id) };
}

/** Puts a piece in the cart and opens it 100 ms later; one that is in already only opens it. Sold pieces stay out. */
export function addToCart(piece: CartPiece): void {
  add(lineOf(piece));
}

/** Takes a piece out, here and on the server. */
export function removeFromCart(id: string): void {
  changeLine(id, () => null);
  announceChange();
  void dropLine(id);
}

/** The drawer, with what became of its pieces since. */
export function openCart(): void {
  setOpen(true);
  void refreshCart();
}

export function closeCart(): void {
  setOpen(false);
}

export function useCartOpen(): boolean {
  return useSyncExternalStore(
    subscribeToOpen,
    () => isOpen,
    () => false,
  );
}

/** The server's cart for who is signed in; for guests, what became of each piece. */
export function refreshCart(): Promise<void> {
  return storedToken() === null ? refreshLines() : loadServerCart();
}

/** For where the cart is shown: what happens to its pieces is seen there at once. */
export function useLiveCart(): void {
  useLiveStream();
  useEffect(() => listenToPieces((event) => changeLine(event.listingId, (line) => lineAfter(line, event))), []);
}

/** Everything in it was bought: the cart here, and what the server still has of it. */
export function emptyCartAfterPayment(): void {
  window.dispatchEvent(new Event('paymentSuccess'));
  void clearServerCart();
}

/** The events of SPEC.md §4, for whoever has only the window. Answers how to stop. */
export function listenToCartEvents(): () => void {
  const stop = new AbortController();
  const on = (name: string, act: (detail: unknown) => void) =>
    window.addEventListener(name, (event) => act(event instanceof CustomEvent ? event.detail : null), stop);
  on('openCart', openCart);
  on('addToCartAndShow', (detail) => {
    const line = parseLine(detail);
    if (line) add(line);
  });
  on('removeFromCart', (detail) => {
    const id = typeof detail === 'string' ? detail : parseLine(detail)?.id;
    if (id !== undefined) removeFromCart(id);
  });
  on('paymentSuccess', () => {
    clearLines();
    announceChange();
  });
  return () => stop.abort();
}

function add(line: CartLine): void {
  if (currentLines().some(({ id }) => id === line.id)) {
    openCart();
  } else if (canBuy(line)) {
    setLines([...currentLines(), { ...line, unsaved: true }]);
    void pushLine(line.id);
    setTimeout(openCart, durations.cartOpensAfterAdd);
  }
}

function announceChange(): void {
  window.dispatchEvent(new CustomEvent('cartUpdated', { detail: currentLines() }));
}

let isOpen = false;
const openListeners = new Set<() => void>();

function setOpen(open: boolean): void {
  isOpen = open;
  for (const listener of openListeners) listener();
}

function subscribeToOpen(onChange: () => void): () => void {
  openListeners.add(onChange);
  return () => openListeners.delete(onChange);
}
