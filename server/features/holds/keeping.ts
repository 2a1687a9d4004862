// How much somebody may keep from others, in every way in which a listing can be kept (decision 0068).
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations, keepLimits } from '#contract/limits.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { lockName, tryToLockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { type KeptBefore, type LatestEnds, refuseUntil, timeForHolds } from './hold-limits.ts';
import {
  endTurns as endTurnRows,
  insertKept,
  type KeepingRow,
  type People,
  selectKept,
  selectKeptNow,
  selectTurns,
} from './keeping.queries.ts';

/** Who keeps something from others, as far as the limits depend on it. */
export interface Keeper extends People {
  hasConfirmedEmail: boolean;
  /** Whether the account has paid for an order and not got all of it back. */
  hasPaid: boolean;
}

/** Locks the mailbox and the network until the transaction ends, so that two transactions do not count them at once. The buyer is locked before. */
export async function lockPeople(tx: Writer, shop: Shop, { mailbox, network }: People): Promise<void> {
  if (!shop.settings.rateLimits) return;
  await lockName(tx, `kept by ${mailbox}`);
  await lockName(tx, `holds of ${network}`);
}

interface Wish {
  /** `order`: the listings are added to a paid order. */
  way: 'hold' | 'transfer' | 'order';
  /** Locked unique listings that nobody else keeps. */
  unique: readonly ListingRow[];
  /** Ids of those that the buyer holds already. */
  held?: ReadonlySet<string>;
}

/**
 * Refuses (409, 429) what the keeper may not keep from others now in this way. Returns the latest times until which a hold may last. The
 * caller has locked the buyer, the mailbox, the network (`lockPeople`) and the listings. Nothing is refused with RATE_LIMITS=off.
 */
export async function limitKeeping(
  tx: Writer,
  shop: Shop,
  keeper: Keeper,
  { way, unique, held = new Set() }: Wish,
): Promise<LatestEnds | Refusal> {
  if (!shop.settings.rateLimits || unique.length === 0) return new Map();
  const now = shop.clock();
  const listingIds = unique.map((listing) => listing.id);
  const rows = await selectKept(tx, { ...keeper, listingIds, since: now - durations.unusedWindow });
  const before: KeptBefore = { own: rows.filter(isOf(keeper)), nearby: rows.filter(isNear(keeper)) };
  const resting = refuseResting(shop, 'order', unique, before);
  if (resting || way === 'order') return resting ?? new Map();
  const others = await selectKeptNow(tx, { ...keeper, listingIds, now });
  if (way === 'transfer') {
    if (keeper.hasPaid) return new Map();
    return refuseManyTransfers(keeper, others, unique.length) ?? refuseResting(shop, way, unique, before) ?? new Map();
  }
  const tooMany = refuseManyHolds(shop, keeper, others, unique.length);
  return tooMany ?? timeForHolds(shop, { unique, held, ...before, hasPaid: keeper.hasPaid });
}

/**
 * Whether a row is of the same person: of the account, or of its mailbox. What others did with addresses of this mailbox that they have
 * not confirmed does not count against the person who has.
 */
const isOf =
  ({ userId, mailbox, hasConfirmedEmail }: Keeper) =>
  (row: KeepingRow) =>
    row.user_id === userId ||
    (mailbox !== '' && row.mailbox === mailbox && (row.is_confirmed === 1 || !hasConfirmedEmail));

const isNear =
  ({ network }: Keeper) =>
  (row: KeepingRow) =>
    network !== '' && row.network === network;

type KeptNow = KeepingRow & { expires_at: number };

function refuseManyHolds(shop: Shop, keeper: Keeper, others: readonly KeptNow[], wanted: number): Refusal | null {
  const { ofNewPerson, ofNetwork } = keepLimits.hold;
  if (!keeper.hasConfirmedEmail && !keeper.hasPaid && others.filter(isOf(keeper)).length + wanted > ofNewPerson)
    return refuse('tooManyHolds', { count: ofNewPerson });
  // Waiting does not help, so the refusal names no time.
  if (wanted > ofNetwork) return refuse('tooManyAtOnce', { count: ofNetwork });
  const nearby = others.filter(isNear(keeper));
  const surplus = nearby.length + wanted - ofNetwork;
  if (surplus <= 0) return null;
  const end = nearby[surplus - 1]?.expires_at ?? shop.clock();
  const seconds = Math.max(1, Math.ceil((end - shop.clock()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const details = { retryAfterSeconds: seconds };
  return minutes === 1
    ? refuse('tooManyHoldsNearbyForNow', {}, details)
    : refuse('tooManyHoldsNearby', { minutes }, details);
}

function refuseManyTransfers(keeper: Keeper, others: readonly KeptNow[], wanted: number): Refusal | null {
  const { ofPerson, ofNetwork } = keepLimits.transfer;
  const transfers = others.filter((row) => row.way === 'transfer');
  if (transfers.filter(isOf(keeper)).length + wanted > ofPerson)
    return refuse('tooManyByTransfer', { count: ofPerson });
  return transfers.filter(isNear(keeper)).length + wanted > ofNetwork ? refuse('tooManyByTransferNearby') : null;
}

/** Refuses the first listing that these people have kept in this way without buying it, until their rest is over. */
function refuseResting(
  shop: Shop,
  way: 'transfer' | 'order',
  unique: readonly ListingRow[],
  { own, nearby }: KeptBefore,
): Refusal | null {
  const now = shop.clock();
  const codes = restCodes[way];
  for (const listing of unique) {
    const unused = (rows: readonly KeepingRow[]) =>
      rows.filter(
        (row) => row.listing_id === listing.id && row.way === way && row.was_used === 0 && row.until_at <= now,
      );
    const ofPerson = endOfRest(unused(own), keepLimits[way].unusedOfPerson);
    if (ofPerson > now) return refuseUntil(shop, codes.ofPerson, listing, ofPerson);
    if (way === 'order') continue;
    const ofNetwork = endOfRest(unused(nearby), keepLimits.transfer.unusedOfNetwork);
    if (ofNetwork > now) return refuseUntil(shop, codes.ofNetwork, listing, ofNetwork);
  }
  return null;
}

const restCodes = {
  transfer: { ofPerson: 'reservedBefore', ofNetwork: 'reservedBeforeNearby' },
  order: { ofPerson: 'givenBackTwice', ofNetwork: 'givenBackTwice' },
} as const;

/** When a rest ends after these unused times, of which the first `free` count nothing; epoch milliseconds, 0 for no rest. */
function endOfRest(unused: readonly KeepingRow[], free: number): number {
  const counted = unused.length - free;
  if (counted <= 0) return 0;
  const last = Math.max(...unused.map((row) => row.until_at));
  return last + Math.min(durations.unusedWindow, durations.rest * 4 ** (counted - 1));
}

/** Refuses (409) listings that are added to a paid order although this buyer has given them back before. */
export async function refuseGivenBack(
  tx: Writer,
  shop: Shop,
  person: Pick<Keeper, 'userId' | 'mailbox' | 'hasConfirmedEmail'>,
  listings: readonly ListingRow[],
): Promise<Refusal | null> {
  const unique = listings.filter((listing) => listing.is_unique === 1);
  const keeper = { ...person, network: '', hasPaid: true };
  const limited = await limitKeeping(tx, shop, keeper, { way: 'order', unique });
  return isRefusal(limited) ? limited : null;
}

/** Records that a buyer gave back these unique listings of a paid order. */
export async function recordGivenBack(
  tx: Writer,
  shop: Shop,
  { userId, mailbox, hasConfirmedEmail }: Pick<Keeper, 'userId' | 'mailbox' | 'hasConfirmedEmail'>,
  listingIds: readonly string[],
): Promise<void> {
  if (!shop.settings.rateLimits) return;
  const now = shop.clock();
  for (const listing_id of listingIds)
    await insertKept(tx, {
      listing_id,
      user_id: userId,
      way: 'order',
      network: '',
      mailbox,
      is_confirmed: hasConfirmedEmail ? 1 : 0,
      began_at: now,
      until_at: now,
      ended_by_admin: 0,
      was_used: 0,
    });
}

/** What limits the turns on a listing that is kept for those who wait. */
export interface TurnLimits {
  /** How many turns there were since the listing is kept, also one that runs. */
  count: number;
  /** Whether this person may have a turn on the listing at all, after those there were. */
  mayFollow(person: People): boolean;
  /** Whether the turn of this person may begin now; if so, no other transaction begins one for the same people. */
  mayBegin(person: People): Promise<boolean>;
}

/**
 * The limits of turns on a listing, locked by the caller, that is kept since `since` (epoch milliseconds): no person and no network has
 * turns on two listings at once; on one listing a person has one turn, and a network `inARowOfNetwork`. With RATE_LIMITS=off only the
 * number of turns in a row has a limit.
 */
export async function findTurnLimits(
  tx: Writer,
  shop: Shop,
  { listingId, since }: { listingId: string; since: number },
): Promise<TurnLimits> {
  const rows = await selectTurns(tx, { listingId, since, now: shop.clock() });
  const inARow = rows.filter((row) => row.listing_id === listingId);
  const elsewhere = rows.filter((row) => row.listing_id !== listingId);
  const { ofPerson, ofNetwork, inARowOfNetwork } = keepLimits.turn;
  const isLimited = shop.settings.rateLimits;
  const isOf = (person: People) => (row: KeepingRow) => row.user_id === person.userId || row.mailbox === person.mailbox;
  const isNear = (person: People) => (row: KeepingRow) => person.network !== '' && row.network === person.network;
  const mayFollow = (person: People) =>
    !isLimited || (inARow.filter(isOf(person)).length === 0 && inARow.filter(isNear(person)).length < inARowOfNetwork);
  return {
    count: inARow.length,
    mayFollow,
    async mayBegin(person) {
      if (!isLimited) return true;
      if (!mayFollow(person)) return false;
      if (elsewhere.filter(isOf(person)).length >= ofPerson) return false;
      if (elsewhere.filter(isNear(person)).length >= ofNetwork) return false;
      return (
        (await tryToLockName(tx, `turn of ${person.mailbox}`)) &&
        (person.network === '' || (await tryToLockName(tx, `turn at ${person.network}`)))
      );
    },
  };
}

/** How long a turn lasts after `before` turns without a sale, if the first lasts `length` (milliseconds). */
export const lengthOfTurn = (length: number, before: number): number =>
  Math.max(Math.min(length, keepLimits.turn.shortest), length / 2 ** before);

/** Records that the listing is kept for this person from now until `until` (epoch milliseconds). */
export async function recordTurn(
  tx: Writer,
  shop: Shop,
  { userId, network, mailbox }: People,
  { listingId, until }: { listingId: string; until: number },
): Promise<void> {
  await insertKept(tx, {
    listing_id: listingId,
    user_id: userId,
    way: 'turn',
    network,
    mailbox,
    is_confirmed: 1,
    began_at: shop.clock(),
    until_at: until,
    ended_by_admin: 0,
    was_used: 0,
  });
}

/** Ends the running turns on these listings: of these people, or of everybody. `used`: they do not count as turns without a sale. */
export function endTurns(
  tx: Writer,
  shop: Shop,
  turns: { listingIds: readonly string[]; userIds?: readonly string[]; used: boolean },
): Promise<void> {
  return endTurnRows(tx, { ...turns, now: shop.clock() });
}
