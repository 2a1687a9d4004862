import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, storeSession } from '../stored-session.ts';
import type { CartLine } from './cart-line.ts';
import { clearLines, currentLines, setLines } from './cart-lines.ts';
import { loadServerCart, mergeAtSignIn, pushAll, pushLine } from './server-cart.ts';

const line = (id: string, changes: Partial<CartLine> = {}): CartLine => ({
  id,
  name: id,
  price: 10,
  series: '',
  images: [],
  imageSet: [],
  unique: true,
  sold: false,
  status: 'available',
  ...changes,
});

/** A fake server with a cart and listings; adding a `broken` listing fails with status 500. */
function server(cart: string[], listings: Record<string, CartLine>, broken: string[] = []): string[] {
  const pushed: string[] = [];
  const items = () => ({
    success: true,
    cartItems: cart.map((id) => ({ listingId: id, addedAt: '', listing: listings[id] })),
  });
  vi.stubGlobal('fetch', async (address: string, init: { body: string | null }) => {
    const wanted: unknown = init.body ? JSON.parse(init.body).listingId : null;
    if (address.startsWith('/api/listings/')) {
      const listing = listings[address.slice('/api/listings/'.length)];
      return listing ? Response.json({ success: true, listing }) : Response.json({ success: false }, { status: 404 });
    }
    if (address === '/api/cart/add' && typeof wanted === 'string') {
      pushed.push(wanted);
      if (broken.includes(wanted)) return Response.json({ success: false }, { status: 500 });
      if (listings[wanted]?.status !== 'available')
        return Response.json({ success: false }, { status: listings[wanted] ? 409 : 404 });
      if (!cart.includes(wanted)) cart.push(wanted);
    }
    return Response.json(items());
  });
  return pushed;
}

const shownLines = () => currentLines().map(({ id, status, unsaved }) => `${id} ${status}${unsaved ? ' unsaved' : ''}`);

beforeEach(() => {
  clearLines();
  storeSession('token', { name: 'Lan', email: 'lan@example.com', isAdmin: false });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => forgetSession());

test('after a sign-in the server’s lines come first, and only the others are pushed', async () => {
  setLines([line('b'), line('c')]);
  const pushed = server(['a', 'b'], { a: line('a'), b: line('b'), c: line('c') });
  await mergeAtSignIn();
  expect([shownLines(), pushed]).toEqual([['a available', 'b available', 'c available'], ['c']]);
});

test('keeps lines that the server refuses, as unsaved and with their new state', async () => {
  setLines([line('gone'), line('sold'), line('odd')]);
  server(['a'], { a: line('a'), sold: line('sold', { status: 'sold', sold: true }), odd: line('odd') }, ['odd']);
  await mergeAtSignIn();
  expect(shownLines()).toEqual([
    'a available',
    'gone discontinued unsaved',
    'sold sold unsaved',
    'odd available unsaved',
  ]);
});

test('pushes the browser’s cart to an empty server cart', async () => {
  setLines([line('a'), line('b')]);
  const pushed = server([], { a: line('a'), b: line('b') });
  await loadServerCart();
  expect([shownLines(), pushed]).toEqual([
    ['a available', 'b available'],
    ['a', 'b'],
  ]);
});

test('shows the server’s cart and keeps lines that were not pushed yet', async () => {
  setLines([line('elsewhere'), line('new', { unsaved: true })]);
  server(['a'], { a: line('a'), new: line('new') });
  await loadServerCart();
  expect(shownLines()).toEqual(['a available', 'new available']);
});

test('keeps a listing that is added while the cart is loading', async () => {
  setLines([line('a')]);
  server(['a'], { a: line('a'), b: line('b') });
  const loading = loadServerCart();
  setLines([...currentLines(), line('b', { unsaved: true })]);
  await Promise.all([loading, pushLine('b')]);
  expect(shownLines()).toEqual(['a available', 'b available']);
});

test('keeps the browser’s cart when the server cannot be reached', async () => {
  setLines([line('a')]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await loadServerCart();
  await pushAll();
  expect(shownLines()).toEqual(['a available unsaved']);
});
