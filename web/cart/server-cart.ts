// Keeps the cart on the server and the cart in this browser the same (docs/behaviour/cart.md, 3, 4 and 8). Failures are logged and leave
// the browser's cart as it is. The reason of a failed load is also stored, for a cart without lines (cart-failure.ts).
import type { CartItem } from '#contract/cart.ts';
import { canBuy } from '#contract/states.ts';
import { call, type Failure } from '../api.ts';
import { storedToken } from '../stored-session.ts';
import { cartFailure } from './cart-failure.ts';
import { cartLineOf } from './cart-line.ts';
import { changeLine, currentLines, setLines } from './cart-lines.ts';

/** Merges the carts after a sign-in: the server's lines first, then the browser's own lines, which are pushed to the server. */
export function mergeAtSignIn(): Promise<void> {
  markUnsaved();
  return loadServerCart();
}

/** Shows the server's cart and pushes unsaved lines to it. If the server's cart is empty, pushes all lines of the browser. */
export function loadServerCart(): Promise<void> {
  return enqueue(async () => {
    const answer = await call('getCart', { quiet: true });
    cartFailure.set(answer.success ? null : answer.message);
    if (!answer.success) return logFailure(answer);
    if (answer.cartItems.length === 0) markUnsaved();
    showItems(answer.cartItems);
    await pushUnsaved();
  });
}

/** Pushes all lines to the server, one by one, before checkout. */
export function pushAll(): Promise<void> {
  return enqueue(async () => {
    markUnsaved();
    await pushUnsaved();
  });
}

export function pushLine(id: string): Promise<void> {
  return enqueue(() => push(id));
}

export function removeLine(id: string): Promise<void> {
  return enqueue(async () => {
    const answer = await call('removeFromCart', { body: { listingId: id }, quiet: true });
    if (answer.success) showItems(answer.cartItems);
    else logFailure(answer);
  });
}

export function clearServerCart(): Promise<void> {
  return enqueue(async () => {
    const answer = await call('clearCart', { quiet: true });
    if (!answer.success) logFailure(answer);
  });
}

/** Loads the current state of each listing in the cart, for guests, whose cart is not on the server. */
export async function refreshLines(): Promise<void> {
  await Promise.all(currentLines().map((line) => refreshLine(line.id)));
}

async function refreshLine(id: string): Promise<void> {
  const answer = await call('getListing', { params: { id }, quiet: true });
  if (answer.success)
    changeLine(id, (line) => ({ ...cartLineOf(answer.listing), ...(line.unsaved && { unsaved: true }) }));
  else if (answer.status === 404) changeLine(id, (line) => ({ ...line, sold: false, status: 'discontinued' }));
  else logFailure(answer);
}

/** Marks all lines as not confirmed by the server. */
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
    showItems(answer.cartItems);
  } else if (answer.status === 404 || answer.status === 409) {
    // Sold, discontinued or deleted: keep the line and mark it.
    await refreshLine(id);
  } else {
    logFailure(answer);
  }
}

/** Shows the server's items, followed by lines that are not on the server yet. */
function showItems(items: readonly CartItem[]): void {
  // A call is waiting in the queue and will return a newer cart.
  if (pendingCalls > 1) return;
  const onServer = new Set(items.map(({ listingId }) => listingId));
  const unsaved = currentLines().filter((line) => line.unsaved && !onServer.has(line.id));
  setLines([...items.map(({ listing }) => cartLineOf(listing)), ...unsaved]);
}

let pendingCalls = 0;
let lastCall: Promise<void> = Promise.resolve();

/** Runs cart calls one after the other, so that an old response never overwrites a newer change. Does nothing for guests. */
function enqueue(work: () => Promise<void>): Promise<void> {
  pendingCalls += 1;
  const next = lastCall.then(async () => {
    if (storedToken() !== null) await work();
  });
  lastCall = next.finally(() => {
    pendingCalls -= 1;
  });
  return lastCall;
}

function logFailure(failure: Failure): void {
  // biome-ignore lint/suspicious/noConsole: a failed cart call does not interrupt the customer (docs/behaviour/cart.md, 4).
  console.warn(failure.message);
}
