import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, storeSession } from '../stored-session.ts';
import type { CartLine } from './cart-line.ts';
import { clearLines, currentLines, setLines } from './cart-lines.ts';
import { loadServerCart, mergeAtSignIn, pushAll, pushLine } from './server-cart.ts';

const line = (id: string, changes: Partial<CartLine> = {}): CartLine => ({
  ...{ id, name: id, price: 10, series: '', images: [], imageSet: [], unique: true, sold: false, status: 'available' },
  ...changes,
});

/** A server's cart over which pieces exist; `broken` ones fail without a reason. */
function server(cart: string[], pieces: Record<string, CartLine>, broken: string[] = []): string[] {
  const pushed: string[] = [];
  const items = () => ({
    success: true,
    cartItems: cart.map((id) => ({ listingId: id, addedAt: '', listing: pieces[id] })),
  });
  vi.stubGlobal('fetch', async (address: string, init: { body: string | null }) => {
    const wanted: unknown = init.body ? JSON.parse(init.body).listingId : null;
    if (address.startsWith('/api/listings/')) {
      const piece = pieces[address.slice('/api/listings/'.length)];
      return piece
        ? Response.json({ success: true, listing: piece })
        : Response.json({ success: false }, { status: 404 });
    }
    if (address === '/api/cart/add' && typeof wanted === 'string') {
      pushed.push(wanted);
      if (broken.includes(wanted)) return Response.json({ success: false }, { status: 500 });
      if (pieces[wanted]?.status !== 'available')
        return Response.json({ success: false }, { status: pieces[wanted] ? 409 : 404 });
      if (!cart.includes(wanted)) cart.push(wanted);
    }
    return Response.json(items());
  });
  return pushed;
}

const seen = () => currentLines().map(({ id, status, unsaved }) => `${id} ${status}${unsaved ? ' unsaved' : ''}`);

beforeEach(() => {
  clearLines();
  storeSession('token', { name: 'Lan', email: 'lan@example.com', isAdmin: false });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => forgetSession());

test('at sign-in the server’s pieces come first, and only the others are pushed', async () => {
  setLines([line('b'), line('c')]);
  const pushed = server(['a', 'b'], { a: line('a'), b: line('b'), c: line('c') });
  await mergeAtSignIn();
  expect([seen(), pushed]).toEqual([['a available', 'b available', 'c available'], ['c']]);
});

test('what the server cannot take stays, marked', async () => {
  setLines([line('gone'), line('sold'), line('odd')]);
  server(['a'], { a: line('a'), sold: line('sold', { status: 'sold', sold: true }), odd: line('odd') }, ['odd']);
  await mergeAtSignIn();
  expect(seen()).toEqual(['a available', 'gone discontinued unsaved', 'sold sold unsaved', 'odd available unsaved']);
});

test('an empty server cart gets this browser’s', async () => {
  setLines([line('a'), line('b')]);
  const pushed = server([], { a: line('a'), b: line('b') });
  await loadServerCart();
  expect([seen(), pushed]).toEqual([
    ['a available', 'b available'],
    ['a', 'b'],
  ]);
});

test('the server’s cart replaces the view: what was taken out elsewhere goes, what it never heard of stays', async () => {
  setLines([line('elsewhere'), line('new', { unsaved: true })]);
  server(['a'], { a: line('a'), new: line('new') });
  await loadServerCart();
  expect(seen()).toEqual(['a available', 'new available']);
});

test('a piece added while the cart is loaded is not lost', async () => {
  setLines([line('a')]);
  server(['a'], { a: line('a'), b: line('b') });
  const loading = loadServerCart();
  setLines([...currentLines(), line('b', { unsaved: true })]);
  await Promise.all([loading, pushLine('b')]);
  expect(seen()).toEqual(['a available', 'b available']);
});

test('a server that fails leaves the browser’s cart as it is', async () => {
  setLines([line('a')]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await loadServerCart();
  await pushAll();
  expect(seen()).toEqual(['a available unsaved']);
});
