import { asCents, fromCents } from '#contract/money.ts';
import { roles } from '#contract/roles.ts';
import { orderStatuses } from '#contract/states.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { Model } from './commands.ts';
import {
  firstAdmin,
  type Label,
  type ListingChanges,
  liveHold,
  type Operation,
  type Request,
  rightPassword,
  type State,
  type Step,
} from './model.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** The longest history, milliseconds. Sessions end after thirty days without use, which is not tested here. */
const longest = 25 * day;
/** The shortest time between two steps, milliseconds. A buyer may name an order by its date, so a later checkout needs a later date. */
const shortest = 10;
const most = { users: 6, sessions: 9, pieces: 7 };

/** The next step, mostly a realistic one. The shop is small, so that people compete. */
export function generateStep(random: SeededRandom, model: Pick<Model, 'state' | 'now' | 'count' | 'renewing'>): Step {
  const { state, now, count } = model;
  const number = (request: Request, at: number): Operation => {
    model.count += 1;
    return { n: model.count, at, ...request };
  };
  model.renewing = nextRenewing(random, state, model.renewing, now);
  if (model.renewing && random.chance(0.4)) return [number(model.renewing, now + random.below(14 * minute) + shortest)];
  const at = now + (count === 0 ? 1 : passing(random, state, now));
  if (count === 0) return [number(signIn(firstAdmin.email, true), at)];
  const requests =
    count > 10 && random.chance(0.08)
      ? requestsAtOnce(random, state, at)
      : [nextRequest(random, state, createFocus(random, state, at))];
  return requests.map((request) => number(request, at));
}

/** The request of a buyer who renews a hold again and again, or null: this begins and ends at random. */
function nextRenewing(random: SeededRandom, state: State, renewing: Request | null, now: number): Request | null {
  if (renewing) return random.chance(0.92) && state.sessions.has(renewing.by ?? '') ? renewing : null;
  const held = [...state.holds].filter(([, hold]) => hold.until > now);
  const [listing, hold] = anyOf(random, held) ?? [];
  const by = [...state.sessions].find(([, user]) => user === hold?.user)?.[0];
  if (listing === undefined || by === undefined || !random.chance(0.04)) return null;
  return { does: 'holdPieces', by, body: { listingIds: [listing] } };
}

/** Two to four requests that are sent at once. Usually people want the same thing; now and then admins demote each other. */
function requestsAtOnce(random: SeededRandom, state: State, at: number): Request[] {
  const shared = createFocus(random, state, at);
  const demotes = random.chance(0.12);
  return Array.from({ length: 2 + random.below(3) }, () => {
    const focus = createFocus(random, state, at);
    if (demotes) return demotion(random, state, focus);
    if (random.chance(0.3)) return nextRequest(random, state, focus);
    const { pieces, order } = shared;
    return nextRequest(random, state, random.chance(0.5) ? { ...focus, pieces, order } : shared);
  });
}

function demotion(random: SeededRandom, state: State, { admin: by }: Focus): Request {
  const admins = [...state.users].filter(([, user]) => user.role).map(([label]) => label);
  const params = { id: anyOf(random, admins) ?? firstAdmin.label };
  if (random.chance(0.15)) return { does: 'deleteOwnAccount', by, body: { currentPassword: rightPassword } };
  const share = random.below(100);
  if (share < 50) return { does: 'setAdmin', by, params, body: { isAdmin: false } };
  return share < 70
    ? { does: 'setRole', by, params, body: { role: random.pick(['staff', 'viewer']) } }
    : { does: 'deleteUser', by, params };
}

/** Milliseconds until the next step: mostly some seconds, sometimes minutes, or until just before or after something expires. */
function passing(random: SeededRandom, state: State, now: number): number {
  if (random.chance(0.9)) return shortest + random.below(20_000);
  const ends = [
    ...[...state.holds.values()].map((hold) => hold.until),
    ...[...state.orders.values()].flatMap(({ waitsUntil }) =>
      waitsUntil === null ? [] : [waitsUntil, waitsUntil + day],
    ),
    ...[...state.keys.values()].map((kept) => kept.at + day),
  ].filter((end) => end > now + 2 * shortest && (end < now + 50 * minute || random.chance(0.15)));
  const passes =
    ends.length > 0 && random.chance(0.7) ? random.pick(ends) - now + random.below(3) - 1 : random.below(10 * minute);
  return now + passes > longest ? shortest : Math.max(shortest, passes);
}

/** Who acts, and on what. */
interface Focus {
  customer: Label | null;
  admin: Label | null;
  pieces: readonly Label[];
  order: Label;
}

function createFocus(random: SeededRandom, state: State, now: number): Focus {
  const sessions = [...state.sessions.keys()];
  const admins = sessions.filter((session) => state.users.get(state.sessions.get(session) ?? '')?.role);
  const customer = anyOf(random, sessions) ?? null;
  const user = customer === null ? undefined : state.sessions.get(customer);
  const own = [...state.orders].filter(([, order]) => order.user === user);
  const recent = random.chance(0.8) ? own.slice(-3) : random.chance(0.5) ? own : [...state.orders];
  const wanted = [...state.pieces].filter(
    ([label, listing]) => listing.status === 'available' && (!liveHold(state, label, now) || random.chance(0.3)),
  );
  const known = random.chance(0.8) ? wanted.map(([label]) => label) : [...state.pieces.keys()];
  return {
    customer: random.chance(0.98) ? customer : (anyOf(random, [null, 'session 99999']) ?? null),
    admin: random.chance(0.97) ? (anyOf(random, admins) ?? null) : customer,
    pieces: random.shuffled(known).slice(0, random.chance(0.6) ? 1 : 1 + random.below(3)),
    order: anyOf(random, recent)?.[0] ?? 'order 99999',
  };
}

const anyOf = <Thing>(random: SeededRandom, things: readonly Thing[]) =>
  things.length > 0 ? random.pick(things) : undefined;

function nextRequest(random: SeededRandom, state: State, focus: Focus): Request {
  if (state.pieces.size < 3) return addedListing(random, focus);
  if (state.sessions.size < 3 && random.chance(0.7)) return arrival(random, state);
  const share = random.below(100);
  if (share < 72) return buyersRequest(random, state, focus);
  if (share < 78)
    return state.sessions.size < most.sessions ? arrival(random, state) : { does: 'signOut', by: focus.customer };
  return adminsRequest(random, state, focus);
}

function buyersRequest(random: SeededRandom, state: State, focus: Focus): Request {
  const { customer: by, pieces, order } = focus;
  const body = { listingId: pieces[0] ?? 'piece 99999' };
  const share = random.below(100);
  if (share < 10) return { does: 'addToCart', by, body };
  if (share < 13) return { does: 'removeFromCart', by, body };
  if (share < 15) return { does: 'clearCart', by };
  if (share < 30) return { does: 'holdPieces', by, body: { listingIds: damaged(random, pieces) } };
  if (share < 33) return { does: 'releaseHolds', by };
  if (share < 58) return checkout(random, state, by, damaged(random, pieces));
  if (share < 80) return confirmation(random, state, by, order);
  if (share < 90) {
    const bought = (state.orders.get(order)?.items ?? []).map((item) => item.piece);
    const kept = bought.filter(() => random.chance(0.6));
    const added = random.chance(0.7) ? pieces.filter((label) => !kept.includes(label)) : [];
    // The shop must ignore the total in the request, and the prices of kept pieces.
    const items = damaged(random, [...kept, ...added]).map((listingId) =>
      bought.includes(listingId) ? { listingId, price: 0.01 } : priced(random, state, listingId),
    );
    return { does: 'updateOrder', by, params: { id: order }, body: { items, totalPrice: 0.01 } };
  }
  if (share < 98) return { does: 'cancelOrder', by, params: { id: order } };
  if (share < 99) return { does: 'signOut', by };
  const currentPassword = random.chance(0.5) ? rightPassword : wrongPassword;
  return { does: 'deleteOwnAccount', by, body: { currentPassword } };
}

/** A request to check out or to order the listings, sometimes with an idempotency key. */
function checkout(random: SeededRandom, state: State, by: Label | null, listings: readonly Label[]): Request {
  const items = listings.map((listingId) => priced(random, state, listingId));
  const key = keyOf(random);
  if (random.chance(0.6)) return { does: 'createCheckout', by, key, body: { items } };
  const [only, ...others] = items;
  const isBare = only !== undefined && others.length === 0 && random.chance(0.5);
  return { does: 'createOrder', by, key, body: isBare ? only : { items } };
}

/** An item with today's price, or sometimes with another. */
function priced(random: SeededRandom, state: State, listingId: Label) {
  const today = state.pieces.get(listingId)?.price ?? asCents(100);
  return { listingId, price: fromCents(random.chance(0.95) ? today : asCents(today + 1)) };
}

function confirmation(random: SeededRandom, state: State, by: Label | null, label: Label): Request {
  const order = state.orders.get(label);
  const listings = (order?.items ?? []).map((item) => item.piece);
  // A date names an order only among those of its buyer.
  const isOwn = by !== null && order?.user === state.sessions.get(by);
  const name = isOwn && random.chance(0.6) ? { orderDate: `date of ${label}` } : { orderId: label };
  const listingIds = damaged(random, random.shuffled(listings));
  return { does: 'confirmPayment', by, key: keyOf(random), body: { ...name, listingIds } };
}

/** Null, or one of only three idempotency keys, so that keys are used again. */
const keyOf = (random: SeededRandom) => (random.chance(0.3) ? `key ${random.below(3)}` : null);

/** The listings, sometimes with the first one twice, with one that does not exist, or without the first one. */
function damaged(random: SeededRandom, listings: readonly Label[]): Label[] {
  if (random.chance(0.94)) return [...listings];
  const way = random.below(3);
  if (way === 0) return [...listings, ...listings.slice(0, 1)];
  return way === 1 ? [...listings, 'piece 99999'] : listings.slice(1);
}

const emails = ['anna', 'ben', 'chi', 'dung', 'eve', 'finn', 'gia'].map((name) => `${name}@example.com`);

function arrival(random: SeededRandom, state: State): Request {
  const known = [...state.users.values()].map((user) => user.email);
  const isNew = state.users.size < most.users && random.chance(0.5);
  if (!isNew) {
    const email = random.chance(0.95) ? random.pick(known) : random.pick(emails);
    return signIn(inOtherCase(random, email), random.chance(0.93));
  }
  const free = emails.filter((email) => !known.some((other) => other.toLowerCase() === email));
  const email = random.chance(0.95) ? (anyOf(random, free) ?? random.pick(emails)) : random.pick(known);
  const body = { name: 'A buyer', email: inOtherCase(random, email), password: rightPassword };
  return { does: 'register', by: null, body: { mode: 'register', ...body } };
}

function signIn(email: string, isRight: boolean): Request {
  const password = isRight ? rightPassword : wrongPassword;
  return { does: 'signIn', by: null, body: { mode: 'signin', email, password } };
}

const wrongPassword = 'another one';

const inOtherCase = (random: SeededRandom, email: string) => (random.chance(0.1) ? email.toUpperCase() : email);

const priceOf = (random: SeededRandom) =>
  fromCents(asCents(random.chance(0.9) ? 100 * (1 + random.below(50)) : 1 + random.below(999_999_999)));

const nameOf = (random: SeededRandom) => `Moon ${random.below(1_000)}`;

function addedListing(random: SeededRandom, { admin: by }: Focus): Request {
  const body = { name: nameOf(random), price: priceOf(random) };
  return { does: 'addProduct', by, body: { ...body, unique: random.chance(0.75), sold: random.chance(0.05) } };
}

function adminsRequest(random: SeededRandom, state: State, focus: Focus): Request {
  const { admin: by } = focus;
  const listing = focus.pieces[0] ?? 'piece 99999';
  const user = { id: anyOf(random, [...state.users.keys(), 'user 99999']) ?? '' };
  const share = random.below(100);
  if (share < 14 && state.pieces.size < most.pieces) return addedListing(random, focus);
  if (share < 17) return { does: 'deleteProduct', by, params: { id: listing } };
  if (share < 50) {
    // Also pieces that cannot be bought.
    const id = random.chance(0.6) ? (anyOf(random, [...state.pieces.keys()]) ?? listing) : listing;
    return { does: 'updateProduct', by, params: { id }, body: listingChanges(random) };
  }
  if (share < 80) {
    const recent = [...state.orders.keys()].slice(-8);
    const id = random.chance(0.4) ? focus.order : (anyOf(random, recent) ?? 'order 99999');
    return { does: 'setOrderStatus', by, params: { id }, body: { status: random.pick(orderStatuses) } };
  }
  if (share < 85) return { does: 'releaseHold', by, params: { id: anyOf(random, [...state.holds.keys()]) ?? listing } };
  if (random.chance(0.3)) {
    const password = random.chance(0.9) ? rightPassword : wrongPassword;
    return { does: 'confirmIdentity', by, body: { password } };
  }
  if (share < 88) {
    const email = inOtherCase(random, random.chance(0.9) ? random.pick(emails) : firstAdmin.email);
    const body = { name: 'A user', email, password: rightPassword, isAdmin: random.chance(0.3) };
    return { does: 'addUser', by, body };
  }
  if (share < 93) return { does: 'setAdmin', by, params: user, body: { isAdmin: random.chance(0.5) } };
  if (share < 96) return { does: 'setRole', by, params: user, body: { role: random.pick([...roles, null]) } };
  return { does: 'deleteUser', by, params: user };
}

function listingChanges(random: SeededRandom): ListingChanges {
  return {
    ...(random.chance(0.1) && { name: nameOf(random) }),
    ...(random.chance(0.4) && { price: priceOf(random) }),
    ...(random.chance(0.2) && { unique: random.chance(0.6) }),
    ...(random.chance(0.6) && { status: random.pick(['available', 'available', 'sold', 'discontinued'] as const) }),
    ...(random.chance(0.2) && { sold: random.chance(0.5) }),
  };
}
