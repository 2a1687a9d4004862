// Writes each thing of the model as one line. What the shop answers is written in the same way (calls.ts) and compared as text.
import { type CartEntry, isListed, liveHold, type Order, type State, totalOf, type User } from './model.ts';
import type { Label } from './operations.ts';

export const userShown = (state: State, label: Label) => userLine(label, state.users.get(label));

export const userLine = (label: Label, user: Pick<User, 'isAdmin' | 'score'> | undefined) =>
  `${label}${user?.isAdmin ? ' (admin)' : ''}, ${user?.score} points`;

export const cartShown = (state: State, user: Label) => cartLine(state.carts.get(user) ?? []);

export const cartLine = (cart: readonly CartEntry[]) =>
  `cart: ${cart
    .map(({ piece, at }) => `${piece} since ${at}`)
    .toSorted()
    .join(', ')}`;

export const holdShown = (until: number, held: readonly Label[]) =>
  `held until ${until}: ${held.toSorted().join(', ')}`;

export function pieceShown(state: State, label: Label, now: number): string {
  const piece = state.pieces.get(label);
  if (!piece) return `${label} is gone`;
  // An edition is never held, and what is sold is not reserved.
  const hold = piece.isUnique && piece.status === 'available' ? liveHold(state, label, now) : null;
  return pieceLine(label, { ...piece, reservedUntil: hold?.until ?? null });
}

export interface ShownPiece {
  name: string;
  price: number;
  isUnique: boolean;
  status: string;
  reservedUntil: number | null;
}

export const pieceLine = (label: Label, { name, price, isUnique, status, reservedUntil }: ShownPiece) =>
  `${label} '${name}' at ${price}, ${isUnique ? 'unique' : 'edition'}, ${status}, reserved until ${reservedUntil}`;

export const receiptShown = (label: Label, order: Order) => receiptLine(label, shownHold(order));
export const receiptLine = (label: Label, until: number | null) => `${label}, held until ${until}`;

export function orderShown(label: Label, order: Order): string {
  const items = order.items.map(({ piece, name, price }) => ({ piece, name, price }));
  return orderLine(label, { ...order, items, total: totalOf(order), holdUntil: shownHold(order) });
}

export interface ShownOrder {
  user: Label;
  status: string;
  total: number;
  items: readonly { piece: Label; name: string; price: number }[];
  holdUntil: number | null;
}

export function orderLine(label: Label, { user, status, total, items, holdUntil }: ShownOrder): string {
  const pieces = items.map(({ piece, name, price }) => `${piece} '${name}' at ${price}`).toSorted();
  return `${label} of ${user}: ${status}, ${total}, held until ${holdUntil}: ${pieces.join(', ')}`;
}

export const paymentsLine = (payments: readonly number[]) => `payments: ${payments.join(' ')}`;

/** Null unless pending with a hold. */
function shownHold(order: Order): number | null {
  return order.status === 'pending' && order.items.some((item) => item.isUnique) ? order.waitsUntil : null;
}

/** What the public pages show, as far as it depends on anything but time. */
export const pagesShown = (state: State, now: number) =>
  [...state.pieces.keys()].map((label) => pieceShown(state, label, now)).join('\n');

export const listedOrders = (state: State, now: number) =>
  [...state.orders].filter(([, order]) => isListed(order, now));
