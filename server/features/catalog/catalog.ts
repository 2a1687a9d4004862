import {
  type AdminListing,
  externalImageAddress,
  type Image,
  type Listing,
  type ListingSortField,
} from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import type { ListRequest } from '#contract/lists.ts';
import { mediaAddress } from '#contract/media-address.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
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
  selectKeptPrivate,
  selectListedIds,
  selectListingsByIds,
  updateStatus,
} from './catalog.queries.ts';
import { imagesOf, type ListingRecord, rowOf } from './listing-record.ts';
import { type ListingFilter, selectListingPictures, selectListings } from './listing-table.queries.ts';
import { presentAdminListings, presentListings } from './present-listing.ts';

export {
  countDemoListings,
  type ListingRow,
  reindexListing,
  selectDemoIds as demoListingIds,
  selectLinkedIds as linkedIds,
  selectListedIds as listedIds,
  selectPicturesInListings as picturesInListings,
  selectVisibilities as findVisibilities,
  updateDerivedTexts as setDerivedTexts,
} from './catalog.queries.ts';
export {
  type ChosenNames,
  type FindChosenNames,
  fillName,
  linkByName,
  lockLinked,
  recordAfter,
} from './chosen-names.ts';
export { selectTranslatedMediums as findTranslatedMediums } from './collection.queries.ts';
export { byName as facetsByName, searchCollection } from './collection.ts';
export { slugOf } from './listing-id.ts';
export {
  emptyColumns,
  fieldsOf as listingFieldsOf,
  type ListingRecord,
  noProvenance,
  recordOf,
  rowOf,
} from './listing-record.ts';
export {
  allRecords,
  type Engagement,
  findByInventoryNumbers,
  findEngagements,
  findRecords,
  findReferences,
  findTakenNames,
} from './listing-records.queries.ts';
export { searchRowOf } from './listing-search.ts';
export { taxSnapshotOf } from './listing-tax.ts';
export {
  changeLocked as changeListing,
  conflictOf as listingConflictOf,
  deleteLocked as deleteListing,
  insertNew as insertNewListing,
  type OfferBack,
} from './listings.ts';
export { findListing, findListingAsAdmin } from './one-listing.ts';
export { findParcelFacts, type ParcelFacts } from './parcel-facts.ts';
export {
  type Editor,
  editorOf,
  refuseChangedPrice,
  refusePrice,
  refusePricing,
  type SeenPrice,
} from './refuse-price.ts';
export { findRelated } from './related.ts';
export { findListed, findListings, findListingsAsAdmin, findShownListings } from './shown-listings.ts';
export { isOnSale, refuseSchedule } from './visibility.ts';
export { countWorks, findWorkPictures, findWorks } from './works.ts';

/**
 * Finds the picture of a listing that the viewer shows (docs/behaviour/close-look.md, 1); null without one. Scans and lights need it
 * but cannot import the feature close-look, which imports them: server/app.ts passes it in.
 */
export type FindLookedAt = (reader: Reader, listing: { id: string; imageSet: Image[] }) => Promise<Image | null>;

/** A page of the collection as visitors see it, without discontinued and hidden listings; newest first unless `sort` is given. */
export async function listListings(
  shop: Shop,
  request: ListRequest<ListingSortField>,
): Promise<{ listings: Listing[]; total: number }> {
  const filter: ListingFilter = { isForVisitors: true };
  const { rows, total } = await selectListings(shop.database.read, request, filter, shop.clock());
  return { listings: await presentListings(shop.database.read, rows), total };
}

/** A page of all listings, or of those that match a filter of the panel, with the fields that only the panel sees. */
export async function listListingsAsAdmin(
  shop: Shop,
  request: ListRequest<ListingSortField>,
  status: ListingFilter['status'],
): Promise<{ listings: AdminListing[]; total: number }> {
  const filter: ListingFilter = { isForVisitors: false, status };
  const { rows, total } = await selectListings(shop.database.read, request, filter, shop.clock());
  return { listings: await presentAdminListings(shop.database.read, rows), total };
}

/** The collection as visitors see it, newest first: ids, and the addresses of the pictures as they are stored. */
export async function listListingPictures(shop: Shop): Promise<{ id: string; pictures: string[] }[]> {
  const rows = await selectListingPictures(shop.database.read);
  return rows.map(({ id, images }) => ({ id, pictures: imagesOf(images).map(({ url }) => url) }));
}

/** Listings that everybody can buy now, newest first: available, neither held nor reserved. */
export async function listPieces(shop: Shop): Promise<Listing[]> {
  const rows = await selectAvailable(shop.database.read, shop.clock(), limits.listWithoutPage);
  return presentListings(shop.database.read, rows);
}

/** The names of those of these listings that exist, in the given order. */
export async function findListingNames(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const rows = await selectListingsByIds(reader, ids, 0);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return [...new Set(ids)].flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** Origins of the online pictures that listings show: the content security policy of pages allows them. */
export async function onlinePictureHosts(shop: Shop): Promise<string[]> {
  const images = (await selectImagesOnline(shop.database.read)).flatMap(imagesOf);
  // An address stored by an earlier version, or restored from a backup, may not be valid today.
  const addresses = images
    .map((image) => mediaAddress(image.url))
    .filter((url) => externalImageAddress.test(url) && URL.canParse(url));
  return [...new Set(addresses.map((url) => new URL(url).origin))].toSorted();
}

/**
 * When the first live hold or reservation ends, epoch milliseconds: a page rendered earlier is stale from then on. Null without
 * one.
 */
export function firstHoldEnd(shop: Shop): Promise<number | null> {
  return selectFirstHoldEnd(shop.database.read, shop.clock());
}

/**
 * Those of these ids that this person (null: a guest) may know: listings that everybody sees, and private ones as in
 * `findKeptPrivate`.
 */
export async function findKnownIds(
  reader: Reader,
  shop: Shop,
  userId: string | null,
  ids: readonly string[],
): Promise<Set<string>> {
  const listed = await selectListedIds(reader, ids);
  const kept = userId === null ? [] : await selectKeptPrivate(reader, userId, ids, shop.clock());
  return new Set([...listed, ...kept.map(({ id }) => id)]);
}

/** Private listings of these ids that this person holds or that are reserved for the person, by id. */
export async function findKeptPrivate(
  shop: Shop,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Listing>> {
  const rows = await selectKeptPrivate(shop.database.read, userId, ids, shop.clock());
  const listings = await presentListings(shop.database.read, rows);
  return new Map(listings.map((listing) => [listing.id, listing]));
}

/**
 * Locks the listings that this person may see, as `lockListings` does: all others are as unknown as ids that do not exist
 * (docs/behaviour/catalog.md, 21 and 22).
 */
export async function lockListingsFor(
  tx: Writer,
  shop: Shop,
  userId: string,
  ids: readonly string[],
): Promise<ListingRow[]> {
  const rows = await lockListingRows(tx, ids);
  const hidden = rows.filter(({ visibility }) => visibility !== 'listed').map(({ id }) => id);
  const kept = new Set((await selectKeptPrivate(tx, userId, hidden, shop.clock())).map(({ id }) => id));
  return rows.filter(({ id, visibility }) => visibility === 'listed' || kept.has(id));
}

/** Locks listings by ascending id before their state changes, so that transactions cannot deadlock. Leaves out unknown ids. */
export function lockListings(tx: Writer, ids: readonly string[]): Promise<ListingRow[]> {
  return lockListingRows(tx, ids);
}

/** Makes an available listing sold. False when it is not available. */
export function markSold(tx: Writer, id: string): Promise<boolean> {
  return updateStatus(tx, id, 'available', 'sold');
}

/** Makes a sold listing available. False when it is not sold: discontinued and deleted listings stay so. */
export function markAvailable(tx: Writer, id: string): Promise<boolean> {
  return updateStatus(tx, id, 'sold', 'available');
}

/** Discontinues a sold listing, for example a damaged one that was returned. False when it is not sold. */
export function markDiscontinued(tx: Writer, id: string): Promise<boolean> {
  return updateStatus(tx, id, 'sold', 'discontinued');
}

/** Writes a complete listing as it is, for example one of the demo. */
export function insertListing(tx: Writer, record: ListingRecord): Promise<void> {
  return insertListingRow(tx, rowOf(record));
}

/** Locks the demo listings by ascending id. */
export function lockDemoListings(tx: Writer): Promise<ListingRow[]> {
  return lockDemoRows(tx);
}

/** Deletes locked listings. Their cart entries and holds are deleted with them; orders keep their snapshots. */
export async function removeListings(tx: Writer, listings: readonly ListingRow[]): Promise<void> {
  for (const { id, visibility } of listings) {
    await deleteListingRow(tx, id);
    if (visibility === 'listed') tx.listingChanged({ listingId: id, state: 'deleted' });
  }
}
