// The shop's rules as a model in memory: no database, no locks, no transactions, one call after another.
import { type FailureCode, refuse } from '#contract/errors.ts';
import { type Cents, fromCents, sumCents } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import type { ListingStatus, OrderStatus } from '#contract/states.ts';

/**
 * The shop as the model has it. Records are never changed in place, so that a copy of the maps is a copy of the state. Money is in cents;
 * times are milliseconds since the history began.
 */
export interface State {
  readonly users: Map<Label, User>;
  /** The user of each session. */
  readonly sessions: Map<Label, Label>;
  /** When the password was last given in a session. */
  readonly confirmed: Map<Label, number>;
  readonly pieces: Map<Label, Listing>;
  readonly holds: Map<Label, Hold>;
  readonly carts: Map<Label, readonly CartEntry[]>;
  readonly orders: Map<Label, Order>;
  /** Calls with an idempotency key, by user, endpoint and key. */
  readonly keys: Map<string, RememberedCall>;
}

export interface User {
  email: string;
  /** Null for customers. */
  role: Role | null;
  score: number;
}

export interface Listing {
  name: string;
  price: Cents;
  isUnique: boolean;
  status: ListingStatus;
}

export interface Hold {
  user: Label;
  until: number;
  /** When the buyer first took the hold that was renewed since. */
  since: number;
}

export interface CartEntry {
  piece: Label;
  at: number;
}

export interface Order {
  user: Label;
  status: OrderStatus;
  items: readonly Item[];
  /** Until when a checkout waits for its payment; null if the order is not a checkout any more. */
  waitsUntil: number | null;
  /** Charges, and refunds as negative amounts, oldest first. */
  payments: readonly number[];
}

/** A piece in an order, with its name, price and kind at the time of the purchase. */
export interface Item {
  piece: Label;
  name: string;
  price: Cents;
  isUnique: boolean;
}

interface RememberedCall {
  body: string;
  at: number;
  /** The order in its answer. */
  order: Label;
}

/** The answer to a call. A success `shows` fields of the contract (below). */
export interface Answer {
  status: number;
  /** Null for a success. */
  code: FailureCode | null;
  /** Any of these messages is right; null: every message is right. */
  messages: readonly string[] | null;
  shows: object;
}

export const ok = (shows: object = {}): Answer => ({ status: 200, code: null, messages: null, shows });
export const created = (shows: object): Answer => ({ ...ok(shows), status: 201 });

/** A refusal. `names`: those of the pieces; a message about any of them is right. */
export function no(code: FailureCode, ...names: readonly string[]): Answer {
  const messages = (names.length > 0 ? names : ['']).map((name) => refuse(code, { name }).message);
  return { status: refuse(code).status, code, messages, shows: {} };
}

/** Refused by the schema of the body; the message is the field's. */
export const badForm: Answer = { status: 400, code: 'invalidInput', messages: null, shows: {} };

/** The rule of one operation: changes the copy of the state that it gets, and returns the answer. If it refuses, the copy is dropped. */
export type Rule<Name extends Does> = (state: State, operation: OperationOf<Name>, user: Label) => Answer;
type OperationOf<Name extends Does> = Operation & { does: Name };
export type Rules = { readonly [Key in Does]: Rule<Key> };

export const copyOf = ({ users, sessions, confirmed, pieces, holds, carts, orders, keys }: Partial<State>): State => ({
  users: new Map(users),
  sessions: new Map(sessions),
  confirmed: new Map(confirmed),
  pieces: new Map(pieces),
  holds: new Map(holds),
  carts: new Map(carts),
  orders: new Map(orders),
  keys: new Map(keys),
});

export function change<Thing>(things: Map<Label, Thing>, label: Label, changes: Partial<Thing>): Thing {
  const thing = things.get(label);
  if (thing === undefined) throw new Error(`the model has no ${label}`);
  const changed = { ...thing, ...changes };
  things.set(label, changed);
  return changed;
}

/** The hold that is in force now. */
export function liveHold(state: State, listing: Label, now: number): Hold | null {
  const hold = state.holds.get(listing);
  return hold && hold.until > now ? hold : null;
}

export const ownsItsListings = ({ status }: Order) => status !== 'pending' && status !== 'cancelled';

/**
 * The order that owns the listing, or else a checkout that is being paid and whose buyer holds it. A unique piece has at most one such
 * order. An edition is never held, so a checkout of it needs no hold.
 */
export function liveOrder(state: State, listing: Label, now: number): Order | undefined {
  const orders = [...state.orders.values()].filter((order) => order.items.some((item) => item.piece === listing));
  const isBeingPaid = (order: Order) => {
    if (order.status !== 'pending' || order.waitsUntil === null || order.waitsUntil <= now) return false;
    return !state.pieces.get(listing)?.isUnique || liveHold(state, listing, now)?.user === order.user;
  };
  return orders.find(ownsItsListings) ?? orders.find(isBeingPaid);
}

export const totalOf = (order: Pick<Order, 'items'>) => sumCents(order.items.map(({ price }) => price));

/** Whether lists of orders have the order: they do not have checkouts that have expired. */
export function isListed(order: Order, now: number): boolean {
  return order.status !== 'pending' || order.waitsUntil === null || order.waitsUntil > now;
}

// What answers show of each thing of the model: the fields of the contract that are compared.
export function userShown(state: State, label: Label) {
  const user = state.users.get(label);
  const role = user?.role ?? null;
  return { id: label, isAdmin: role !== null, role, activityScore: user?.score };
}

export const cartShown = (state: State, user: Label) =>
  (state.carts.get(user) ?? []).map(({ piece, at }) => ({ listingId: piece, addedAt: at }));

export function listingShown(state: State, label: Label, now: number) {
  const piece = state.pieces.get(label);
  if (!piece) return { id: label };
  const { name, price, isUnique, status } = piece;
  // An edition is never held, and what is sold is not reserved.
  const hold = isUnique && status === 'available' ? liveHold(state, label, now) : null;
  const reservation = { reserved: hold !== null, reservedUntil: hold?.until ?? null };
  return {
    id: label,
    name,
    price: fromCents(price),
    unique: isUnique,
    status,
    sold: status === 'sold',
    ...reservation,
  };
}

export function orderShown(label: Label, order: Order) {
  const price = fromCents(totalOf(order));
  const items = order.items.map(({ piece, name, price: cents }) => ({
    listingId: piece,
    price: fromCents(cents),
    listing: { name },
  }));
  const { user: userId, status } = order;
  return { id: label, userId, status, price, totalPrice: price, items, holdExpiresAt: holdEnd(order) };
}

/** When the hold of a pending order ends. Null if the order is not pending or has no unique piece. */
export function holdEnd(order: Order): number | null {
  return order.status === 'pending' && order.items.some((item) => item.isUnique) ? order.waitsUntil : null;
}

export const kindOf = (amount: number) => (amount > 0 ? 'charge' : 'refund');

/** What public pages show of the pieces at `now`. When a step changes it, the catalog revision must rise. */
export const pagesShown = (state: State, now: number) =>
  JSON.stringify([...state.pieces.keys()].map((label) => listingShown(state, label, now)));

/** Whether `seen` has all that is expected; it may have more fields. The order of lists does not count. */
export function isShown(expected: unknown, seen: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(seen) &&
      seen.length === expected.length &&
      expected.every((one) => seen.some((other) => isShown(one, other)))
    );
  if (!(expected instanceof Object)) return expected === seen;
  return (
    seen instanceof Object && Object.entries(expected).every(([key, value]) => isShown(value, Reflect.get(seen, key)))
  );
}

/**
 * Stands for an id that only the shop knows: `piece 12` is the piece that operation 12 made. So a history can be repeated in
 * another shop, and an operation can be left out of it: what it would have made does not exist then.
 */
export type Label = string;

/** An endpoint of the contract (`register` and `signIn` are `authenticate`) and what is sent, with labels instead of ids. */
export type Action =
  | {
      does: 'register' | 'signIn';
      body: { mode: 'register' | 'signin'; name?: string; email: string; password: string };
    }
  | { does: 'signOut' | 'clearCart' | 'releaseHolds' }
  | { does: 'addToCart' | 'removeFromCart'; body: { listingId: Label } }
  | { does: 'holdPieces'; body: { listingIds: readonly Label[] } }
  | { does: 'createCheckout'; body: { items: readonly Wanted[] } }
  | { does: 'createOrder'; body: { items: readonly Wanted[] } | Wanted }
  | { does: 'confirmPayment'; body: ({ orderId: Label } | { orderDate: Label }) & { listingIds: readonly Label[] } }
  | { does: 'updateOrder'; params: { id: Label }; body: { items: readonly Wanted[]; totalPrice: number } }
  | { does: 'cancelOrder' | 'deleteProduct' | 'releaseHold' | 'deleteUser'; params: { id: Label } }
  | { does: 'confirmIdentity'; body: { password: string } }
  | { does: 'deleteOwnAccount'; body: { currentPassword: string } }
  | { does: 'addProduct'; body: { name: string; price: number; unique: boolean; sold: boolean } }
  | { does: 'updateProduct'; params: { id: Label }; body: ListingChanges }
  | { does: 'setOrderStatus'; params: { id: Label }; body: { status: OrderStatus } }
  | { does: 'addUser'; body: { name: string; email: string; password: string; isAdmin: boolean } }
  | { does: 'setAdmin'; params: { id: Label }; body: { isAdmin: boolean } }
  | { does: 'setRole'; params: { id: Label }; body: { role: Role | null } };

/** `price` in dollars, as the buyer saw it. */
export interface Wanted {
  listingId: Label;
  price: number;
}

export interface ListingChanges {
  name?: string;
  price?: number;
  unique?: boolean;
  status?: ListingStatus;
  sold?: boolean;
}

/** Somebody's action. `by`: the session, null for a guest. `key`: an Idempotency-Key. */
export type Request = { by: Label | null; key?: string | null } & Action;

/** `n`: its number in the history, which is in the labels of what it creates. `at`: milliseconds since the history began. */
export type Operation = { n: number; at: number } & Request;

/** Operations that begin at once; usually one. All have the same `at`. */
export type Step = readonly Operation[];

export type Does = Action['does'];

/** The account that exists before anything happens; no operation made it. */
export const firstAdmin = { label: 'user 0', email: 'shopkeeper@example.com' } as const;
export const rightPassword = 'secret1';
