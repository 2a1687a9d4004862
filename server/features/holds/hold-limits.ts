import { type Refusal, refuse } from '#contract/errors.ts';
import { durations, keepLimits, longestHoldFactor } from '#contract/limits.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import type { Shop } from '#server/shop.ts';
import type { KeepingRow } from './keeping.queries.ts';

/** The shortest hold, milliseconds. A shorter one leaves no time to pay. In the history each hold counts as at least this long. */
export const shortestHold = (shop: Shop) => Math.min(60_000, shop.settings.holdMilliseconds / 2);

/** The latest times (epoch milliseconds, by listing id) until which the buyer may hold unique listings. Empty with RATE_LIMITS=off. */
export type LatestEnds = ReadonlyMap<string, number>;

/** What was kept before of the wanted listings: by the same person, and at the same network. */
export interface KeptBefore {
  own: readonly KeepingRow[];
  nearby: readonly KeepingRow[];
}

interface WantedHolds extends KeptBefore {
  unique: readonly ListingRow[];
  /** Ids of those that the buyer holds already. */
  held: ReadonlySet<string>;
  hasPaid: boolean;
}

/**
 * The latest ends of the holds, as the holds of the last 24 hours allow them. Refuses (409, 429) the first listing for which no time is
 * left, with the time from which the buyer may hold it again.
 */
export function timeForHolds(shop: Shop, { unique, held, own, nearby, hasPaid }: WantedHolds): LatestEnds | Refusal {
  const now = shop.clock();
  const ends = new Map<string, number>();
  for (const { id, name } of unique) {
    const of = (rows: readonly KeepingRow[]) =>
      rows.filter((row) => row.listing_id === id && row.until_at > now - durations.holdWindow);
    const ended = of(own).findLast((row) => row.ended_by_admin === 1);
    if (ended) return refuseUntil(shop, 'holdEndedByShop', { id, name }, ended.until_at + durations.holdWindow);
    const ownHolds = of(own).filter(isHold);
    const ofNetwork = hasPaid ? [] : of(nearby).filter(isHold);
    const { lengthsOfNetwork } = keepLimits.hold;
    const left = Math.min(timeLeft(shop, ownHolds, longestHoldFactor), timeLeft(shop, ofNetwork, lengthsOfNetwork));
    if (!held.has(id) && left < shortestHold(shop)) {
      const ownFrom = freeFrom(shop, ownHolds, longestHoldFactor);
      const networkFrom = freeFrom(shop, ofNetwork, lengthsOfNetwork);
      return networkFrom > ownFrom
        ? refuseUntil(shop, 'heldTooLongNearby', { id, name }, networkFrom)
        : refuseUntil(shop, 'heldTooLong', { id, name }, ownFrom);
    }
    ends.set(id, now + left);
  }
  return ends;
}

const isHold = ({ way }: KeepingRow) => way === 'hold';

/** How much of `lengths` hold lengths these rows leave within the last 24 hours, milliseconds. */
function timeLeft(shop: Shop, rows: readonly KeepingRow[], lengths: number): number {
  const now = shop.clock();
  const since = now - durations.holdWindow;
  const used = rows.reduce((sum, row) => sum + Math.min(row.until_at, now) - Math.max(row.began_at, since), 0);
  return lengths * shop.settings.holdMilliseconds - used;
}

/** The time at which a whole hold length is left again, because the earliest holds are then a day old; epoch milliseconds. */
function freeFrom(shop: Shop, rows: readonly KeepingRow[], lengths: number): number {
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

/** Refuses a listing until a time (epoch milliseconds), which the words and `unavailable` name. */
export function refuseUntil(
  shop: Shop,
  code:
    | 'heldTooLong'
    | 'heldTooLongNearby'
    | 'holdEndedByShop'
    | 'reservedBefore'
    | 'reservedBeforeNearby'
    | 'givenBackTwice',
  { id, name }: Pick<ListingRow, 'id' | 'name'>,
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
