import { type Refusal, refuse } from '#contract/errors.ts';
import { durations, holdLimits, longestHoldFactor } from '#contract/limits.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { type HistoryRow, selectHistory, selectHoldsOfNetwork } from './hold-history.queries.ts';
import { countOtherHolds } from './holds.queries.ts';

/** Who asks for a hold, as far as the limits depend on it (decision 0027). */
export interface Holder {
  userId: string;
  /** The client address as `callerNetwork` returns it. */
  network: string;
  hasConfirmedEmail: boolean;
  hasPaid: boolean;
}

/** The shortest hold, milliseconds. A shorter one leaves no time to pay. In the history each hold counts as at least this long. */
export const shortestHold = (shop: Shop) => Math.min(60_000, shop.settings.holdMilliseconds / 2);

/** Locks the network until the transaction ends, so that two transactions do not count its holds at once. The buyer is locked before. */
export async function lockNetwork(tx: Writer, shop: Shop, network: string): Promise<void> {
  if (shop.settings.rateLimits) await lockName(tx, `holds of ${network}`);
}

/** The latest times (epoch milliseconds, by listing id) until which the buyer may hold unique listings. Empty with RATE_LIMITS=off. */
export type LatestEnds = ReadonlyMap<string, number>;

/**
 * Refuses holds beyond the limits (docs/behaviour/checkout.md, 20 to 24): 409 or 429. The caller has locked the buyer, the network
 * and the listings, which nobody else holds. `held`: ids of those that the buyer holds already.
 */
export async function limitHolds(
  tx: Writer,
  shop: Shop,
  holder: Holder,
  { unique, held }: { unique: readonly ListingRow[]; held: ReadonlySet<string> },
): Promise<LatestEnds | Refusal> {
  if (!shop.settings.rateLimits || unique.length === 0) return new Map();
  const { userId, network } = holder;
  const now = shop.clock();
  const listingIds = unique.map((listing) => listing.id);
  return (
    (await refuseTooManyOfAccount(tx, shop, holder, listingIds)) ??
    refuseTooManyOfNetwork(shop, await selectHoldsOfNetwork(tx, { userId, network, listingIds, now }), unique.length) ??
    latestEnds(shop, holder, {
      unique,
      held,
      history: await selectHistory(tx, { userId, network, listingIds, since: now - durations.holdWindow }),
    })
  );
}

async function refuseTooManyOfAccount(
  tx: Writer,
  shop: Shop,
  { userId, hasConfirmedEmail, hasPaid }: Holder,
  listingIds: readonly string[],
): Promise<Refusal | null> {
  if (hasConfirmedEmail || hasPaid) return null;
  const count = listingIds.length + (await countOtherHolds(tx, userId, listingIds, shop.clock()));
  return count > holdLimits.ofNewAccount ? refuse('tooManyHolds', { count: holdLimits.ofNewAccount }) : null;
}

function refuseTooManyOfNetwork(shop: Shop, others: readonly { expires_at: number }[], wanted: number): Refusal | null {
  const count = holdLimits.ofNetwork;
  // Waiting does not help, so the refusal names no time.
  if (wanted > count) return refuse('tooManyAtOnce', { count });
  const surplus = others.length + wanted - count;
  if (surplus <= 0) return null;
  const end = others[surplus - 1]?.expires_at ?? shop.clock();
  const seconds = Math.max(1, Math.ceil((end - shop.clock()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const details = { retryAfterSeconds: seconds };
  return minutes === 1
    ? refuse('tooManyHoldsNearbyForNow', {}, details)
    : refuse('tooManyHoldsNearby', { minutes }, details);
}

interface HeldBefore {
  unique: readonly ListingRow[];
  held: ReadonlySet<string>;
  history: readonly HistoryRow[];
}

/**
 * The latest ends of the holds, as the history allows them. Refuses (429) the first listing for which no time is left, with the time from
 * which the buyer may hold it again.
 */
function latestEnds(shop: Shop, holder: Holder, { unique, held, history }: HeldBefore): LatestEnds | Refusal {
  const now = shop.clock();
  const ends = new Map<string, number>();
  for (const listing of unique) {
    const rows = history.filter((row) => row.listing_id === listing.id);
    const own = rows.filter((row) => row.user_id === holder.userId);
    const ended = own.findLast((row) => row.ended_by_admin === 1);
    if (ended) return refuseUntil(shop, 'holdEndedByShop', listing, ended.until_at + durations.holdWindow);
    const ofNetwork = holder.hasPaid ? [] : rows.filter((row) => row.network === holder.network);
    const left = Math.min(
      timeLeft(shop, own, longestHoldFactor),
      timeLeft(shop, ofNetwork, holdLimits.lengthsOfNetwork),
    );
    if (!held.has(listing.id) && left < shortestHold(shop)) {
      const ownFrom = freeFrom(shop, own, longestHoldFactor);
      const networkFrom = freeFrom(shop, ofNetwork, holdLimits.lengthsOfNetwork);
      return networkFrom > ownFrom
        ? refuseUntil(shop, 'heldTooLongNearby', listing, networkFrom)
        : refuseUntil(shop, 'heldTooLong', listing, ownFrom);
    }
    ends.set(listing.id, now + left);
  }
  return ends;
}

/** How much of `lengths` hold lengths these rows leave within the last 24 hours, milliseconds. */
function timeLeft(shop: Shop, rows: readonly HistoryRow[], lengths: number): number {
  const now = shop.clock();
  const since = now - durations.holdWindow;
  const used = rows.reduce((sum, row) => sum + Math.min(row.until_at, now) - Math.max(row.began_at, since), 0);
  return lengths * shop.settings.holdMilliseconds - used;
}

/** The time at which a whole hold length is left again, because the earliest holds are then a day old; epoch milliseconds. */
function freeFrom(shop: Shop, rows: readonly HistoryRow[], lengths: number): number {
  const now = shop.clock();
  let missing = shop.settings.holdMilliseconds - timeLeft(shop, rows, lengths);
  if (missing <= 0) return now;
  for (const row of rows) {
    const begin = Math.max(row.began_at, now - durations.holdWindow);
    const length = row.until_at - begin;
    if (missing <= length) return begin + missing + durations.holdWindow;
    missing -= length;
  }
  return now + durations.holdWindow;
}

function refuseUntil(
  shop: Shop,
  code: 'heldTooLong' | 'heldTooLongNearby' | 'holdEndedByShop',
  { id, name }: ListingRow,
  at: number,
): Refusal {
  const unavailable = [{ listingId: id, name, reason: 'limit', until: new Date(at).toISOString() }];
  const retryAfterSeconds = Math.max(1, Math.ceil((at - shop.clock()) / 1_000));
  return refuse(code, { name, time: inDigits(shop, at) }, { unavailable, retryAfterSeconds });
}

/** A time in the shop's time zone, rounded up to the minute: "14:05 28/11/26". It has only digits, so it needs no translation. */
function inDigits({ settings: { timeZone } }: Shop, at: number): string {
  const minute = 60_000;
  const format = new Intl.DateTimeFormat('vi', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(Math.ceil(at / minute) * minute);
}
