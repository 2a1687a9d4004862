// The rules of the model for the cart, holds, checkout, payment, and what a buyer does with an order.
import { toCents } from '#contract/money.ts';
import type { Label, Operation, Wanted } from './model.ts';
import {
  type Answer,
  badForm,
  cartShown,
  change,
  created,
  holdEnd,
  type Item,
  liveHold,
  no,
  type Order,
  ok,
  orderShown,
  ownsItsListings,
  type Rules,
  type State,
  totalOf,
} from './model.ts';

const minute = 60_000;
const holdLength = 15 * minute;
/** How long after its beginning a hold may end at the latest, if its buyer renews it. */
const longestInRow = 3 * holdLength;
/** A checkout that takes over a hold leaves at least this for the payment. */
const leastForPayment = minute;
const day = 24 * 60 * minute;

export const buyingRules = {
  addToCart: (state, { body: { listingId: piece }, at }, user) => {
    const status = state.pieces.get(piece)?.status;
    if (status === undefined) return no('listingNotFound');
    if (status === 'sold') return no('listingSold');
    if (status === 'discontinued') return no('listingUnavailable');
    const cart = state.carts.get(user) ?? [];
    if (!cart.some((entry) => entry.piece === piece)) {
      state.carts.set(user, [...cart, { piece, at }]);
      raiseScore(state, user, 2);
    }
    return ok({ cartItems: cartShown(state, user) });
  },
  removeFromCart: (state, { body }, user) => {
    takeFromCart(state, user, [body.listingId]);
    return ok({ cartItems: cartShown(state, user) });
  },
  clearCart: (state, _operation, user) => {
    state.carts.delete(user);
    return ok({ cartItems: [] });
  },
  holdPieces: (state, { body: { listingIds: listings }, at }, user) => {
    if (hasTwice(listings)) return badForm;
    if (listings.length === 0) return no('nothingToBuy');
    if (!listings.every((listing) => state.pieces.has(listing))) return no('listingNotFound');
    const refused = refuseTaken(state, user, listings, at);
    if (refused) return refused;
    const until = holdFor(state, user, listings, at, 'renew');
    const held = listings.filter((listing) => state.pieces.get(listing)?.isUnique);
    return ok({ expiresAt: until ?? at + holdLength, held });
  },
  releaseHolds: (state, _operation, user) => {
    endCheckouts(state, user);
    for (const [listing, hold] of [...state.holds]) if (hold.user === user) state.holds.delete(listing);
    return ok();
  },
  createCheckout: (state, operation, user) =>
    checkOut(state, operation, user, operation.body.items, (label, order) =>
      ok({ orderId: label, holdExpiresAt: holdEnd(order) }),
    ),
  createOrder: (state, operation, user) => {
    const items = 'items' in operation.body ? operation.body.items : [operation.body];
    return checkOut(state, operation, user, items, (label, order) => created({ order: orderShown(label, order) }));
  },
  confirmPayment: (state, operation, user) => {
    const { body, at } = operation;
    const listings = body.listingIds;
    const answerOf = (label: Label, order: Order) => ok({ order: orderShown(label, order) });
    return once(state, user, operation, body, answerOf, () => {
      const label = 'orderId' in body ? body.orderId : body.orderDate.replace('date of ', '');
      const order = state.orders.get(label);
      if (order?.user !== user) return no('checkoutNotFound');
      if (hasTwice(listings) || !sameSet(listings, listingsOf(order))) return no('checkoutDiffers');
      if (ownsItsListings(order)) return label;
      if (order.status === 'cancelled') return no('checkoutEnded');
      if (order.waitsUntil !== null && at > order.waitsUntil + day) return no('checkoutEnded');
      const refused = claim(state, order, at);
      if (refused) return refused;
      raiseScore(state, user, 10);
      const paid = change(state.orders, label, { status: 'paid', waitsUntil: null });
      settle(state, label, totalOf(paid));
      return label;
    });
  },
  updateOrder: (state, { params: { id: label }, body, at }, user) => {
    const listings = body.items.map(({ listingId }) => listingId);
    if (hasTwice(listings)) return badForm;
    const order = state.orders.get(label);
    if (order?.user !== user) return no('orderNotFound');
    if (order.status !== 'paid') return no('onlyPaidModified');
    if (listings.length === 0) return no('orderNeedsItems');
    const kept = order.items.filter((item) => listings.includes(item.piece));
    const added = listings.filter((listing) => !listingsOf(order).includes(listing));
    free(
      state,
      order.items.filter((item) => !listings.includes(item.piece)),
    );
    if (!added.every((listing) => state.pieces.has(listing))) return { ...no('listingDeleted'), messages: null };
    const refused =
      refuseTaken(state, user, added, at) ??
      refuseStale(
        state,
        body.items.filter(({ listingId }) => added.includes(listingId)),
      );
    if (refused) return refused;
    const items = [...kept, ...added.map((listing) => itemOf(state, listing))];
    own(state, user, added);
    const changed = change(state.orders, label, { items });
    return ok({ order: orderShown(label, settle(state, label, totalOf(changed))) });
  },
  cancelOrder: (state, { params: { id: label } }, user) => {
    const order = state.orders.get(label);
    if (order?.user !== user) return no('orderNotFound');
    if (order.status !== 'paid') return no('onlyPaidCancelled');
    free(state, order.items);
    change(state.orders, label, { status: 'cancelled' });
    return ok({ order: orderShown(label, settle(state, label, 0)) });
  },
} satisfies Partial<Rules>;

function refuseStale(state: State, items: readonly Wanted[]): Answer | null {
  const stale = items.filter(({ listingId, price }) => state.pieces.get(listingId)?.price !== toCents(price));
  return stale.length > 0 ? no('priceChanged', ...stale.map(({ listingId }) => nameOf(state, listingId))) : null;
}

function checkOut(
  state: State,
  operation: Operation,
  user: Label,
  items: readonly Wanted[],
  answerOf: (label: Label, order: Order) => Answer,
): Answer {
  const { n, at } = operation;
  const listings = items.map(({ listingId }) => listingId);
  if (hasTwice(listings)) return badForm;
  return once(state, user, operation, items, answerOf, () => {
    if (items.length === 0) return no('nothingToBuy');
    if (!listings.every((listing) => state.pieces.has(listing))) return no('listingNotFound');
    const refused = refuseTaken(state, user, listings, at) ?? refuseStale(state, items);
    if (refused) return refused;
    const until = holdFor(state, user, listings, at, 'take over');
    endCheckouts(state, user, listings);
    const order: Order = {
      user,
      status: 'pending',
      items: listings.map((listing) => itemOf(state, listing)),
      waitsUntil: until ?? at + holdLength,
      payments: [],
    };
    state.orders.set(`order ${n}`, order);
    return `order ${n}`;
  });
}

/**
 * Applies `rule` and remembers the operation's idempotency key for 24 hours, per user and endpoint. If the key is known already, `rule` is
 * not applied: with the same content the answer is the same order as it is now, with other content a refusal. A call that `rule` refuses is
 * not remembered.
 */
function once(
  state: State,
  user: Label,
  { does, key = null, at }: Operation,
  content: unknown,
  answerOf: (label: Label, order: Order) => Answer,
  rule: () => Label | Answer,
): Answer {
  const answerNow = (label: Label) => {
    const order = state.orders.get(label);
    return order ? answerOf(label, order) : no('orderNotFound');
  };
  const name = `${user} ${does} ${key}`;
  const body = JSON.stringify(content);
  const known = key === null ? undefined : state.keys.get(name);
  if (known && known.at > at - day) return known.body === body ? answerNow(known.order) : no('keyReused');
  const result = rule();
  if (typeof result !== 'string') return result;
  if (key !== null) state.keys.set(name, { body, at, order: result });
  return answerNow(result);
}

/** A refusal if a piece is sold, discontinued or held by somebody else. If several are, the message about any of them is right. */
export function refuseTaken(state: State, user: Label, listings: readonly Label[], now: number): Answer | null {
  const taken = listings.flatMap((label) => {
    const listing = state.pieces.get(label);
    if (!listing) return [];
    if (listing.status !== 'available') return [no(listing.status, listing.name)];
    const hold = listing.isUnique ? liveHold(state, label, now) : null;
    return hold && hold.user !== user ? [no('held', listing.name)] : [];
  });
  const [first] = taken;
  return first ? { ...first, messages: taken.flatMap((answer) => answer.messages ?? []) } : null;
}

/** Holds the unique pieces. Returns the earliest end, or null if there is nothing to hold. */
function holdFor(
  state: State,
  user: Label,
  listings: readonly Label[],
  now: number,
  manner: 'renew' | 'take over',
): number | null {
  const ends = listings
    .filter((listing) => state.pieces.get(listing)?.isUnique)
    .map((listing) => {
      const own = liveHold(state, listing, now);
      const since = own?.since ?? now;
      const renewed = Math.max(own?.until ?? 0, Math.min(now + holdLength, since + longestInRow));
      const until = manner === 'take over' && own && own.until - now >= leastForPayment ? own.until : renewed;
      state.holds.set(listing, { user, until, since });
      return until;
    });
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Removes the buyer's checkouts and their holds, except the holds on `kept`. */
export function endCheckouts(state: State, user: Label, kept: readonly Label[] = []): void {
  for (const [label, order] of [...state.orders]) {
    if (order.user !== user || order.status !== 'pending' || order.waitsUntil === null) continue;
    state.orders.delete(label);
    releaseHoldsOn(
      state,
      user,
      listingsOf(order).filter((listing) => !kept.includes(listing)),
    );
  }
}

export function releaseHoldsOn(state: State, user: Label, listings: readonly Label[]): void {
  for (const listing of listings) if (state.holds.get(listing)?.user === user) state.holds.delete(listing);
}

/** Gives an order that does not own its pieces yet these pieces, or returns why that is not possible. */
export function claim(state: State, order: Order, now: number): Answer | null {
  const deleted = order.items.filter((item) => !state.pieces.has(item.piece));
  if (deleted.length > 0) return no('listingDeleted', ...deleted.map((item) => item.name));
  const refused = refuseTaken(state, order.user, listingsOf(order), now);
  if (refused) return refused;
  own(state, order.user, listingsOf(order));
  return null;
}

function own(state: State, user: Label, listings: readonly Label[]): void {
  for (const listing of listings) {
    if (!state.pieces.get(listing)?.isUnique) continue;
    change(state.pieces, listing, { status: 'sold' });
    state.holds.delete(listing);
  }
  takeFromCart(state, user, listings);
}

/** Makes the pieces available again, except editions (no order sells them) and those discontinued or deleted since. */
export function free(state: State, items: readonly Item[]): void {
  for (const { piece: label } of items) {
    const listing = state.pieces.get(label);
    if (listing?.isUnique && listing.status === 'sold') change(state.pieces, label, { status: 'available' });
  }
}

/** Charges or refunds the difference between the payments record and `target`. */
export function settle(state: State, label: Label, target: number): Order {
  const payments = state.orders.get(label)?.payments ?? [];
  const difference = target - payments.reduce((sum, amount) => sum + amount, 0);
  return change(state.orders, label, difference === 0 ? {} : { payments: [...payments, difference] });
}

export function takeFromCart(state: State, user: Label, listings: readonly Label[]): void {
  const cart = state.carts.get(user);
  if (cart)
    state.carts.set(
      user,
      cart.filter((entry) => !listings.includes(entry.piece)),
    );
}

function raiseScore(state: State, user: Label, points: number): void {
  change(state.users, user, { score: (state.users.get(user)?.score ?? 0) + points });
}

function itemOf(state: State, label: Label): Item {
  const listing = state.pieces.get(label);
  if (!listing) throw new Error(`the model has no ${label}`);
  return { piece: label, name: listing.name, price: listing.price, isUnique: listing.isUnique };
}

export const listingsOf = (order: Order) => order.items.map((item) => item.piece);
const nameOf = (state: State, listing: Label) => state.pieces.get(listing)?.name ?? '';
const hasTwice = (labels: readonly Label[]) => new Set(labels).size < labels.length;
const sameSet = (left: readonly Label[], right: readonly Label[]) =>
  left.length === right.length && left.every((label) => right.includes(label));
