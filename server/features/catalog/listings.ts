import type { AdminListing, ListingChanges, NewListing } from '#contract/catalog.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteListingRow,
  insertListingRow,
  isHeld,
  isListingIdTaken,
  isReserved,
  lockListingRows,
  selectByInventoryNumber,
  selectCertificateNumber,
  selectLiveOrderStatus,
  updateListingRow,
} from './catalog.queries.ts';
import { type FindChosenNames, recordAfter } from './chosen-names.ts';
import { conflictsOf } from './listing-conflicts.ts';
import { newListingId } from './listing-id.ts';
import { auditedRecord, type ListingRecord, recordOf, rowOf } from './listing-record.ts';
import { findListingAsAdmin } from './one-listing.ts';
import { type Editor, refusePrice, refusePricing } from './refuse-price.ts';
import { isOnSale, refuseSchedule } from './visibility.ts';

/**
 * Adds a listing. Every page answered after this shows it, if everybody sees it. Refused (400): a price that the currency does not
 * have, an artist or a series that does not exist, a time of publication that has passed, an inventory number of another listing. Refused
 * (403): what `refusePricing` refuses.
 */
export async function addListing(
  shop: Shop,
  editor: Editor,
  listing: NewListing,
  findChosenNames: FindChosenNames,
): Promise<AdminListing | Refusal> {
  const badPrice = refusePrice(shop, 'price', listing.price);
  if (badPrice) return badPrice;
  const added = await shop.database.write((tx) =>
    insertNew(tx, shop, listing, { ...editor, action: 'product added', findChosenNames }),
  );
  return isRefusal(added) ? added : findListingAsAdmin(shop, added.id);
}

interface Insertion extends Editor {
  action: string;
  findChosenNames: FindChosenNames;
  /** The id of the listing unless it is taken; by default one made from the name. */
  id?: string | undefined;
}

/**
 * Writes a new listing; the caller has checked the price. It is in the audit, and on every page answered after the commit if everybody
 * sees it. Refused as in `addListing`.
 */
export async function insertNew(
  tx: Writer,
  shop: Shop,
  listing: NewListing,
  { action, findChosenNames, id, ...editor }: Insertion,
): Promise<ListingRecord | Refusal> {
  const names = await findChosenNames(tx, listing);
  if (isRefusal(names)) return names;
  const isIdFree = id !== undefined && !(await isListingIdTaken(tx, id));
  const listingId = isIdFree ? id : await newListingId(tx, shop, listing.name);
  const record = recordAfter(null, listingId, listing, names, shop.clock());
  const refused =
    refusePricing(editor, null, record) ??
    refuseSchedule(shop, null, record) ??
    (await refuseInventoryNumber(tx, record));
  if (refused) return refused;
  await insertListingRow(tx, rowOf(record));
  const { adminId } = editor;
  await recordChange(tx, shop, { adminId, action, subject: listingId, before: null, after: auditedRecord(record) });
  if (record.visibility === 'listed') tx.listingChanged({ listingId, state: record.status });
  // The pages' content security policy allows the hosts of all online pictures.
  else tx.raiseRevision();
  wakePublications(tx, shop, record);
  return record;
}

/**
 * Keeps listings that an admin made available again for the people who wait for them, in the same transaction, and ends the turns of
 * the people who wait for listings that an admin made unavailable.
 */
export type OfferBack = (tx: Writer, listingIds: readonly string[]) => Promise<void>;

/** Ends the hold and the reservation of a listing as the first step of a transaction; null if the caller did not ask for it. */
export type EndHold = ((tx: Writer) => Promise<unknown>) | null;

/**
 * Changes the fields that `changes` names. Refused: an unknown listing (404); what `conflictOf` refuses; with `conflicts`, writing a field
 * whose value differs from the one in `changes.expected`, because another admin has changed it (409); what `addListing` refuses (400).
 */
export async function updateListing(
  shop: Shop,
  editor: Editor,
  id: string,
  changes: ListingChanges,
  { findChosenNames, offerBack, endHold }: { findChosenNames: FindChosenNames; offerBack: OfferBack; endHold: EndHold },
): Promise<AdminListing | Refusal> {
  const badPrice = changes.price === undefined ? null : refusePrice(shop, 'price', changes.price);
  if (badPrice) return badPrice;
  const refused = await shop.database.write(async (tx) => {
    await endHold?.(tx);
    const [row] = await lockListingRows(tx, [id]);
    if (!row) return refuse('listingNotFound');
    const before = recordOf(row);
    const by = { ...editor, action: 'product updated', findChosenNames, offerBack };
    const after = await changeLocked(tx, shop, before, changes, by);
    if (isRefusal(after)) return after;
    // Its waiting list gets the listing, as it does when a hold is ended elsewhere.
    if (endHold && isOnSale(before) && isOnSale(after)) await offerBack(tx, [id]);
    return null;
  });
  return refused ?? findListingAsAdmin(shop, id);
}

/**
 * Changes a listing that the caller has locked, by ascending id if there are several, and returns its new record. The caller has
 * checked the price; else refused as in `updateListing`.
 */
export async function changeLocked(
  tx: Writer,
  shop: Shop,
  before: ListingRecord,
  changes: ListingChanges,
  {
    findChosenNames,
    ...by
  }: Omit<ListingChange, 'before' | 'after'> & Signed & Editor & { findChosenNames: FindChosenNames },
): Promise<ListingRecord | Refusal> {
  const names = await findChosenNames(tx, changes);
  if (isRefusal(names)) return names;
  const after = recordAfter(before, before.id, changes, names, shop.clock());
  const conflicts = await conflictsOf(tx, before, after, changes);
  if (conflicts.length > 0) return refuse('productChanged', { name: before.name }, { conflicts });
  const conflict =
    refusePricing(by, before, after) ??
    refuseSchedule(shop, before, after) ??
    (await conflictOf(tx, shop, { before, after }));
  if (conflict) return conflict;
  await writeChange(tx, shop, { ...by, before, after });
  return after;
}

interface ListingChange {
  before: ListingRecord;
  after: ListingRecord;
  offerBack: OfferBack;
}

/** Who makes a change, and the action by which the audit names it. */
interface Signed {
  adminId: string;
  action: string;
}

/** Writes a change that nothing forbids. It is in the audit and on every page answered after the commit. */
export async function writeChange(
  tx: Writer,
  shop: Shop,
  { adminId, action, ...change }: ListingChange & Signed,
): Promise<void> {
  await recordChange(tx, shop, {
    adminId,
    action,
    subject: change.before.id,
    before: auditedRecord(change.before),
    after: auditedRecord(change.after),
  });
  await writeListing(tx, shop, change);
}

/** Writes a change that nothing forbids, without an entry in the audit. */
export async function writeListing(tx: Writer, shop: Shop, { before, after, offerBack }: ListingChange): Promise<void> {
  const { id } = before;
  await updateListingRow(tx, rowOf(after));
  // Open pages treat a listing that is no longer shown like a deleted one.
  if (after.visibility !== 'listed' && before.visibility === 'listed')
    tx.listingChanged({ listingId: id, state: 'deleted' });
  else if (after.visibility === 'listed' && (before.status !== after.status || before.visibility !== 'listed'))
    tx.listingChanged({ listingId: id, state: after.status });
  if (isOnSale(before) !== isOnSale(after)) await offerBack(tx, [id]);
  wakePublications(tx, shop, after);
  tx.raiseRevision();
}

function wakePublications(tx: Writer, shop: Shop, { visibility }: ListingRecord): void {
  if (visibility === 'scheduled') tx.afterCommit(() => shop.publications.wake());
}

/** Deletes a listing. Orders keep their snapshots, carts lose it. Refused: an unknown listing (404), a held or reserved one (409). */
export function deleteListing(
  shop: Shop,
  adminId: string,
  id: string,
  endHold: EndHold = null,
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    await endHold?.(tx);
    const [row] = await lockListingRows(tx, [id]);
    if (!row) return refuse('listingNotFound');
    return deleteLocked(tx, shop, recordOf(row), { adminId, action: 'product deleted' });
  });
}

/** Deletes a locked listing; refused as in `deleteListing`. */
export async function deleteLocked(
  tx: Writer,
  shop: Shop,
  record: ListingRecord,
  { adminId, action }: Signed,
): Promise<Refusal | null> {
  const { id, name, visibility } = record;
  if (await isHeld(tx, id, shop.clock())) return refuse('listingOnHold', { name });
  if (await isReserved(tx, id, shop.clock())) return refuse('listingReserved', { name });
  await deleteListingRow(tx, id);
  await recordChange(tx, shop, { adminId, action, subject: id, before: auditedRecord(record), after: null });
  if (visibility === 'listed') tx.listingChanged({ listingId: id, state: 'deleted' });
  return null;
}

/**
 * Refuses a change that orders, holds, reservations or a certificate of the listing forbid (409), and the inventory number of another
 * listing (400): docs/behaviour/catalog.md, 9, 23 and 26.
 */
export async function conflictOf(
  tx: Reader,
  shop: Shop,
  { before, after }: { before: ListingRecord; after: ListingRecord },
): Promise<Refusal | null> {
  if (before.inventory_number !== after.inventory_number) {
    const refused = await refuseInventoryNumber(tx, after);
    if (refused) return refused;
  }
  const becomesAvailable = before.status !== 'available' && after.status === 'available';
  const becomesDiscontinued = before.status !== 'discontinued' && after.status === 'discontinued';
  const changesKind = before.is_unique !== after.is_unique;
  const becomesHidden =
    before.status === 'available' && before.visibility !== after.visibility && after.visibility !== 'listed';
  if (!becomesAvailable && !becomesDiscontinued && !changesKind && !becomesHidden) return null;
  // Orders of an edition do not claim it, so they only forbid switching it to unique.
  const dependsOnOrders = before.is_unique === 1 || changesKind;
  const inOrder = dependsOnOrders && (await selectLiveOrderStatus(tx, before.id, shop.clock()));
  if (inOrder && inOrder !== 'pending') return refuse('listingInLiveOrder', { name: before.name });
  const isOnHold = await isHeld(tx, before.id, shop.clock());
  const unavailable = isOnHold && [{ listingId: before.id, name: before.name, reason: 'held' }];
  const details = { ...(unavailable && { unavailable }) };
  if (inOrder) return refuse('listingBeingPaid', { name: before.name }, details);
  const dependsOnHolds = becomesDiscontinued || changesKind || becomesHidden;
  if (!dependsOnHolds) return null;
  const certificate = changesKind ? await selectCertificateNumber(tx, before.id) : null;
  if (certificate !== null) return refuse('listingCertified', { name: before.name, number: certificate });
  if (isOnHold) return refuse('listingOnHold', { name: before.name }, details);
  // A private listing can be reserved for somebody: that person buys it.
  if (!becomesDiscontinued && !changesKind && after.visibility === 'private') return null;
  const isKept = await isReserved(tx, before.id, shop.clock());
  const reserved = [{ listingId: before.id, name: before.name, reason: 'held' }];
  return isKept ? refuse('listingReserved', { name: before.name }, { unavailable: reserved }) : null;
}

/** Refuses (400) the inventory number of another listing. */
async function refuseInventoryNumber(reader: Reader, record: ListingRecord): Promise<Refusal | null> {
  const number = record.inventory_number;
  const other = number === '' ? undefined : await selectByInventoryNumber(reader, foldText(number));
  if (!other || other.id === record.id) return null;
  const message = `'${other.name}' has the inventory number ${number} already.`;
  return { ...refuse('invalidInput', {}, { issues: [{ path: 'inventoryNumber', message }] }), message };
}
