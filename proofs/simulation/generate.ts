import { orderStatuses } from '#contract/states.ts';
import type { Seeded } from '#server/features/demo/seeded.ts';
import type { Model } from './commands.ts';
import { liveHold, type State } from './model.ts';
import { type Action, firstAdmin, type Label, type Operation, type PieceChanges, type Step } from './operations.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Sessions end after thirty days without use; this is not about them. */
const longest = 25 * day;
/** An order's date is its name for its buyer: no two checkouts, one replacing the other, in one instant. */
const shortest = 10;
const most = { users: 6, sessions: 9, pieces: 7 };

/** The next step, mostly a realistic one. The shop is small, so that people compete. */
export function generateStep(chance: Seeded, model: Pick<Model, 'state' | 'now' | 'count' | 'renewing'>): Step {
  const { state, now, count } = model;
  const number = (action: Action, at: number): Operation => {
    model.count += 1;
    return { n: model.count, at, ...action };
  };
  model.renewing = nextRenewing(chance, state, model.renewing, now);
  if (model.renewing && chance.chance(0.4))
    return [number({ does: 'hold', ...model.renewing }, now + chance.below(14 * minute) + shortest)];
  const at = now + (count === 0 ? 1 : passing(chance, state, now));
  if (count === 0) return [number({ does: 'signIn', email: firstAdmin.email, isRight: true }, at)];
  const actions =
    count > 10 && chance.chance(0.08)
      ? actionsAtOnce(chance, state, at)
      : [nextAction(chance, state, createFocus(chance, state, at))];
  return actions.map((action) => number(action, at));
}

/** Somebody who renews a hold for as long as it can be. */
export interface Renewing {
  by: Label;
  pieces: readonly Label[];
}

function nextRenewing(chance: Seeded, state: State, renewing: Renewing | null, now: number): Renewing | null {
  if (renewing) return chance.chance(0.92) && state.sessions.has(renewing.by) ? renewing : null;
  const held = [...state.holds].filter(([, hold]) => hold.until > now);
  const [piece, hold] = anyOf(chance, held) ?? [];
  const by = [...state.sessions].find(([, user]) => user === hold?.user)?.[0];
  return piece !== undefined && by !== undefined && chance.chance(0.04) ? { by, pieces: [piece] } : null;
}

/** Mostly they go for the same thing; and now and then admins for each other. */
function actionsAtOnce(chance: Seeded, state: State, at: number): Action[] {
  const shared = createFocus(chance, state, at);
  const demotes = chance.chance(0.12);
  return Array.from({ length: 2 + chance.below(3) }, () => {
    const focus = createFocus(chance, state, at);
    if (demotes) return demotion(chance, state, focus);
    if (chance.chance(0.3)) return nextAction(chance, state, focus);
    const { pieces, order } = shared;
    return nextAction(chance, state, chance.chance(0.5) ? { ...focus, pieces, order } : shared);
  });
}

function demotion(chance: Seeded, state: State, { admin: by }: Focus): Action {
  const admins = [...state.users].filter(([, user]) => user.isAdmin).map(([label]) => label);
  const user = anyOf(chance, admins) ?? firstAdmin.label;
  if (chance.chance(0.15)) return { does: 'deleteAccount', by, isRight: true };
  return chance.chance(0.7) ? { does: 'setAdmin', by, user, isAdmin: false } : { does: 'deleteUser', by, user };
}

/** Mostly moments; often to where something is about to run out, or just did. */
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

/** Who does it and what it is about. */
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

function nextAction(chance: Seeded, state: State, focus: Focus): Action {
  if (state.pieces.size < 3) return addedPiece(chance, focus);
  if (state.sessions.size < 3 && chance.chance(0.7)) return arrival(chance, state);
  const share = chance.below(100);
  if (share < 72) return buyersAction(chance, state, focus);
  if (share < 78)
    return state.sessions.size < most.sessions ? arrival(chance, state) : { does: 'signOut', by: focus.customer };
  return adminsAction(chance, state, focus);
}

function buyersAction(chance: Seeded, state: State, focus: Focus): Action {
  const { customer: by, pieces, order } = focus;
  const piece = pieces[0] ?? 'piece 99999';
  const share = chance.below(100);
  if (share < 10) return { does: 'addToCart', by, piece };
  if (share < 13) return { does: 'removeFromCart', by, piece };
  if (share < 15) return { does: 'clearCart', by };
  if (share < 30) return { does: 'hold', by, pieces: damaged(chance, pieces) };
  if (share < 33) return { does: 'giveUp', by };
  if (share < 58) {
    const route = chance.chance(0.6) ? 'checkout' : 'orders';
    return {
      does: 'checkOut',
      by,
      route,
      items: wantedItems(chance, state, damaged(chance, pieces)),
      key: keyOf(chance),
    };
  }
  const has = state.orders.get(order);
  if (share < 80) return confirmation(chance, state, by, order);
  if (share < 90) {
    const kept = (has?.items ?? []).filter(() => chance.chance(0.6)).map((item) => item.piece);
    const added = chance.chance(0.7) ? pieces.filter((label) => !kept.includes(label)) : [];
    return { does: 'modify', by, order, pieces: damaged(chance, [...kept, ...added]) };
  }
  if (share < 98) return { does: 'cancel', by, order };
  if (share < 99) return { does: 'signOut', by };
  return { does: 'deleteAccount', by, isRight: chance.chance(0.5) };
}

function confirmation(chance: Seeded, state: State, by: Label | null, label: Label): Action {
  const order = state.orders.get(label);
  const pieces = (order?.items ?? []).map((item) => item.piece);
  // A date ids an order among its own buyer's only.
  const isOwn = by !== null && order?.user === state.sessions.get(by);
  const called = isOwn && chance.chance(0.6) ? 'date' : 'id';
  return {
    does: 'confirm',
    by,
    order: label,
    called,
    pieces: damaged(chance, chance.shuffled(pieces)),
    key: keyOf(chance),
  };
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

function wantedItems(chance: Seeded, state: State, pieces: readonly Label[]) {
  return pieces.map((piece) => {
    const today = state.pieces.get(piece)?.price ?? 100;
    return { piece, price: chance.chance(0.95) ? today : today + 1 };
  });
}

const emails = ['anna', 'ben', 'chi', 'dung', 'eve', 'finn', 'gia'].map((name) => `${name}@example.com`);

function arrival(chance: Seeded, state: State): Action {
  const known = [...state.users.values()].map((user) => user.email);
  const isNew = state.users.size < most.users && chance.chance(0.5);
  if (!isNew) {
    const email = chance.chance(0.95) ? chance.pick(known) : chance.pick(emails);
    return { does: 'signIn', email: inOtherCase(chance, email), isRight: chance.chance(0.93) };
  }
  const free = emails.filter((email) => !known.some((other) => other.toLowerCase() === email));
  return {
    does: 'register',
    email: inOtherCase(chance, chance.chance(0.95) ? (anyOf(chance, free) ?? emails[0] ?? '') : chance.pick(known)),
  };
}

const inOtherCase = (chance: Seeded, email: string) => (chance.chance(0.1) ? email.toUpperCase() : email);

const priceOf = (chance: Seeded) => (chance.chance(0.9) ? 100 * (1 + chance.below(50)) : 1 + chance.below(999_999_999));

function addedPiece(chance: Seeded, { admin: by }: Focus): Action {
  return { does: 'addPiece', by, price: priceOf(chance), isUnique: chance.chance(0.75), isSold: chance.chance(0.05) };
}

function adminsAction(chance: Seeded, state: State, focus: Focus): Action {
  const { admin: by } = focus;
  const piece = focus.pieces[0] ?? 'piece 99999';
  const user = anyOf(chance, [...state.users.keys(), 'user 99999']) ?? '';
  const share = chance.below(100);
  if (share < 14)
    return state.pieces.size < most.pieces ? addedPiece(chance, focus) : { does: 'deletePiece', by, piece };
  if (share < 17) return { does: 'deletePiece', by, piece };
  if (share < 50)
    return { does: 'editPiece', by, piece: anyPiece(chance, state, piece), changes: pieceChanges(chance, piece) };
  if (share < 80) {
    const order = chance.chance(0.4)
      ? focus.order
      : (anyOf(chance, [...state.orders.keys()].slice(-8)) ?? 'order 99999');
    return { does: 'setStatus', by, order, status: chance.pick(orderStatuses) };
  }
  if (share < 85) return { does: 'endHold', by, piece: anyOf(chance, [...state.holds.keys()]) ?? piece };
  if (share < 88) {
    const email = chance.chance(0.9) ? chance.pick(emails) : firstAdmin.email;
    return { does: 'addUser', by, email: inOtherCase(chance, email), isAdmin: chance.chance(0.3) };
  }
  if (share < 96) return { does: 'setAdmin', by, user, isAdmin: chance.chance(0.5) };
  return { does: 'deleteUser', by, user };
}

/** Also pieces that cannot be bought. */
const anyPiece = (chance: Seeded, state: State, piece: Label) =>
  chance.chance(0.6) ? (anyOf(chance, [...state.pieces.keys()]) ?? piece) : piece;

function pieceChanges(chance: Seeded, piece: Label): PieceChanges {
  return {
    ...(chance.chance(0.1) && { name: `Another name of ${piece} ${chance.below(9)}` }),
    ...(chance.chance(0.4) && { price: priceOf(chance) }),
    ...(chance.chance(0.2) && { unique: chance.chance(0.6) }),
    ...(chance.chance(0.6) && { status: chance.pick(['available', 'available', 'sold', 'discontinued'] as const) }),
    ...(chance.chance(0.2) && { sold: chance.chance(0.5) }),
  };
}
