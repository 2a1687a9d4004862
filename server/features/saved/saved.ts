import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { SavedListing } from '#contract/saved.ts';
import { lockUser } from '#server/features/accounts/accounts.ts';
import { findShownListings, lockListingsFor } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { countShownSaved, deleteSaved, insertSaved, selectSaved, selectShownSaved } from './saved.queries.ts';

/** A page of the listings that the user saved and that everybody sees, newest first, including those sold or discontinued since. */
export async function listSaved(
  shop: Shop,
  userId: string,
  request: ListRequest,
): Promise<{ saved: SavedListing[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectShownSaved(shop.database.read, userId, rowsOf(request)),
    countShownSaved(shop.database.read, userId),
  ]);
  const listings = await findShownListings(
    shop,
    rows.map((row) => row.listing_id),
  );
  const saved = rows.flatMap(({ listing_id: listingId, saved_at: savedAt }) => {
    const listing = listings.get(listingId);
    return listing ? [{ listingId, savedAt: new Date(savedAt).toISOString(), listing }] : [];
  });
  return { saved, total };
}

/** The id of every listing that the user saved, with the time of saving, newest first. */
export async function listAllSaved(shop: Shop, userId: string): Promise<{ listingId: string; savedAt: string }[]> {
  const rows = await selectSaved(shop.database.read, userId, limits.savedListings);
  return rows.map((row) => ({ listingId: row.listing_id, savedAt: new Date(row.saved_at).toISOString() }));
}

/** Saves a listing; saving it again changes nothing. Refuses an unknown listing (404), and one more than the limit (409). */
export function saveListing(shop: Shop, userId: string, listingId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const [listing] = await lockListingsFor(tx, shop, userId, [listingId]);
    if (!listing) return refuse('listingNotFound');
    const saved = await savedIds(tx, userId);
    if (saved.has(listingId)) return null;
    if (saved.size >= limits.savedListings) return refuse('tooManySaved', { limit: String(limits.savedListings) });
    await insertSaved(tx, [{ user_id: userId, listing_id: listingId, saved_at: shop.clock() }]);
    tx.afterCommit(() => shop.visits.count(listingId, 'saves'));
    return null;
  });
}

/**
 * Saves several listings, given newest first. Unknown ones, and those beyond the limit, are left out: what a guest saved must not
 * prevent a sign-in.
 */
export function saveListings(shop: Shop, userId: string, listingIds: readonly string[]): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const saved = await savedIds(tx, userId);
    const known = new Set((await lockListingsFor(tx, shop, userId, [...new Set(listingIds)])).map(({ id }) => id));
    const added = [...new Set(listingIds)]
      .filter((id) => known.has(id) && !saved.has(id))
      .slice(0, limits.savedListings - saved.size);
    // The times are one millisecond apart, so that the listings stay in this order.
    const now = shop.clock();
    await insertSaved(
      tx,
      added.map((id, position) => ({ user_id: userId, listing_id: id, saved_at: now - position })),
    );
    tx.afterCommit(() => {
      for (const id of added) shop.visits.count(id, 'saves');
    });
    return null;
  });
}

export function forgetListing(shop: Shop, userId: string, listingId: string): Promise<void> {
  return shop.database.write((tx) => deleteSaved(tx, userId, listingId));
}

async function savedIds(tx: Writer, userId: string): Promise<Set<string>> {
  return new Set((await selectSaved(tx, userId, limits.savedListings)).map((row) => row.listing_id));
}
