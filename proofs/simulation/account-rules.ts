// The rules of the model for accounts and for what an admin does.
import { toCents } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import type { ListingStatus } from '#contract/states.ts';
import { claim, endCheckouts, free, listingsOf, releaseHoldsOn, settle, takeFromCart } from './buying-rules.ts';
import {
  type Answer,
  change,
  created,
  type Label,
  type ListingChanges,
  listingShown,
  liveHold,
  liveOrder,
  no,
  ok,
  orderShown,
  ownsItsListings,
  type Rules,
  rightPassword,
  type State,
  totalOf,
  userShown,
} from './model.ts';

export const accountRules = {
  register: (state, { n, at, body: { email } }) => {
    if (userOf(state, email)) return no('emailTaken');
    const user = addUser(state, n, email, null);
    state.sessions.set(`session ${n}`, user);
    state.confirmed.set(`session ${n}`, at);
    return created({ user: userShown(state, user) });
  },
  signIn: (state, { n, at, body: { email, password } }) => {
    const user = userOf(state, email);
    if (!user) return no('userNotFound');
    if (password !== rightPassword) return no('incorrectPassword');
    change(state.users, user, { score: (state.users.get(user)?.score ?? 0) + 1 });
    state.sessions.set(`session ${n}`, user);
    state.confirmed.set(`session ${n}`, at);
    return ok({ user: userShown(state, user) });
  },
  signOut: (state, { by }) => {
    if (by === null) return no('signInNeeded');
    state.sessions.delete(by);
    return ok();
  },
  confirmIdentity: (state, { by, at, body: { password } }) => {
    if (password !== rightPassword) return no('currentPasswordWrong');
    state.confirmed.set(by ?? '', at);
    return ok();
  },
  deleteOwnAccount: (state, { body }, user) => {
    if (body.currentPassword !== rightPassword) return no('currentPasswordWrong');
    if (isLastOwner(state, user)) return no('lastOwner');
    removeUser(state, user);
    return ok();
  },
} satisfies Partial<Rules>;

export const adminRules = {
  addProduct: (state, { n, at, body: { name, price, unique: isUnique, sold } }) => {
    const label = `piece ${n}`;
    state.pieces.set(label, { name, price: toCents(price), isUnique, status: sold ? 'sold' : 'available' });
    return created({ product: listingShown(state, label, at) });
  },
  updateProduct: (state, { params: { id: label }, body, at }) => {
    const listing = state.pieces.get(label);
    if (!listing) return no('listingNotFound');
    const status = nextStatus(listing.status, body);
    const isUnique = body.unique ?? listing.isUnique;
    const comesBack = listing.status !== 'available' && status === 'available';
    const isTakenOut = listing.status !== 'discontinued' && status === 'discontinued';
    const changesKind = isUnique !== listing.isUnique;
    // An order claims nothing of an edition, so only the admin changes its status.
    const asksOrders = changesKind || (listing.isUnique && (comesBack || isTakenOut));
    const inOrder = asksOrders && liveOrder(state, label, at);
    if (inOrder) return no(ownsItsListings(inOrder) ? 'listingInLiveOrder' : 'listingBeingPaid', listing.name);
    if ((changesKind || isTakenOut) && liveHold(state, label, at)) return no('listingOnHold', listing.name);
    const price = body.price === undefined ? listing.price : toCents(body.price);
    change(state.pieces, label, { name: body.name ?? listing.name, price, isUnique, status });
    return ok({ product: listingShown(state, label, at) });
  },
  deleteProduct: (state, { params: { id: label }, at }) => {
    const listing = state.pieces.get(label);
    if (!listing) return no('listingNotFound');
    if (liveHold(state, label, at)) return no('listingOnHold', listing.name);
    state.pieces.delete(label);
    state.holds.delete(label);
    for (const user of [...state.carts.keys()]) takeFromCart(state, user, [label]);
    return ok();
  },
  setOrderStatus: (state, { params: { id: label }, body: { status }, at }) => {
    const order = state.orders.get(label);
    if (!order) return no('orderNotFound');
    if (order.status === status) return ok({ order: orderShown(label, order) });
    const next = { ...order, status, waitsUntil: null };
    if (!ownsItsListings(order) && ownsItsListings(next)) {
      const refused = claim(state, order, at);
      if (refused) return refused;
    }
    if (ownsItsListings(order) && !ownsItsListings(next)) free(state, order.items);
    if (order.waitsUntil !== null && !ownsItsListings(next)) releaseHoldsOn(state, order.user, listingsOf(order));
    state.orders.set(label, next);
    const settled = settle(state, label, ownsItsListings(next) ? totalOf(next) : 0);
    return ok({ order: orderShown(label, settled) });
  },
  releaseHold: (state, { params: { id: listing }, at }) => {
    const hold = liveHold(state, listing, at);
    if (!hold) return no('holdNotFound');
    const waits = [...state.orders.values()].some(
      (order) => order.user === hold.user && order.waitsUntil !== null && listingsOf(order).includes(listing),
    );
    if (waits) endCheckouts(state, hold.user);
    state.holds.delete(listing);
    return ok();
  },
  addUser: (state, { n, body: { email, isAdmin } }) => {
    if (userOf(state, email)) return no('emailTaken');
    return created({ user: userShown(state, addUser(state, n, email, isAdmin ? 'owner' : null)) });
  },
  setAdmin: (state, { params: { id: user }, body: { isAdmin } }) => setRole(state, user, isAdmin ? 'owner' : null),
  setRole: (state, { params: { id: user }, body: { role } }) => setRole(state, user, role),
  deleteUser: (state, { params: { id: user } }, admin) => {
    if (!state.users.has(user)) return no('noSuchUser');
    if (user === admin) return no('ownAccount');
    removeUser(state, user);
    return ok();
  },
} satisfies Partial<Rules>;

/** The status after `changes`. `status` wins over `sold`; with `sold: false` a discontinued piece stays discontinued. */
function nextStatus(status: ListingStatus, changes: ListingChanges): ListingStatus {
  if (changes.status) return changes.status;
  if (changes.sold === undefined) return status;
  if (changes.sold) return 'sold';
  return status === 'sold' ? 'available' : status;
}

/** The user with this email address, in upper or lower case. */
function userOf(state: State, email: string): Label | null {
  for (const [label, user] of state.users) if (user.email.toLowerCase() === email.toLowerCase()) return label;
  return null;
}

function addUser(state: State, n: number, email: string, role: Role | null): Label {
  state.users.set(`user ${n}`, { email, role, score: 0 });
  return `user ${n}`;
}

/** Removes the account with its sessions, cart, holds, unpaid checkouts and idempotency keys. Its other orders stay. */
function removeUser(state: State, label: Label): void {
  state.users.delete(label);
  state.carts.delete(label);
  endCheckouts(state, label);
  for (const [session, user] of [...state.sessions]) if (user === label) state.sessions.delete(session);
  for (const [listing, hold] of [...state.holds]) if (hold.user === label) state.holds.delete(listing);
  for (const key of [...state.keys.keys()]) if (key.startsWith(`${label} `)) state.keys.delete(key);
}

function setRole(state: State, user: Label, role: Role | null): Answer {
  if (!state.users.has(user)) return no('noSuchUser');
  if (role !== 'owner' && isLastOwner(state, user)) return no('lastOwner');
  change(state.users, user, { role });
  return ok({ user: userShown(state, user) });
}

function isLastOwner(state: State, label: Label): boolean {
  const owners = [...state.users].filter(([, user]) => user.role === 'owner').map(([owner]) => owner);
  return owners.length === 1 && owners[0] === label;
}
