import type { AdminHold, UnavailablePiece } from '#contract/checkout.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits, longestHoldInRow } from '#contract/limits.ts';
import { announceState, type ListingRow } from '#server/catalog/catalog.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteHolds, type HoldRow, selectHeldIds, selectHolds, selectLiveHolds, upsertHold } from './holds.queries.ts';

/** Left on a buyer's own hold when a checkout takes it over, at least; milliseconds. */
const leastForPayment = 60_000;

/**
 * What stands between a buyer and these pieces (rows locked by the caller): sold, discontinued, or held by somebody else.
 * A buyer's own hold never blocks the buyer; an edition is never held.
 */
export async function unavailableTo(
  shop: Shop,
  tx: Writer,
  userId: string,
  listings: readonly ListingRow[],
): Promise<UnavailablePiece[]> {
  const holds = await selectHolds(
    tx,
    listings.map((listing) => listing.id),
    shop.clock(),
  );
  const foreign = new Map(holds.filter((hold) => hold.user_id !== userId).map((hold) => [hold.listing_id, hold]));
  return listings.flatMap((listing): UnavailablePiece[] => {
    const piece = { listingId: listing.id, name: listing.name };
    if (listing.status === 'sold') return [{ ...piece, reason: 'sold' }];
    if (listing.status === 'discontinued') return [{ ...piece, reason: 'discontinued' }];
    const hold = listing.is_unique === 1 ? foreign.get(listing.id) : undefined;
    return hold ? [{ ...piece, reason: 'held', until: new Date(hold.expires_at).toISOString() }] : [];
  });
}

/** 409 in the words of the first piece, with all of them under `unavailable`. */
export function refuseUnavailable(pieces: readonly UnavailablePiece[]): Refusal | null {
  const [first] = pieces;
  return first ? refuse(first.reason, { name: first.name }, { unavailable: pieces }) : null;
}

/**
 * Holds the unique ones of these pieces (rows locked by the caller) for the buyer, all or nothing, and answers until when:
 * the earliest end, epoch milliseconds, null where there is nothing to hold. `renew`: from now on; `take over`: as long as
 * the buyer's own hold still lasts, though at least a minute.
 */
export async function holdPieces(
  shop: Shop,
  tx: Writer,
  userId: string,
  listings: readonly ListingRow[],
  manner: 'renew' | 'take over',
): Promise<number | null | Refusal> {
  const refused = refuseUnavailable(await unavailableTo(shop, tx, userId, listings));
  if (refused) return refused;
  const now = shop.clock();
  const unique = listings.filter((listing) => listing.is_unique === 1);
  const own = new Map(
    (
      await selectHolds(
        tx,
        unique.map((listing) => listing.id),
        now,
      )
    ).map((hold) => [hold.listing_id, hold]),
  );
  let earliest: number | null = null;
  for (const listing of unique) {
    const hold = nextHold(shop, { userId, listingId: listing.id, before: own.get(listing.id), manner, now });
    // The rows are locked and were looked at just above; if the primary key sees it otherwise, it has the last word.
    if (!(await upsertHold(tx, hold, now))) return refuse('held', { name: listing.name });
    await announceState(shop, tx, listing.id, 'reserved', hold.expires_at);
    earliest = Math.min(earliest ?? hold.expires_at, hold.expires_at);
  }
  return earliest;
}

interface HoldWish {
  userId: string;
  listingId: string;
  before: HoldRow | undefined;
  manner: 'renew' | 'take over';
  now: number;
}

function nextHold(shop: Shop, { userId, listingId, before, manner, now }: HoldWish): HoldRow {
  const length = shop.settings.holdMilliseconds;
  const firstHeldAt = before?.first_held_at ?? now;
  const renewed = Math.min(now + length, firstHeldAt + longestHoldInRow * length);
  const isLongEnough = before !== undefined && before.expires_at - now >= Math.min(leastForPayment, length / 2);
  const expiresAt =
    manner === 'take over' && isLongEnough ? before.expires_at : Math.max(renewed, before?.expires_at ?? 0);
  return { listing_id: listingId, user_id: userId, expires_at: expiresAt, first_held_at: firstHeldAt };
}

/** The buyer gives up own holds, all of them or those on `listingIds`; the pieces can be had by others at once. */
export async function releaseOwnHolds(
  shop: Shop,
  tx: Writer,
  userId: string,
  listingIds?: readonly string[],
): Promise<void> {
  const held = (await selectHeldIds(tx, userId)).filter((id) => !listingIds || listingIds.includes(id));
  await deleteHolds(tx, held, userId);
  for (const id of held) await announceState(shop, tx, id, 'available');
}

/** The pieces have an owner now: whatever held them is over. */
export function endHolds(tx: Writer, listingIds: readonly string[]): Promise<void> {
  return deleteHolds(tx, listingIds, null);
}

/** Who is being waited for right now, for the shopkeeper's eyes. */
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

/** Whose hold on the piece is alive; null where nobody's is. */
export async function holderOf(shop: Shop, reader: Reader, listingId: string): Promise<string | null> {
  const [hold] = await selectHolds(reader, [listingId], shop.clock());
  return hold?.user_id ?? null;
}
