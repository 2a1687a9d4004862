import { createHash } from 'node:crypto';
import { z } from 'zod';
import { api, type EndpointName } from '#contract/api.ts';
import { type Cents, fromCents, sumCents } from '#contract/money.ts';
import { type OrderStatus, ownsListings } from '#contract/states.ts';
import { slugOf } from '#server/features/catalog/catalog.ts';
import { type ApiAnswer, type CallOptions, pathOf } from '#server/testing/api-client.ts';
import { filesBody } from '#server/testing/files-body.ts';
import type { HttpClient, Transfer } from '#server/testing/http-client.ts';
import { type Account, guestOf, type KnownOrder, listingLine, newHash } from './account.ts';

export interface Person {
  id: string;
  email: string;
  token: string;
  /** The token of the person's session on another device. */
  otherToken: string;
  password: string;
}

export interface Listing {
  id: string;
  name: string;
  cents: Cents;
  isUnique: boolean;
}

/** One request, and the account after it. A request takes effect completely or not at all. */
export interface Action {
  what: string;
  endpoint: EndpointName;
  options: CallOptions;
  after: Account;
  /** The status of the answer if the action is repeated after it was done. If absent, any status but 500 is right. */
  again?: number;
}

/** Sends the request. If there is no answer, the status is 0 and it is not known whether the request took effect. */
export function send(
  client: HttpClient,
  { endpoint, options: { params, ...options } }: Pick<Action, 'endpoint' | 'options'>,
  headers: Record<string, string> = {},
): Promise<ApiAnswer & Transfer> {
  const all = { ...options, headers: { ...options.headers, ...headers } };
  return client.request(api[endpoint].method, pathOf(endpoint, params), all);
}

const withOrder = z.object({ orderId: z.string() });

/** The account after the action was answered with a success. The answer to a checkout has the order's id. */
export function accountAfter({ after }: Action, { body }: ApiAnswer): Account {
  const { data } = withOrder.safeParse(body);
  return { ...after, orders: after.orders.map((order) => ({ ...order, id: order.id || (data?.orderId ?? '') })) };
}

const without = (some: readonly string[], gone: readonly string[]) => some.filter((one) => !gone.includes(one));
const and = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];
const ids = (listings: readonly Listing[]) => listings.map(({ id }) => id);
const sum = (listings: readonly Listing[]) => sumCents(listings.map(({ cents }) => cents));
const uniqueIds = (listings: readonly Listing[]) => ids(listings.filter(({ isUnique }) => isUnique));
const keyed = (token: string, key: string, body: object) => ({ token, body, headers: { 'idempotency-key': key } });

export function addToCart({ token }: Person, has: Account, { id }: Listing): Action {
  const after = { ...has, cart: and(has.cart, [id]) };
  return { what: 'cart', endpoint: 'addToCart', options: { token, body: { listingId: id } }, after };
}

export function hold({ token }: Person, has: Account, listings: readonly Listing[]): Action {
  const after = { ...has, holds: and(has.holds, uniqueIds(listings)) };
  return { what: 'hold', endpoint: 'holdPieces', options: { token, body: { listingIds: ids(listings) } }, after };
}

export function releaseHolds({ token }: Person, has: Account): Action {
  const after = { ...has, holds: [], orders: has.orders.filter((order) => !order.waits) };
  return { what: 'give up', endpoint: 'releaseHolds', options: { token }, after };
}

export function checkOut({ token }: Person, has: Account, listings: readonly Listing[], key: string): Action {
  const replaced = has.orders.filter((order) => order.waits).flatMap((order) => order.items);
  const opened = { id: '', status: 'pending', waits: true, payments: [], invoices: 0 } as const;
  const order: KnownOrder = { ...opened, items: ids(listings), cents: sum(listings) };
  const items = listings.map(({ id, cents }) => ({ listingId: id, price: fromCents(cents) }));
  const after = {
    ...has,
    holds: and(without(has.holds, without(replaced, ids(listings))), uniqueIds(listings)),
    orders: [...has.orders.filter((known) => !known.waits), order],
    keys: has.keys + 1,
  };
  return { what: 'checkout', endpoint: 'createCheckout', options: keyed(token, key, { items }), after };
}

export function confirm({ token }: Person, has: Account, order: KnownOrder, key: string): Action {
  const paid = { ...charged(order), invoices: order.invoices + 1, status: 'paid' as const };
  const options = keyed(token, key, { orderId: order.id, listingIds: order.items });
  const after = { ...owning(has, order.items), orders: changed(has, paid), keys: has.keys + 1 };
  return { what: 'confirm', endpoint: 'confirmPayment', options, after };
}

export function cancel({ token }: Person, has: Account, order: KnownOrder): Action {
  const after = { ...has, orders: changed(has, { ...refunded(order), status: 'cancelled' }) };
  return { what: 'cancel', endpoint: 'cancelOrder', options: { token, params: { id: order.id } }, after, again: 409 };
}

/** `listings`: all that the order shall have, including those that it has already. */
export function edit({ token }: Person, has: Account, order: KnownOrder, listings: readonly Listing[]): Action {
  const wanted = ids(listings);
  const kept = order.items.filter((id) => wanted.includes(id));
  const added = without(wanted, kept);
  const difference = sum(listings) - order.cents;
  const settled = difference === 0 ? [] : [difference > 0 ? `charge ${difference}` : `refund ${-difference}`];
  const payments = [...order.payments, ...settled];
  const edited = { ...order, items: [...kept, ...added], cents: sum(listings), payments, invoices: order.invoices + 1 };
  const body = { items: listings.map(({ id, cents }) => ({ listingId: id, price: fromCents(cents) })) };
  const after = { ...owning(has, added), orders: changed(has, edited) };
  return { what: 'edit', endpoint: 'updateOrder', options: { token, params: { id: order.id }, body }, after };
}

/** The admin sets the status of another person's order; `has` is the account of that person. */
export function setStatus({ token }: Person, has: Account, order: KnownOrder, status: OrderStatus): Action {
  const options = { token, params: { id: order.id }, body: { status } };
  const after = order.status === status ? has : afterStatus(has, order, status);
  return { what: 'status', endpoint: 'setOrderStatus', options, after };
}

function afterStatus(has: Account, order: KnownOrder, status: OrderStatus): Account {
  const [owned, owns] = [ownsListings(order.status), ownsListings(status)];
  if (owned && owns) return { ...has, orders: changed(has, { ...order, status }) };
  if (owned) return { ...has, orders: changed(has, { ...refunded(order), status }) };
  if (owns) {
    const invoices = Math.max(1, order.invoices);
    return { ...owning(has, order.items), orders: changed(has, { ...charged(order), invoices, status }) };
  }
  const holds = order.waits ? without(has.holds, order.items) : has.holds;
  return { ...has, holds, orders: changed(has, { ...order, waits: false, status }) };
}

/** The account after it bought the items: they are no longer held or in the cart. */
const owning = (has: Account, items: readonly string[]): Account => ({
  ...has,
  holds: without(has.holds, items),
  cart: without(has.cart, items),
});
const changed = (has: Account, order: KnownOrder) => has.orders.map((known) => (known.id === order.id ? order : known));
const charged = (order: KnownOrder) => ({
  ...order,
  waits: false,
  payments: [...order.payments, `charge ${order.cents}`],
});
const refunded = (order: KnownOrder) => ({ ...order, payments: [...order.payments, `refund ${order.cents}`] });

/** Also sends a card number, because the shop needs its key to encrypt it. */
export function saveProfile({ token }: Person, has: Account, { name, phone }: { name: string; phone: string }): Action {
  const body = { name, phone, cardNumber: '4111 1111 1111 1111' };
  return { what: 'profile', endpoint: 'updateProfile', options: { token, body }, after: { ...has, name, phone } };
}

export function signIn({ email, password }: Person, has: Account): Action {
  const options = { body: { mode: 'signin', email, password } };
  return { what: 'sign-in', endpoint: 'authenticate', options, after: { ...has, sessions: has.sessions + 1 } };
}

export function changePassword({ token, password }: Person, has: Account, newPassword: string): Action {
  const options = { token, body: { currentPassword: password, newPassword } };
  return {
    what: 'password',
    endpoint: 'changePassword',
    options,
    after: { ...has, passwordHash: newHash, sessions: 1 },
  };
}

export function register({ id }: Person, has: Account, email: string): Action {
  const options = { body: { mode: 'register', email, password: 'a guest account', name: guestOf(id) } };
  const after = { ...has, guests: [...has.guests, `${email} 1`] };
  return { what: 'register', endpoint: 'authenticate', options, after, again: 409 };
}

export function writeMessage({ id, email }: Person, has: Account, message: string): Action {
  const options = { body: { name: 'A visitor', email, subject: id, message } };
  return { what: 'message', endpoint: 'sendEnquiry', options, after: { ...has, messages: [...has.messages, message] } };
}

export interface Product {
  name: string;
  cents: Cents;
  story: string;
}

export function addListing({ id, token }: Person, has: Account, listing: Product): Action {
  const body = { name: listing.name, price: fromCents(listing.cents), story: listing.story, series: id };
  const after = { ...has, products: [...has.products, listingLine(listing)] };
  return { what: 'product added', endpoint: 'addProduct', options: { token, body }, after };
}

export function changeListing({ token }: Person, has: Account, before: Product, next: Product): Action {
  const products = has.products.map((line) => (line === listingLine(before) ? listingLine(next) : line));
  const body = { price: fromCents(next.cents), story: next.story };
  const options = { token, params: { id: slugOf(before.name) }, body };
  return { what: 'product changed', endpoint: 'updateProduct', options, after: { ...has, products } };
}

export function deleteListing({ token }: Person, has: Account, listing: Product): Action {
  const options = { token, params: { id: slugOf(listing.name) } };
  const after = { ...has, products: without(has.products, [listingLine(listing)]) };
  return { what: 'product deleted', endpoint: 'deleteProduct', options, after, again: 404 };
}

/** Each picture is a PNG without metadata, so the shop stores it unchanged. */
export function uploadPictures({ token }: Person, has: Account, pictures: readonly Buffer[]): Action {
  const urls = pictures.map((bytes) => `/media/${contentHash(bytes)}/original.png`);
  const form = filesBody('images', ...pictures.map((bytes, index) => ({ name: `file-${index}`, bytes })));
  const after = { ...has, pictures: and(has.pictures, urls) };
  return { what: 'pictures', endpoint: 'uploadImages', options: { token, ...form }, after };
}

/** `drawing`: an SVG that the shop stores unchanged (`newDrawing`). */
export function uploadLogo({ token }: Person, has: Account, drawing: Buffer): Action {
  const form = filesBody('logo', { name: 'logo.svg', bytes: drawing });
  const after = { ...has, logo: `/media/${contentHash(drawing)}/logo.svg` };
  return { what: 'logo', endpoint: 'uploadLogo', options: { token, ...form }, after };
}

export const contentHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
