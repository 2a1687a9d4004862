// Collectors who wait for a unique listing, and to whom it is offered when it comes back (docs/behaviour/waiting-list.md, decision 0041).
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { ListedWaiting, Waiting, WaitingPerson } from '#contract/waiting-list.ts';
import { hasConfirmedEmail, lockUser } from '#server/features/accounts/accounts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findShownListings, type ListingRow, lockListings, lockListingsFor } from '#server/features/catalog/catalog.ts';
import { endTurns, findReservations, findUnavailable } from '#server/features/holds/holds.ts';
import { findWaitingHours } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { callerNetwork } from '#server/platform/http/client-network.ts';
import type { Shop } from '#server/shop.ts';
import { arrangeTurns } from './turns.ts';
import {
  countEntriesOf,
  countPeople,
  deleteDueTime,
  deleteEntries,
  hasTurns,
  insertEntry,
  selectEntries,
  selectEntriesOf,
  selectEntryOf,
  selectListingIds,
  selectListingsWithTurns,
  selectPeople,
  updateTurn,
  type WaitingRow,
} from './waiting-list.queries.ts';

export { exampleWaitingEmails } from './turn-email.ts';
export { createTurnQueue } from './turn-queue.ts';

/**
 * Puts a user at the end of the waiting list of a listing. Refused: an account that was deleted or blocked meanwhile (401); an unknown
 * listing (404); (409) a shop without waiting lists, a listing that the user could buy now or that has left the collection, an email
 * address that is not confirmed, a full list, and one more listing than a user may wait for.
 */
export function joinWaitingList(
  shop: Shop,
  { userId, address }: { userId: string; address: string },
  listingId: string,
): Promise<{ waiting: Waiting } | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const [listing] = await lockListingsFor(tx, shop, userId, [listingId]);
    if (!listing) return refuse('listingNotFound');
    const known = await findWaiting(tx, shop, userId, listingId);
    if (known) return { waiting: known };
    const hours = await findWaitingHours(tx);
    const refused = hours === 0 ? refuse('noWaitingList') : await refuseJoining(tx, shop, userId, listing);
    if (refused) return refused;
    const entries = await selectEntries(tx, listingId);
    if (entries.length >= limits.peopleWaiting) return refuse('waitingListFull', { name: listing.name });
    const place = (entries.at(-1)?.place ?? 0) + 1;
    const network = callerNetwork(address);
    await insertEntry(tx, { listing_id: listingId, place, user_id: userId, joined_at: shop.clock(), network });
    const [reservation] = await findReservations(tx, shop, { listingIds: [listingId] });
    if (reservation || (await hasTurns(tx, listingId))) await arrangeTurns(tx, shop, listing, hours);
    const waiting = await findWaiting(tx, shop, userId, listingId);
    if (!waiting) throw new Error('the entry that was just written is not found');
    return { waiting };
  });
}

/** Takes a user off the waiting list. A listing that is kept for them now goes to the next. */
export function leaveWaitingList(shop: Shop, userId: string, listingId: string): Promise<void> {
  return shop.database.write((tx) => removeEntries(tx, shop, userId, [listingId]));
}

/** Takes somebody off the waiting list for an admin. Refuses (404) somebody who is not on it. */
export function removeFromWaitingList(
  shop: Shop,
  adminId: string,
  { listingId, userId }: { listingId: string; userId: string },
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await selectEntryOf(tx, userId, listingId))) return refuse('notWaiting');
    const action = 'taken off a waiting list';
    await recordChange(tx, shop, { adminId, action, subject: userId, before: { listing: listingId }, after: null });
    await removeEntries(tx, shop, userId, [listingId]);
    return null;
  });
}

/** Takes a user, locked by the caller, off all waiting lists: the account is deleted or blocked. */
export async function leaveWaitingLists(tx: Writer, shop: Shop, userId: string): Promise<void> {
  await removeEntries(tx, shop, userId, await selectListingIds(tx, userId));
}

/**
 * Takes a buyer off the waiting lists of the listings that they bought, and ends the turns of the other people on these lists. The caller
 * has locked the listings.
 */
export async function endWaiting(tx: Writer, shop: Shop, userId: string, listingIds: readonly string[]): Promise<void> {
  await deleteEntries(tx, [userId], listingIds);
  await endTurns(tx, shop, { listingIds, used: true });
  const kept = await selectListingsWithTurns(tx, listingIds);
  if (kept.length === 0) return;
  for (const listing of await lockListings(tx, kept)) await arrangeTurns(tx, shop, listing, 0);
}

/**
 * Keeps listings that came back for the people who wait for them; if a listing is reserved for a client, they come after the client. The
 * caller has locked the listings and made them available, or has changed who they are reserved for, in the same transaction, so nobody can
 * have them in between.
 */
export async function offerToWaiting(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<void> {
  const hours = await findWaitingHours(tx);
  for (const listing of await lockListings(tx, listingIds)) {
    // A turn that is still running starts again with the full time.
    const entries = hours > 0 ? await selectEntries(tx, listing.id) : [];
    for (const entry of entries) if (isTurnRunning(shop, entry)) await updateTurn(tx, entry, null);
    await endTurns(tx, shop, { listingIds: [listing.id], used: true });
    await deleteDueTime(tx, listing.id);
    await arrangeTurns(tx, shop, listing, hours);
  }
}

/** The user's place on the waiting list of a listing; null without one. */
export async function findWaiting(
  reader: Reader,
  shop: Shop,
  userId: string,
  listingId: string,
): Promise<Waiting | null> {
  const row = await selectEntryOf(reader, userId, listingId);
  return row ? presentWaiting(shop, row) : null;
}

/** The listings that the user waits for, the latest first. */
export async function listWaiting(
  shop: Shop,
  userId: string,
  request: ListRequest,
): Promise<{ waiting: ListedWaiting[]; total: number }> {
  const { read } = shop.database;
  const [rows, total] = await Promise.all([
    selectEntriesOf(read, userId, rowsOf(request)),
    countEntriesOf(read, userId),
  ]);
  const ids = rows.map((row) => row.listing_id);
  const listings = await findShownListings(shop, ids);
  const waiting = rows.flatMap((row) => {
    const listing = listings.get(row.listing_id);
    return listing ? [{ ...presentWaiting(shop, row), listing }] : [];
  });
  return { waiting, total };
}

/** The people who wait for any listing, or for one: ordered by listing, then by place. */
export async function listWaitingPeople(
  shop: Shop,
  { listingId, ...request }: ListRequest & { listingId?: string | undefined },
): Promise<{ people: WaitingPerson[]; total: number }> {
  const { read } = shop.database;
  const [rows, total] = await Promise.all([
    selectPeople(read, listingId, rowsOf(request)),
    countPeople(read, listingId),
  ]);
  const people = rows.map((row) => ({
    ...presentWaiting(shop, row),
    listingId: row.listing_id,
    listingName: row.listing_name,
    userId: row.user_id,
    name: row.name,
    email: row.email,
  }));
  return { people, total };
}

/** All waiting-list entries of the user, for the download of their own records. */
export async function listWaitingForDownload(
  shop: Shop,
  userId: string,
): Promise<{ listingId: string; joinedAt: string }[]> {
  const rows = await selectEntriesOf(shop.database.read, userId, { limit: limits.waitedFor, offset: 0 });
  return rows.map((row) => ({ listingId: row.listing_id, joinedAt: new Date(row.joined_at).toISOString() }));
}

async function refuseJoining(tx: Writer, shop: Shop, userId: string, listing: ListingRow): Promise<Refusal | null> {
  const { name } = listing;
  if (listing.status === 'discontinued') return refuse('discontinued', { name });
  const [unavailable] = await findUnavailable(tx, shop, userId, [listing]);
  if (listing.is_unique === 0 || !unavailable) return refuse('waitingNotNeeded', { name });
  if (!(await hasConfirmedEmail(tx, userId))) return refuse('waitingNeedsConfirmedEmail');
  const isFull = (await countEntriesOf(tx, userId)) >= limits.waitedFor;
  return isFull ? refuse('waitsForTooMuch', { limit: String(limits.waitedFor) }) : null;
}

async function removeEntries(tx: Writer, shop: Shop, userId: string, listingIds: readonly string[]): Promise<void> {
  const listings = await lockListings(tx, listingIds);
  await deleteEntries(tx, [userId], listingIds);
  await endTurns(tx, shop, { listingIds, userIds: [userId], used: false });
  const hours = await findWaitingHours(tx);
  for (const listing of listings) if (await hasTurns(tx, listing.id)) await arrangeTurns(tx, shop, listing, hours);
}

/** `before`: how many people are before this one on the waiting list. */
function presentWaiting(shop: Shop, entry: WaitingRow & { before: number | null }): Waiting {
  const until =
    isTurnRunning(shop, entry) && entry.turn_until !== null ? new Date(entry.turn_until).toISOString() : null;
  return { place: (entry.before ?? 0) + 1, joinedAt: new Date(entry.joined_at).toISOString(), until };
}

/** Whether the listing is kept for this person now. */
const isTurnRunning = (shop: Shop, { turn_until }: WaitingRow) => turn_until !== null && turn_until > shop.clock();
