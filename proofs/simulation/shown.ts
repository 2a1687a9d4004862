// What answers show of each thing of the model: the fields of the contract that are compared.
import { toDollars } from '#contract/money.ts';
import { liveHold, type Order, type State, totalOf } from './model.ts';
import type { Label } from './operations.ts';

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
    ...{ id: label, name, price: toDollars(price), unique: isUnique },
    ...{ status, sold: status === 'sold', ...reservation },
  };
}

export function orderShown(label: Label, order: Order) {
  const price = toDollars(totalOf(order));
  const items = order.items.map(({ piece, name, price: cents }) => ({
    listingId: piece,
    price: toDollars(cents),
    listing: { name },
  }));
  const { user: userId, status } = order;
  return { id: label, userId, status, price, totalPrice: price, items, holdExpiresAt: holdEnd(order) };
}

/** Null unless the order is pending with a hold. */
export function holdEnd(order: Order): number | null {
  return order.status === 'pending' && order.items.some((item) => item.isUnique) ? order.waitsUntil : null;
}

export const kindOf = (amount: number) => (amount > 0 ? 'charge' : 'refund');

/** What the public pages show, as far as it depends on anything but time. */
export const pagesShown = (state: State, now: number) =>
  JSON.stringify([...state.pieces.keys()].map((label) => listingShown(state, label, now)));

/** True if `seen` has all that is expected; it may have more fields. The order of lists does not count. */
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
