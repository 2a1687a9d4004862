import type { Listing, ListingEvent, ListingSortField } from '#contract/catalog.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ListRequest } from '#contract/lists.ts';
import { mediaAddress } from '#contract/media-address.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteListingRow,
  insertListingRow,
  type ListingRow,
  lockDemoRows,
  lockListingRows,
  selectAvailable,
  selectFirstHoldEnd,
  selectImagesOnline,
  selectListing,
  selectListingIds,
  selectListings,
  selectListingsByIds,
  updateStatus,
} from './catalog.queries.ts';
import { imagesOf, type ListingRecord, rowOf } from './listing-record.ts';
import { presentListings } from './present-listing.ts';

export {
  countDemoListings,
  type ListingRow,
  selectDemoIds as demoListingIds,
  selectPicturesInListings as picturesInListings,
} from './catalog.queries.ts';
export { slugOf } from './listing-id.ts';
export { recordOf, rowOf } from './listing-record.ts';

/** The collection as visitors see it: discontinued pieces left out, newest first unless asked otherwise. */
export async function listListings(
  shop: Shop,
  request: ListRequest<ListingSortField>,
  audience: 'visitors' | 'admins' = 'visitors',
) {
  const except = audience === 'visitors' ? (['discontinued'] as const) : [];
  const { rows, total } = await selectListings(shop.database.read, request, { except }, shop.clock());
  return { listings: await presentListings(shop.database.read, rows), total };
}

/** The ids of the collection as visitors see it, newest first: all of them. */
export function listListingIds(shop: Shop): Promise<string[]> {
  return selectListingIds(shop.database.read, { except: ['discontinued'] });
}

/** One piece, a discontinued one too. */
export async function findListing(shop: Shop, id: string): Promise<Listing | Refusal> {
  const row = await selectListing(shop.database.read, id, shop.clock());
  if (!row) return refuse('listingNotFound');
  const [listing] = await presentListings(shop.database.read, [row]);
  return listing ?? refuse('listingNotFound');
}

/** What can be bought now, newest first: available, and held by nobody. */
export async function listPieces(shop: Shop): Promise<Listing[]> {
  const rows = await selectAvailable(shop.database.read, shop.clock(), limits.listWithoutPage);
  return presentListings(shop.database.read, rows);
}

/** Those of `ids` that exist, by id. */
export async function findListings(reader: Reader, ids: readonly string[], now: number): Promise<Map<string, Listing>> {
  const listings = await presentListings(reader, await selectListingsByIds(reader, ids, now));
  return new Map(listings.map((listing) => [listing.id, listing]));
}

export async function findListingName(reader: Reader, id: string): Promise<string | null> {
  const [row] = await selectListingsByIds(reader, [id], 0);
  return row?.name ?? null;
}

/** Origins that pages load pictures from because a shopkeeper hung an online one; none otherwise. */
export async function onlinePictureHosts(shop: Shop): Promise<string[]> {
  const images = (await selectImagesOnline(shop.database.read)).flatMap(imagesOf);
  const addresses = images.map((image) => mediaAddress(image.url)).filter((url) => URL.canParse(url));
  return [...new Set(addresses.map((url) => new URL(url).origin))].toSorted();
}

/** When the first hold that pages show ends, epoch milliseconds: what was rendered before is stale from then on. */
export function firstHoldEnd(shop: Shop): Promise<number | null> {
  return selectFirstHoldEnd(shop.database.read, shop.clock());
}

/** Locks the pieces, ids ascending: every way that changes who has a piece begins here. Unknown ids are left out. */
export function lockListings(tx: Writer, ids: readonly string[]): Promise<ListingRow[]> {
  return lockListingRows(tx, ids);
}

/** True when this very call made the piece sold: whoever sees true has it. */
export function markSold(tx: Writer, id: string): Promise<boolean> {
  return updateStatus(tx, id, 'available', 'sold');
}

/** A sold piece can be bought again; one that is discontinued or deleted stays so. */
export function markAvailable(tx: Writer, id: string): Promise<boolean> {
  return updateStatus(tx, id, 'sold', 'available');
}

/** Writes a piece as it is given: for collections that come ready, such as the demo. */
export function insertListing(tx: Writer, record: ListingRecord): Promise<void> {
  return insertListingRow(tx, rowOf(record));
}

/** Locks the pieces of the demo, ids ascending. */
export function lockDemoListings(tx: Writer): Promise<ListingRow[]> {
  return lockDemoRows(tx);
}

/** Takes locked pieces out of the shop; carts and holds lose them, orders keep their snapshot. */
export async function removeListings(shop: Shop, tx: Writer, listings: readonly ListingRow[]): Promise<void> {
  for (const { id } of listings) {
    await deleteListingRow(tx, id);
    await announceState(shop, tx, id, 'deleted');
  }
}

/** Tells every open page, once `tx` is committed. `until`: epoch milliseconds. */
export function announceState(
  shop: Shop,
  tx: Writer,
  listingId: string,
  state: ListingEvent['state'],
  until?: number,
): Promise<void> {
  const event: ListingEvent = { listingId, state };
  if (until !== undefined) event.until = new Date(until).toISOString();
  return shop.database.announce(tx, event);
}
