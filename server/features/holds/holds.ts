import type { AdminHold } from '#contract/checkout.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations, limits, longestHoldFactor } from '#contract/limits.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { shortestHold } from './hold-limits.ts';
import { deleteHolds, type HoldRow, selectHeldIds, selectHolds, selectLiveHolds, upsertHold } from './holds.queries.ts';
import { endKept, upsertKept } from './keeping.queries.ts';
import { type Keeper, limitKeeping } from './keeping.ts';
import { announceStates, findUnavailable, refuseUnavailable } from './unavailable.ts';

export { countLiveHolds } from './holds.queries.ts';
export {
  endTurns,
  findTurnLimits,
  type Keeper,
  lengthOfTurn,
  limitKeeping,
  lockPeople,
  recordGivenBack,
  recordTurn,
  refuseGivenBack,
} from './keeping.ts';
export {
  endReservations,
  findReservations,
  findReservedIds,
  giveReservations,
  pricedFor,
  reserveAfter,
  reserveListing,
  type Turn,
} from './reservations.ts';
export { announceStates, findUnavailable, refuseUnavailable } from './unavailable.ts';

export interface HoldInput {
  /** The caller has locked the buyer, mailbox and network (`lockPeople`), and the listings. */
  keeper: Keeper;
  listings: readonly ListingRow[];
  /**
   * `renew`: the hold lasts its full length from now. `take over`: the buyer's own hold keeps its end, if enough time for the
   * payment is left.
   */
  mode: 'renew' | 'take over';
  /** The caller has asked `findUnavailable` about these listings in this transaction. */
  isChecked?: boolean;
}

/**
 * Holds the unique ones of these listings for the buyer, all or nothing. Returns the earliest end (epoch milliseconds), null if
 * there is nothing to hold. Refuses (409) sold, discontinued and held listings, and (409, 429) more than the buyer may hold.
 */
export async function holdListings(
  tx: Writer,
  shop: Shop,
  { keeper, listings, mode, isChecked = false }: HoldInput,
): Promise<number | null | Refusal> {
  const { userId } = keeper;
  const refused = isChecked ? null : refuseUnavailable(await findUnavailable(tx, shop, userId, listings));
  if (refused) return refused;
  const now = shop.clock();
  const unique = listings.filter((listing) => listing.is_unique === 1);
  const ids = unique.map((listing) => listing.id);
  const ownHolds = new Map((await selectHolds(tx, ids, now)).map((hold) => [hold.listing_id, hold]));
  const latestEnds = await limitKeeping(tx, shop, keeper, { way: 'hold', unique, held: new Set(ownHolds.keys()) });
  if (isRefusal(latestEnds)) return latestEnds;
  let earliest: number | null = null;
  for (const listing of unique) {
    const times = nextHoldTimes(shop, {
      before: ownHolds.get(listing.id),
      latestEnd: latestEnds.get(listing.id),
      mode,
      now,
    });
    const hold = { user_id: userId, listing_id: listing.id, ...times };
    // The rows are locked and were checked above. The primary key is the last check.
    if (!(await upsertHold(tx, hold, now))) return refuse('held', { name: listing.name });
    await recordHold(tx, shop, hold, keeper, 'hold');
    earliest = Math.min(earliest ?? hold.expires_at, hold.expires_at);
  }
  await announceStates(tx, shop, ids);
  return earliest;
}

/**
 * Lets the buyer's own live holds on these listings last until `until` (epoch milliseconds), while a payment page of the processor is open.
 * At most three hold lengths after the first hold began, or one hold length plus the time of such a page, if that is longer.
 * Returns the earliest end; null if there is no hold.
 */
export async function prolongHolds(
  tx: Writer,
  shop: Shop,
  { keeper, listings, until }: { keeper: Keeper; listings: readonly ListingRow[]; until: number },
): Promise<number | null> {
  const length = shop.settings.holdMilliseconds;
  const longest = Math.max(longestHoldFactor * length, length + durations.processorPage);
  const ids = listings.map((listing) => listing.id);
  const holds = (await selectHolds(tx, ids, shop.clock())).filter((hold) => hold.user_id === keeper.userId);
  for (const hold of holds) {
    const expires_at = Math.max(hold.expires_at, Math.min(until, hold.first_held_at + longest));
    await writeHold(tx, shop, { ...hold, expires_at }, keeper, 'hold');
    hold.expires_at = expires_at;
  }
  return holds.length === 0 ? null : Math.min(...holds.map((hold) => hold.expires_at));
}

/**
 * Lets the buyer's own live holds on these listings last until `until` (epoch milliseconds), because the buyer pays by bank transfer.
 * The caller has asked `limitKeeping`.
 */
export async function holdForTransfer(
  tx: Writer,
  shop: Shop,
  { keeper, listings, until }: { keeper: Keeper; listings: readonly ListingRow[]; until: number },
): Promise<void> {
  const ids = listings.map((listing) => listing.id);
  const holds = (await selectHolds(tx, ids, shop.clock())).filter((hold) => hold.user_id === keeper.userId);
  for (const hold of holds) await writeHold(tx, shop, { ...hold, expires_at: until }, keeper, 'transfer');
}

/**
 * Lets the buyer's own live holds on these listings last until `until`, because the buyer's bank decides about a payment. It counts
 * towards no limit of holds. Returns the earliest end; null if there is no hold.
 */
export async function keepHolds(
  tx: Writer,
  shop: Shop,
  { userId, listings, until }: { userId: string; listings: readonly ListingRow[]; until: number },
): Promise<number | null> {
  const ids = listings.map((listing) => listing.id);
  const holds = (await selectHolds(tx, ids, shop.clock())).filter((hold) => hold.user_id === userId);
  const kept = holds.map((hold) => ({ ...hold, expires_at: Math.max(hold.expires_at, until) }));
  for (const hold of kept) await moveEnd(tx, shop, hold);
  return kept.length === 0 ? null : Math.min(...kept.map((hold) => hold.expires_at));
}

/** Changes the end of a hold that the buyer already has, and adds it to the history. */
async function writeHold(
  tx: Writer,
  shop: Shop,
  hold: HoldRow,
  keeper: Keeper,
  way: 'hold' | 'transfer',
): Promise<void> {
  await moveEnd(tx, shop, hold);
  await recordHold(tx, shop, hold, keeper, way);
}

async function moveEnd(tx: Writer, shop: Shop, hold: HoldRow): Promise<void> {
  await upsertHold(tx, hold, shop.clock());
  await announceStates(tx, shop, [hold.listing_id]);
}

interface HoldTimesInput {
  /** The buyer's live hold on the listing. */
  before: HoldRow | undefined;
  /** The time (epoch milliseconds) at which the hold must end; undefined if there is no limit. */
  latestEnd: number | undefined;
  mode: HoldInput['mode'];
  now: number;
}

/** Start and end of the buyer's hold. A renewal never shortens it. */
function nextHoldTimes(
  shop: Shop,
  { before, latestEnd, mode, now }: HoldTimesInput,
): Pick<HoldRow, 'first_held_at' | 'expires_at'> {
  const length = shop.settings.holdMilliseconds;
  const first_held_at = before?.first_held_at ?? now;
  const isLongEnough = before !== undefined && before.expires_at - now >= shortestHold(shop);
  if (mode === 'take over' && isLongEnough) return { first_held_at, expires_at: before.expires_at };
  const renewed = Math.min(
    now + length,
    first_held_at + longestHoldFactor * length,
    latestEnd ?? Number.POSITIVE_INFINITY,
  );
  return { first_held_at, expires_at: Math.max(renewed, before?.expires_at ?? 0) };
}

/** Adds the hold to the history. Does nothing with RATE_LIMITS=off, because only the limits read the history. */
async function recordHold(
  tx: Writer,
  shop: Shop,
  { listing_id, user_id, expires_at }: HoldRow,
  { network, mailbox, hasConfirmedEmail }: Keeper,
  way: 'hold' | 'transfer',
): Promise<void> {
  if (!shop.settings.rateLimits) return;
  const began_at = shop.clock();
  const row = {
    listing_id,
    user_id,
    way,
    network,
    mailbox,
    is_confirmed: hasConfirmedEmail ? 1 : 0,
    began_at,
    until_at: expires_at,
    ended_by_admin: 0,
    was_used: 0,
  } as const;
  await upsertKept(tx, row, { holds: began_at - durations.holdWindow, others: began_at - durations.unusedWindow });
}

interface Release {
  userId: string;
  listingIds?: readonly string[];
  exceptIds?: readonly string[];
  byAdmin?: boolean;
}

/**
 * Ends the buyer's holds: all, or those on `listingIds`, but never those on `exceptIds`. Other buyers can hold the listings
 * immediately.
 */
export async function releaseHolds(
  tx: Writer,
  shop: Shop,
  { userId, listingIds, exceptIds = [], byAdmin = false }: Release,
): Promise<void> {
  const held = (await selectHeldIds(tx, userId)).filter(
    (id) => (!listingIds || listingIds.includes(id)) && !exceptIds.includes(id),
  );
  await deleteHolds(tx, held, userId);
  const by = byAdmin ? 'admin' : 'buyer';
  await endKept(tx, { listingIds: held, userId, now: shop.clock(), shortest: shortestHold(shop), by });
  await announceStates(tx, shop, held);
}

/** Ends every hold on listings that were sold. */
export async function endHolds(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<void> {
  await deleteHolds(tx, listingIds, null);
  await endKept(tx, { listingIds, userId: null, now: shop.clock(), shortest: shortestHold(shop), by: 'sold' });
}

/** The live holds of all buyers, for admins. */
export async function listHolds(shop: Shop): Promise<AdminHold[]> {
  const holds = await selectLiveHolds(shop.database.read, shop.clock(), limits.listWithoutPage);
  return holds.map((hold) => ({
    listingId: hold.listing_id,
    listingName: hold.listing_name,
    userId: hold.user_id,
    userName: hold.user_name,
    userEmail: hold.user_email,
    since: new Date(hold.first_held_at).toISOString(),
    expiresAt: new Date(hold.expires_at).toISOString(),
  }));
}

/** Who has a live hold on the listing, and until when (epoch milliseconds); null if nobody has one. */
export async function findHold(
  reader: Reader,
  shop: Shop,
  listingId: string,
): Promise<{ userId: string; until: number } | null> {
  const [hold] = await selectHolds(reader, [listingId], shop.clock());
  return hold ? { userId: hold.user_id, until: hold.expires_at } : null;
}
