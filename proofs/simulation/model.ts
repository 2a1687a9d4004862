// The shop's rules as a model in memory: no database, no locks, no transactions, one call after another.
import { type FailureCode, refuse } from '#contract/errors.ts';
import { type Cents, sumCents } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import type { ListingStatus, OrderStatus } from '#contract/states.ts';
import type { Does, Label, Operation } from './operations.ts';

/** Records are never changed in place, so that a copy of the maps is a copy of the shop. Money in cents, times as Operation's. */
export interface State {
  readonly users: Map<Label, User>;
  /** Whose session it is. */
  readonly sessions: Map<Label, Label>;
  /** When the password was last given in a session. */
  readonly confirmed: Map<Label, number>;
  readonly pieces: Map<Label, Listing>;
  readonly holds: Map<Label, Hold>;
  readonly carts: Map<Label, readonly CartEntry[]>;
  readonly orders: Map<Label, Order>;
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
  /** When the row of renewals began. */
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
  /** Until when a checkout waits for its payment; null for what is no checkout any more. */
  waitsUntil: number | null;
  /** What was charged, and below zero refunded, oldest first. */
  payments: readonly number[];
}

export interface Item {
  piece: Label;
  /** As they were when it was bought. */
  name: string;
  price: Cents;
  isUnique: boolean;
}

interface RememberedCall {
  body: string;
  at: number;
  /** The order that it answered. */
  order: Label;
}

/** The answer to a call. A success `shows` fields of the contract (shown.ts). */
export interface Answer {
  status: number;
  /** Null of a success. */
  code: FailureCode | null;
  /** Any of these is right; null: any message. */
  messages: readonly string[] | null;
  shows: object;
}

export const ok = (shows: object = {}): Answer => ({ status: 200, code: null, messages: null, shows });
export const created = (shows: object): Answer => ({ ...ok(shows), status: 201 });

export function no(code: FailureCode, ...ids: readonly string[]): Answer {
  const said = (ids.length > 0 ? ids : ['']).map((name) => refuse(code, { name }).message);
  return { status: refuse(code).status, code, messages: said, shows: {} };
}

/** Refused by the schema of the body; the message is the field's. */
export const badForm: Answer = { status: 400, code: 'invalidInput', messages: null, shows: {} };

/** One call's rule: changes the copy it is handed, and answers. What it changed is forgotten when it refuses. */
export type Rule<Name extends Does> = (state: State, operation: OperationOf<Name>, user: Label) => Answer;
export type OperationOf<Name extends Does> = Operation & { does: Name };
export type Rules<Name extends Does> = { readonly [Key in Name]: Rule<Key> };

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

/** Invariant 1: owned, or a buyer's checkout over a piece it holds. An edition is held by nobody and needs no hold. */
export function liveOrder(state: State, listing: Label, now: number): Order | undefined {
  const orders = [...state.orders.values()].filter((order) => order.items.some((item) => item.piece === listing));
  const isBeingPaid = (order: Order) => {
    if (order.status !== 'pending' || order.waitsUntil === null || order.waitsUntil <= now) return false;
    return !state.pieces.get(listing)?.isUnique || liveHold(state, listing, now)?.user === order.user;
  };
  return orders.find(ownsItsListings) ?? orders.find(isBeingPaid);
}

export const totalOf = (order: Pick<Order, 'items'>) => sumCents(order.items.map(({ price }) => price));

/** Checkouts that ran out are in no list. */
export function isListed(order: Order, now: number): boolean {
  return order.status !== 'pending' || order.waitsUntil === null || order.waitsUntil > now;
}
