import { createHash } from 'node:crypto';
import { type OrderStatus, ownsPieces } from '#contract/states.ts';
import { slugOf } from '#server/catalog/catalog.ts';
import { type Belongings, guestOf, type KnownOrder, newHash, productLine } from './belongings.ts';

export interface Person {
  id: string;
  email: string;
  token: string;
  password: string;
}

export interface Piece {
  id: string;
  cents: number;
  isUnique: boolean;
}

/** One request, and what the person has once it is done: all of `after` or nothing of it. */
export interface Act {
  what: string;
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below the shop's address. */
  path: string;
  token: string | null;
  body?: object;
  files?: { field: string; all: readonly Buffer[] };
  idempotencyKey?: string;
  after: Belongings;
  /** What a repetition is answered after it has been done; 200 unless it says otherwise. */
  again?: number;
}

const without = (some: readonly string[], gone: readonly string[]) => some.filter((one) => !gone.includes(one));
const and = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];
const ids = (pieces: readonly Piece[]) => pieces.map(({ id }) => id);
const sum = (pieces: readonly Piece[]) => pieces.reduce((total, { cents }) => total + cents, 0);
const uniqueIds = (pieces: readonly Piece[]) => ids(pieces.filter(({ isUnique }) => isUnique));

export function addToCart({ token }: Person, has: Belongings, { id }: Piece): Act {
  const after = { ...has, cart: and(has.cart, [id]) };
  return { what: 'cart', method: 'POST', path: '/api/cart/add', token, body: { listingId: id }, after };
}

export function hold({ token }: Person, has: Belongings, pieces: readonly Piece[]): Act {
  const after = { ...has, holds: and(has.holds, uniqueIds(pieces)) };
  return { what: 'hold', method: 'POST', path: '/api/holds', token, body: { listingIds: ids(pieces) }, after };
}

export function giveUp({ token }: Person, has: Belongings): Act {
  const after = { ...has, holds: [], orders: has.orders.filter((order) => !order.waits) };
  return { what: 'give up', method: 'DELETE', path: '/api/holds', token, after };
}

export function checkOut({ token }: Person, has: Belongings, pieces: readonly Piece[], idempotencyKey: string): Act {
  const replaced = has.orders.filter((order) => order.waits).flatMap((order) => order.items);
  const order: KnownOrder = {
    id: '',
    status: 'pending',
    waits: true,
    items: ids(pieces),
    cents: sum(pieces),
    payments: [],
    invoices: 0,
  };
  return {
    what: 'checkout',
    method: 'POST',
    path: '/api/orders/checkout',
    token,
    body: { items: pieces.map(({ id, cents }) => ({ listingId: id, price: cents / 100 })) },
    idempotencyKey,
    after: {
      ...has,
      holds: and(without(has.holds, without(replaced, ids(pieces))), uniqueIds(pieces)),
      orders: [...has.orders.filter((known) => !known.waits), order],
      keys: has.keys + 1,
    },
  };
}

export function confirm({ token }: Person, has: Belongings, order: KnownOrder, idempotencyKey: string): Act {
  const paid = { ...charged(order), invoices: order.invoices + 1, status: 'paid' as const };
  return {
    what: 'confirm',
    method: 'POST',
    path: '/api/orders/confirm-payment',
    token,
    body: { orderId: order.id, listingIds: order.items },
    idempotencyKey,
    after: { ...owning(has, order.items), orders: changed(has, paid), keys: has.keys + 1 },
  };
}

export function cancel({ token }: Person, has: Belongings, order: KnownOrder): Act {
  const after = { ...has, orders: changed(has, { ...refunded(order), status: 'cancelled' }) };
  return { what: 'cancel', method: 'POST', path: `/api/orders/${order.id}/cancel`, token, after, again: 409 };
}

/** `pieces`: all that are wanted now, those the order has among them. */
export function edit({ token }: Person, has: Belongings, order: KnownOrder, pieces: readonly Piece[]): Act {
  const wanted = ids(pieces);
  const kept = order.items.filter((id) => wanted.includes(id));
  const added = without(wanted, kept);
  const difference = sum(pieces) - order.cents;
  const settled = difference === 0 ? [] : [difference > 0 ? `charge ${difference}` : `refund ${-difference}`];
  const edited: KnownOrder = {
    ...order,
    items: [...kept, ...added],
    cents: sum(pieces),
    payments: [...order.payments, ...settled],
    invoices: order.invoices + 1,
  };
  return {
    what: 'edit',
    method: 'PUT',
    path: `/api/orders/${order.id}`,
    token,
    body: { items: wanted.map((listingId) => ({ listingId })) },
    after: { ...owning(has, added), orders: changed(has, edited) },
  };
}

/** By the admin, on the person's order. */
export function setStatus(admin: Person, has: Belongings, order: KnownOrder, status: OrderStatus): Act {
  return {
    what: 'status',
    method: 'PUT',
    path: `/api/admin/orders/${order.id}/status`,
    token: admin.token,
    body: { status },
    after: order.status === status ? has : afterStatus(has, order, status),
  };
}

function afterStatus(has: Belongings, order: KnownOrder, status: OrderStatus): Belongings {
  const [owned, owns] = [ownsPieces(order.status), ownsPieces(status)];
  if (owned && owns) return { ...has, orders: changed(has, { ...order, status }) };
  if (owned) return { ...has, orders: changed(has, { ...refunded(order), status }) };
  if (owns) return { ...owning(has, order.items), orders: changed(has, { ...charged(order), status }) };
  const holds = order.waits ? without(has.holds, order.items) : has.holds;
  return { ...has, holds, orders: changed(has, { ...order, waits: false, status }) };
}

/** What is bought is held and in the cart no more. */
const owning = (has: Belongings, items: readonly string[]): Belongings => ({
  ...has,
  holds: without(has.holds, items),
  cart: without(has.cart, items),
});
const changed = (has: Belongings, order: KnownOrder) =>
  has.orders.map((known) => (known.id === order.id ? order : known));
const charged = (order: KnownOrder) => ({
  ...order,
  waits: false,
  payments: [...order.payments, `charge ${order.cents}`],
});
const refunded = (order: KnownOrder) => ({ ...order, payments: [...order.payments, `refund ${order.cents}`] });

export function saveProfile({ token }: Person, has: Belongings, { name, phone }: { name: string; phone: string }): Act {
  const after = { ...has, name, phone };
  return { what: 'profile', method: 'PUT', path: '/api/user/profile', token, body: { name, phone }, after };
}

export function signIn({ email, password }: Person, has: Belongings): Act {
  const body = { mode: 'signin', email, password };
  return {
    what: 'sign-in',
    method: 'POST',
    path: '/api/auth',
    token: null,
    body,
    after: { ...has, sessions: has.sessions + 1 },
  };
}

export function changePassword({ token, password }: Person, has: Belongings, newPassword: string): Act {
  const body = { currentPassword: password, newPassword };
  const after = { ...has, passwordHash: newHash, sessions: 1 };
  return { what: 'password', method: 'POST', path: '/api/user/password', token, body, after };
}

export function register({ id }: Person, has: Belongings, email: string): Act {
  const body = { mode: 'register', email, password: 'a guest of the house', name: guestOf(id) };
  const after = { ...has, guests: [...has.guests, `${email} 1`] };
  return { what: 'register', method: 'POST', path: '/api/auth', token: null, body, after, again: 409 };
}

export function writeMessage({ id, email }: Person, has: Belongings, message: string): Act {
  const body = { name: 'A visitor', email, subject: id, message };
  const after = { ...has, messages: [...has.messages, message] };
  return { what: 'message', method: 'POST', path: '/api/contact', token: null, body, after };
}

export interface Product {
  name: string;
  cents: number;
  story: string;
}

export function addProduct({ id, token }: Person, has: Belongings, product: Product): Act {
  const body = { name: product.name, price: product.cents / 100, story: product.story, series: id };
  const after = { ...has, products: [...has.products, productLine(product)] };
  return { what: 'product added', method: 'POST', path: '/api/admin/products', token, body, after };
}

export function changeProduct({ token }: Person, has: Belongings, before: Product, after: Product): Act {
  const products = has.products.map((line) => (line === productLine(before) ? productLine(after) : line));
  const body = { price: after.cents / 100, story: after.story };
  const path = `/api/admin/products/${slugOf(before.name)}`;
  return { what: 'product changed', method: 'PUT', path, token, body, after: { ...has, products } };
}

export function deleteProduct({ token }: Person, has: Belongings, product: Product): Act {
  const after = { ...has, products: without(has.products, [productLine(product)]) };
  const path = `/api/admin/products/${slugOf(product.name)}`;
  return { what: 'product deleted', method: 'DELETE', path, token, after, again: 404 };
}

/** Each a PNG without anything that the shop takes out, so it is kept as it is. */
export function uploadPictures({ token }: Person, has: Belongings, pictures: readonly Buffer[]): Act {
  const urls = pictures.map((bytes) => `/media/${contentHash(bytes)}/original.png`);
  const files = { field: 'images', all: pictures };
  const after = { ...has, pictures: and(has.pictures, urls) };
  return { what: 'pictures', method: 'POST', path: '/api/admin/upload-images', token, files, after };
}

/** A drawing that the shop keeps as it is. */
export function uploadLogo({ token }: Person, has: Belongings, drawing: Buffer): Act {
  const files = { field: 'logo', all: [drawing] };
  const after = { ...has, logo: `/media/${contentHash(drawing)}/logo.svg` };
  return { what: 'logo', method: 'POST', path: '/api/admin/upload-logo', token, files, after };
}

export const contentHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
