import { toDollars } from '#contract/money.ts';
import { orderStatuses } from '#contract/states.ts';
import type { Seeded } from '#server/features/demo/seeded.ts';
import type { Model } from './commands.ts';
import { liveHold, type State } from './model.ts';
import {
  firstAdmin,
  type Label,
  type Operation,
  type PieceChanges,
  type Request,
  rightPassword,
  type Step,
} from './operations.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Sessions end after thirty days without use, which is not tested here. */
const longest = 25 * day;
/** A buyer names an order by its date: a checkout that replaces another must have a later one. */
const shortest = 10;
const most = { users: 6, sessions: 9, pieces: 7 };

/** The next step, mostly a realistic one. The shop is small, so that people compete. */
export function generateStep(chance: Seeded, model: Pick<Model, 'state' | 'now' | 'count' | 'renewing'>): Step {
  const { state, now, count } = model;
  const number = (request: Request, at: number): Operation => {
    model.count += 1;
    return { n: model.count, at, ...request };
  };
  model.renewing = nextRenewing(chance, state, model.renewing, now);
  if (model.renewing && chance.chance(0.4)) return [number(model.renewing, now + chance.below(14 * minute) + shortest)];
  const at = now + (count === 0 ? 1 : passing(chance, state, now));
  if (count === 0) return [number(signIn(firstAdmin.email, true), at)];
  const requests =
    count > 10 && chance.chance(0.08)
      ? requestsAtOnce(chance, state, at)
      : [nextRequest(chance, state, createFocus(chance, state, at))];
  return requests.map((request) => number(request, at));
}

/** The next hold of somebody who renews a hold for as long as possible. */
function nextRenewing(chance: Seeded, state: State, renewing: Request | null, now: number): Request | null {
  if (renewing) return chance.chance(0.92) && state.sessions.has(renewing.by ?? '') ? renewing : null;
  const held = [...state.holds].filter(([, hold]) => hold.until > now);
  const [piece, hold] = anyOf(chance, held) ?? [];
  const by = [...state.sessions].find(([, user]) => user === hold?.user)?.[0];
  if (piece === undefined || by === undefined || !chance.chance(0.04)) return null;
  return { does: 'holdPieces', by, body: { listingIds: [piece] } };
}

/** Usually they want the same thing; now and then admins demote each other. */
function requestsAtOnce(chance: Seeded, state: State, at: number): Request[] {
  const shared = createFocus(chance, state, at);
  const demotes = chance.chance(0.12);
  return Array.from({ length: 2 + chance.below(3) }, () => {
    const focus = createFocus(chance, state, at);
    if (demotes) return demotion(chance, state, focus);
    if (chance.chance(0.3)) return nextRequest(chance, state, focus);
    const { pieces, order } = shared;
    return nextRequest(chance, state, chance.chance(0.5) ? { ...focus, pieces, order } : shared);
  });
}

function demotion(chance: Seeded, state: State, { admin: by }: Focus): Request {
  const admins = [...state.users].filter(([, user]) => user.isAdmin).map(([label]) => label);
  const params = { id: anyOf(chance, admins) ?? firstAdmin.label };
  if (chance.chance(0.15)) return { does: 'deleteOwnAccount', by, body: { currentPassword: rightPassword } };
  return chance.chance(0.7)
    ? { does: 'setAdmin', by, params, body: { isAdmin: false } }
    : { does: 'deleteUser', by, params };
}

/** Usually some seconds; often until the moment before or after something ends. */
function passing(chance: Seeded, state: State, now: number): number {
  if (chance.chance(0.9)) return shortest + chance.below(20_000);
  const ends = [
    ...[...state.holds.values()].map((hold) => hold.until),
    ...[...state.orders.values()].flatMap(({ waitsUntil }) =>
      waitsUntil === null ? [] : [waitsUntil, waitsUntil + day],
    ),
    ...[...state.keys.values()].map((kept) => kept.at + day),
  ].filter((end) => end > now + 2 * shortest && (end < now + 50 * minute || chance.chance(0.15)));
  const passes =
    ends.length > 0 && chance.chance(0.7) ? chance.pick(ends) - now + chance.below(3) - 1 : chance.below(10 * minute);
  return now + passes > longest ? shortest : Math.max(shortest, passes);
}

/** Who acts, and on what. */
interface Focus {
  customer: Label | null;
  admin: Label | null;
  pieces: readonly Label[];
  order: Label;
}

function createFocus(chance: Seeded, state: State, now: number): Focus {
  const sessions = [...state.sessions.keys()];
  const admins = sessions.filter((session) => state.users.get(state.sessions.get(session) ?? '')?.isAdmin);
  const customer = anyOf(chance, sessions) ?? null;
  const user = customer === null ? undefined : state.sessions.get(customer);
  const own = [...state.orders].filter(([, order]) => order.user === user);
  const recent = chance.chance(0.8) ? own.slice(-3) : chance.chance(0.5) ? own : [...state.orders];
  const wanted = [...state.pieces].filter(
    ([label, piece]) => piece.status === 'available' && (!liveHold(state, label, now) || chance.chance(0.3)),
  );
  const known = chance.chance(0.8) ? wanted.map(([label]) => label) : [...state.pieces.keys()];
  return {
    customer: chance.chance(0.98) ? customer : (anyOf(chance, [null, 'session 99999']) ?? null),
    admin: chance.chance(0.97) ? (anyOf(chance, admins) ?? null) : customer,
    pieces: chance.shuffled(known).slice(0, chance.chance(0.6) ? 1 : 1 + chance.below(3)),
    order: anyOf(chance, recent)?.[0] ?? 'order 99999',
  };
}

const anyOf = <Thing>(chance: Seeded, things: readonly Thing[]) =>
  things.length > 0 ? chance.pick(things) : undefined;

function nextRequest(chance: Seeded, state: State, focus: Focus): Request {
  if (state.pieces.size < 3) return addedPiece(chance, focus);
  if (state.sessions.size < 3 && chance.chance(0.7)) return arrival(chance, state);
  const share = chance.below(100);
  if (share < 72) return buyersRequest(chance, state, focus);
  if (share < 78)
    return state.sessions.size < most.sessions ? arrival(chance, state) : { does: 'signOut', by: focus.customer };
  return adminsRequest(chance, state, focus);
}

function buyersRequest(chance: Seeded, state: State, focus: Focus): Request {
  const { customer: by, pieces, order } = focus;
  const body = { listingId: pieces[0] ?? 'piece 99999' };
  const share = chance.below(100);
  if (share < 10) return { does: 'addToCart', by, body };
  if (share < 13) return { does: 'removeFromCart', by, body };
  if (share < 15) return { does: 'clearCart', by };
  if (share < 30) return { does: 'holdPieces', by, body: { listingIds: damaged(chance, pieces) } };
  if (share < 33) return { does: 'releaseHolds', by };
  if (share < 58) return checkout(chance, state, by, damaged(chance, pieces));
  if (share < 80) return confirmation(chance, state, by, order);
  if (share < 90) {
    const bought = (state.orders.get(order)?.items ?? []).map((item) => item.piece);
    const kept = bought.filter(() => chance.chance(0.6));
    const added = chance.chance(0.7) ? pieces.filter((label) => !kept.includes(label)) : [];
    // The shop must ignore the prices in the request.
    const items = damaged(chance, [...kept, ...added]).map((listingId) => ({ listingId, price: 0.01 }));
    return { does: 'updateOrder', by, params: { id: order }, body: { items, totalPrice: 0.01 } };
  }
  if (share < 98) return { does: 'cancelOrder', by, params: { id: order } };
  if (share < 99) return { does: 'signOut', by };
  const currentPassword = chance.chance(0.5) ? rightPassword : wrongPassword;
  return { does: 'deleteOwnAccount', by, body: { currentPassword } };
}

/** Sometimes with an old price. */
function checkout(chance: Seeded, state: State, by: Label | null, pieces: readonly Label[]): Request {
  const items = pieces.map((listingId) => {
    const today = state.pieces.get(listingId)?.price ?? 100;
    return { listingId, price: toDollars(chance.chance(0.95) ? today : today + 1) };
  });
  const key = keyOf(chance);
  if (chance.chance(0.6)) return { does: 'createCheckout', by, key, body: { items } };
  const [only, ...others] = items;
  const isBare = only !== undefined && others.length === 0 && chance.chance(0.5);
  return { does: 'createOrder', by, key, body: isBare ? only : { items } };
}

function confirmation(chance: Seeded, state: State, by: Label | null, label: Label): Request {
  const order = state.orders.get(label);
  const pieces = (order?.items ?? []).map((item) => item.piece);
  // A date names an order only among those of its buyer.
  const isOwn = by !== null && order?.user === state.sessions.get(by);
  const name = isOwn && chance.chance(0.6) ? { orderDate: `date of ${label}` } : { orderId: label };
  const listingIds = damaged(chance, chance.shuffled(pieces));
  return { does: 'confirmPayment', by, key: keyOf(chance), body: { ...name, listingIds } };
}

/** Few keys, so that they meet again. */
const keyOf = (chance: Seeded) => (chance.chance(0.3) ? `key ${chance.below(3)}` : null);

/** Sometimes a piece twice, one that does not exist, or one too few. */
function damaged(chance: Seeded, pieces: readonly Label[]): Label[] {
  if (chance.chance(0.94)) return [...pieces];
  const way = chance.below(3);
  if (way === 0) return [...pieces, ...pieces.slice(0, 1)];
  return way === 1 ? [...pieces, 'piece 99999'] : pieces.slice(1);
}

const emails = ['anna', 'ben', 'chi', 'dung', 'eve', 'finn', 'gia'].map((name) => `${name}@example.com`);

function arrival(chance: Seeded, state: State): Request {
  const known = [...state.users.values()].map((user) => user.email);
  const isNew = state.users.size < most.users && chance.chance(0.5);
  if (!isNew) {
    const email = chance.chance(0.95) ? chance.pick(known) : chance.pick(emails);
    return signIn(inOtherCase(chance, email), chance.chance(0.93));
  }
  const free = emails.filter((email) => !known.some((other) => other.toLowerCase() === email));
  const email = chance.chance(0.95) ? (anyOf(chance, free) ?? chance.pick(emails)) : chance.pick(known);
  const body = { name: 'A buyer', email: inOtherCase(chance, email), password: rightPassword };
  return { does: 'register', by: null, body: { mode: 'register', ...body } };
}

function signIn(email: string, isRight: boolean): Request {
  const password = isRight ? rightPassword : wrongPassword;
  return { does: 'signIn', by: null, body: { mode: 'signin', email, password } };
}

const wrongPassword = 'another one';

const inOtherCase = (chance: Seeded, email: string) => (chance.chance(0.1) ? email.toUpperCase() : email);

const priceOf = (chance: Seeded) =>
  toDollars(chance.chance(0.9) ? 100 * (1 + chance.below(50)) : 1 + chance.below(999_999_999));

const nameOf = (chance: Seeded) => `Moon ${chance.below(1_000)}`;

function addedPiece(chance: Seeded, { admin: by }: Focus): Request {
  const body = { name: nameOf(chance), price: priceOf(chance) };
  return { does: 'addProduct', by, body: { ...body, unique: chance.chance(0.75), sold: chance.chance(0.05) } };
}

function adminsRequest(chance: Seeded, state: State, focus: Focus): Request {
  const { admin: by } = focus;
  const piece = focus.pieces[0] ?? 'piece 99999';
  const user = { id: anyOf(chance, [...state.users.keys(), 'user 99999']) ?? '' };
  const share = chance.below(100);
  if (share < 14 && state.pieces.size < most.pieces) return addedPiece(chance, focus);
  if (share < 17) return { does: 'deleteProduct', by, params: { id: piece } };
  if (share < 50) {
    // Also pieces that cannot be bought.
    const id = chance.chance(0.6) ? (anyOf(chance, [...state.pieces.keys()]) ?? piece) : piece;
    return { does: 'updateProduct', by, params: { id }, body: pieceChanges(chance) };
  }
  if (share < 80) {
    const recent = [...state.orders.keys()].slice(-8);
    const id = chance.chance(0.4) ? focus.order : (anyOf(chance, recent) ?? 'order 99999');
    return { does: 'setOrderStatus', by, params: { id }, body: { status: chance.pick(orderStatuses) } };
  }
  if (share < 85) return { does: 'releaseHold', by, params: { id: anyOf(chance, [...state.holds.keys()]) ?? piece } };
  if (share < 88) {
    const email = inOtherCase(chance, chance.chance(0.9) ? chance.pick(emails) : firstAdmin.email);
    const body = { name: 'A user', email, password: rightPassword, isAdmin: chance.chance(0.3) };
    return { does: 'addUser', by, body };
  }
  if (share < 96) return { does: 'setAdmin', by, params: user, body: { isAdmin: chance.chance(0.5) } };
  return { does: 'deleteUser', by, params: user };
}

function pieceChanges(chance: Seeded): PieceChanges {
  return {
    ...(chance.chance(0.1) && { name: nameOf(chance) }),
    ...(chance.chance(0.4) && { price: priceOf(chance) }),
    ...(chance.chance(0.2) && { unique: chance.chance(0.6) }),
    ...(chance.chance(0.6) && { status: chance.pick(['available', 'available', 'sold', 'discontinued'] as const) }),
    ...(chance.chance(0.2) && { sold: chance.chance(0.5) }),
  };
}
