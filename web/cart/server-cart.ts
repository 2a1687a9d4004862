// The cart kept on the server, and how it and this browser's become one (SPEC.md §4, Cart). What goes wrong here is only
// logged (SPEC.md §8): the browser's cart stays as it is.
import type { CartItem } from '#contract/cart.ts';
import { canBuy } from '#contract/states.ts';
import { call, type Failure } from '../api.ts';
import { storedToken } from '../stored-session.ts';
import { lineOf } from './cart-line.ts';
import { changeLine, currentLines, setLines } from './cart-lines.ts';

/** After a sign-in: the server's pieces first, then those only this browser knows, which the server then gets, too. */
export function mergeAtSignIn(): Promise<void> {
  markUnsaved();
  return loadServerCart();
}

/** The server's cart replaces the view; what it has not heard of yet is told to it. Empty: it gets all of this browser's. */
export function loadServerCart(): Promise<void> {
  return inTurn(async () => {
    const answer = await call('getCart', { quiet: true });
    if (!answer.success) return log(answer);
    if (answer.cartItems.length === 0) markUnsaved();
    show(answer.cartItems);
    await pushUnsaved();
  });
}

/** Piece by piece, before checkout. */
export function pushAll(): Promise<void> {
  return inTurn(async () => {
    markUnsaved();
    await pushUnsaved();
  });
}

export function pushLine(id: string): Promise<void> {
  return inTurn(() => push(id));
}

export function dropLine(id: string): Promise<void> {
  return inTurn(async () => {
    const answer = await call('removeFromCart', { body: { listingId: id }, quiet: true });
    if (answer.success) show(answer.cartItems);
    else log(answer);
  });
}

export function clearServerCart(): Promise<void> {
  return inTurn(async () => {
    const answer = await call('clearCart', { quiet: true });
    if (!answer.success) log(answer);
  });
}

/** What became of the pieces since they were put in: for guests, whose cart the server does not know. */
export async function refreshLines(): Promise<void> {
  await Promise.all(currentLines().map((line) => refreshLine(line.id)));
}

async function refreshLine(id: string): Promise<void> {
  const answer = await call('getListing', { params: { id }, quiet: true });
  if (answer.success) changeLine(id, (line) => ({ ...lineOf(answer.listing), ...(line.unsaved && { unsaved: true }) }));
  else if (answer.status === 404) changeLine(id, (line) => ({ ...line, sold: false, status: 'discontinued' }));
  else log(answer);
}

/** Until the server says that it has them. */
function markUnsaved(): void {
  setLines(currentLines().map((line) => ({ ...line, unsaved: true })));
}

async function pushUnsaved(): Promise<void> {
  for (const line of currentLines()) if (line.unsaved && canBuy(line)) await push(line.id);
}

async function push(id: string): Promise<void> {
  const answer = await call('addToCart', { body: { listingId: id }, quiet: true });
  if (answer.success) {
    changeLine(id, ({ unsaved, ...line }) => line);
    show(answer.cartItems);
  } else if (answer.status === 404 || answer.status === 409) {
    // Sold, or gone: the line stays and says so.
    await refreshLine(id);
  } else {
    log(answer);
  }
}

/** Nothing is dropped in silence: lines the server could not take stay behind its own. */
function show(items: readonly CartItem[]): void {
  // What was asked for since this answer was made will be answered with a newer cart.
  if (waiting > 1) return;
  const onServer = new Set(items.map(({ listingId }) => listingId));
  const unsaved = currentLines().filter((line) => line.unsaved && !onServer.has(line.id));
  setLines([...items.map(({ listing }) => lineOf(listing)), ...unsaved]);
}

let waiting = 0;
let last: Promise<void> = Promise.resolve();

/** One question about the cart after the other, so that an old answer never undoes what was done since. Guests ask none. */
function inTurn(work: () => Promise<void>): Promise<void> {
  waiting += 1;
  const turn = last.then(async () => {
    if (storedToken() !== null) await work();
  });
  last = turn.finally(() => {
    waiting -= 1;
  });
  return last;
}

function log(failure: Failure): void {
  // biome-ignore lint/suspicious/noConsole: SPEC.md §8, cart failures are only logged.
  console.warn(failure.message);
}
