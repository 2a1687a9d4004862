// The only file of this feature that other features and the composition import (docs/behaviour/provenance.md, decision 0050).
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { NewProvenanceEntry, ProvenanceEntry, ProvenanceLine } from '#contract/provenance.ts';
import type { NameState } from '#contract/provenance-lines.ts';
import { lockUser } from '#server/features/accounts/accounts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findListingAsAdmin, lockListings, setDerivedTexts } from '#server/features/catalog/catalog.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteName,
  type EntryRow,
  insertEntry,
  isNameShown,
  type NamedEntry,
  selectEntries,
  selectListingsOfOrder,
  selectListingsWithEntries,
  selectName,
  selectNamedOrders,
  updateNameState,
  upsertName,
} from './provenance.queries.ts';
import { derivedTexts, linesOf, presentEntries, standingEntries } from './standing-entries.ts';

/** What visitors see of the provenance of a listing, the earliest first; empty without one. */
export async function findProvenance(reader: Reader, listingId: string): Promise<ProvenanceLine[]> {
  return linesOf(await selectEntries(reader, listingId));
}

/** All entries in the order they were written. Refused (404): an unknown listing. */
export async function listProvenance(shop: Shop, listingId: string): Promise<{ entries: ProvenanceEntry[] } | Refusal> {
  const listing = await findListingAsAdmin(shop, listingId);
  if (isRefusal(listing)) return listing;
  return { entries: presentEntries(await selectEntries(shop.database.read, listingId)) };
}

interface Correction {
  entryId: string;
  reason: string;
  /** Null: the earlier entry is struck out. */
  by: NewProvenanceEntry | null;
}

/** Adds an entry. Refused: an unknown listing (404), one with as many entries as it may have (409). */
export function addProvenance(
  shop: Shop,
  adminId: string,
  listingId: string,
  entry: NewProvenanceEntry,
): Promise<{ entry: ProvenanceEntry } | Refusal> {
  return change(shop, adminId, listingId, 'provenance added', () => rowOf(entry));
}

/**
 * Adds an entry that corrects or strikes out an earlier one. Refused: an unknown listing or entry, and an entry that was corrected
 * before (404), a listing with as many entries as it may have (409).
 */
export function correctProvenance(
  shop: Shop,
  adminId: string,
  listingId: string,
  { entryId, reason, by }: Correction,
): Promise<{ entry: ProvenanceEntry } | Refusal> {
  return change(shop, adminId, listingId, by ? 'provenance corrected' : 'provenance struck out', (entries) => {
    const earlier = standingEntries(entries).find(({ id }) => id === entryId);
    if (!earlier) return refuse('provenanceEntryNotFound');
    if (by === null) return strikeOf(entryId, reason);
    // A corrected sale still belongs to its order, so that it still shows the buyer's name.
    return { ...rowOf(by), corrects: entryId, reason, order_id: earlier.order_id };
  });
}

/** Adds the sale by an order to the provenance of these locked listings, where visitors see a provenance. */
export async function recordSales(
  tx: Writer,
  shop: Shop,
  { orderId, listingIds }: { orderId: string; listingIds: readonly string[] },
): Promise<void> {
  const known = await selectListingsWithEntries(tx, listingIds);
  if (known.length === 0) return;
  const { name } = await findShopFacts(tx, shop);
  const date = String(localDay(shop.clock(), shop.settings.timeZone));
  const sale = { kind: 'sold' as const, date, text: '', place: `Sold by ${name}`, owner: '', isPublic: true };
  for (const listingId of known) {
    const entries = await selectEntries(tx, listingId);
    if (linesOf(entries).length > 0) await append(tx, shop, listingId, entries, { ...rowOf(sale), order_id: orderId });
  }
}

/** Strikes out the sale of these locked listings by an order that is undone. */
export async function undoSales(
  tx: Writer,
  shop: Shop,
  { orderId, listingIds }: { orderId: string; listingIds: readonly string[] },
): Promise<void> {
  for (const listingId of await selectListingsWithEntries(tx, listingIds)) {
    const entries = await selectEntries(tx, listingId);
    const sale = standingEntries(entries).find((entry) => entry.order_id === orderId);
    if (!sale) continue;
    await append(tx, shop, listingId, entries, strikeOf(sale.id, 'The sale was undone'));
    await deleteUnusedName(tx, orderId);
  }
}

/**
 * Sets the name of a buyer in the provenance of an order's pieces; an empty one removes it. Visitors read it when staff have agreed
 * (`answerName`), at once if they read the same name of this buyer elsewhere. The caller has checked that the order is the buyer's. Refused: a session whose account was deleted (401), a name for an order without a sale in any provenance (404).
 */
export function nameBuyer(
  shop: Shop,
  { orderId, userId, name }: { orderId: string; userId: string; name: string },
): Promise<{ name: string; state?: NameState } | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    await lockListings(tx, await selectListingsOfOrder(tx, orderId));
    const listingIds = await selectListingsOfOrder(tx, orderId);
    if (listingIds.length === 0 && name !== '') return refuse('orderWithoutProvenance');
    const before = await selectName(tx, orderId);
    if (name === before?.name) return before;
    const written = { order_id: orderId, user_id: userId, name };
    const state = (await isNameShown(tx, written)) ? 'shown' : 'waiting';
    if (name === '') await deleteName(tx, orderId);
    else await upsertName(tx, { ...written, state, agreed_at: shop.clock() });
    for (const listingId of listingIds) await derive(tx, listingId);
    return name === '' ? { name } : { name, state };
  });
}

/**
 * Lets visitors read the name that the buyer of an order wrote, or not. Refused: an order without a name (404), and another name than the
 * one that was read (409).
 */
export function answerName(
  shop: Shop,
  adminId: string,
  { orderId, name, state }: { orderId: string; name: string; state: NameState },
): Promise<{ name: string; state: NameState } | Refusal> {
  return shop.database.write(async (tx) => {
    await lockListings(tx, await selectListingsOfOrder(tx, orderId));
    const before = await selectName(tx, orderId);
    if (!before) return refuse('noNameInProvenance');
    if (before.name !== name) return refuse('otherNameInProvenance');
    if (before.state === state) return before;
    await updateNameState(tx, orderId, state);
    for (const listingId of await selectListingsOfOrder(tx, orderId)) await derive(tx, listingId);
    // Without the name, of which nothing stays when the buyer takes it back.
    const action = state === 'shown' ? 'name in provenance shown' : 'name in provenance refused';
    await recordChange(tx, shop, { adminId, action, subject: orderId, before: null, after: null });
    return { name, state };
  });
}

/** The name that the buyer of an order wrote and its state, an empty one for none; null if no provenance has a sale by this order. */
export async function findNameInProvenance(
  reader: Reader,
  orderId: string,
): Promise<{ name: string; state?: NameState } | null> {
  const listingIds = await selectListingsOfOrder(reader, orderId);
  return listingIds.length === 0 ? null : ((await selectName(reader, orderId)) ?? { name: '' });
}

/** Removes the names that somebody whose account is deleted had agreed to. */
export async function forgetNamesInProvenance(tx: Writer, userId: string): Promise<void> {
  const listingIds = new Set<string>();
  for (const orderId of await selectNamedOrders(tx, userId)) {
    for (const listingId of await selectListingsOfOrder(tx, orderId)) listingIds.add(listingId);
    await deleteName(tx, orderId);
  }
  for (const { id } of await lockListings(tx, [...listingIds])) await derive(tx, id);
}

/** Deletes the name of the buyer of an order if no provenance has a sale by this order any more. */
async function deleteUnusedName(tx: Writer, orderId: string): Promise<void> {
  if ((await selectListingsOfOrder(tx, orderId)).length === 0) await deleteName(tx, orderId);
}

/** A row without the columns that `append` sets. */
type NewRow = Omit<EntryRow, 'id' | 'listing_id' | 'position' | 'created_at'>;

function change(
  shop: Shop,
  adminId: string,
  listingId: string,
  action: string,
  decide: (entries: readonly NamedEntry[]) => NewRow | Refusal,
): Promise<{ entry: ProvenanceEntry } | Refusal> {
  return shop.database.write(async (tx) => {
    const [listing] = await lockListings(tx, [listingId]);
    if (!listing) return refuse('listingNotFound');
    const entries = await selectEntries(tx, listingId);
    const row = decide(entries);
    if (isRefusal(row)) return row;
    if (entries.length >= limits.provenanceEntries) return refuse('provenanceFull');
    const after = await append(tx, shop, listingId, entries, row);
    const corrected = entries.find(({ id }) => id === row.corrects);
    if (corrected?.order_id) await deleteUnusedName(tx, corrected.order_id);
    await recordChange(tx, shop, { adminId, action, subject: listingId, before: null, after: row });
    const entry = presentEntries(after).at(-1);
    if (!entry) throw new Error('the entry that was just written is not found');
    return { entry };
  });
}

/** Adds an entry after `entries`, which are all of a locked listing. Returns them with the new one. */
async function append(
  tx: Writer,
  shop: Shop,
  listingId: string,
  entries: readonly NamedEntry[],
  row: NewRow,
): Promise<NamedEntry[]> {
  const position = (entries.at(-1)?.position ?? 0) + 1;
  const id = shop.randomBytes(12).toString('hex');
  await insertEntry(tx, { ...row, id, listing_id: listingId, position, created_at: shop.clock() });
  return derive(tx, listingId);
}

/** Derives the owner and the history of a listing from its entries, stores them, and returns the entries. */
async function derive(tx: Writer, listingId: string): Promise<NamedEntry[]> {
  const entries = await selectEntries(tx, listingId);
  await setDerivedTexts(tx, listingId, derivedTexts(linesOf(entries)));
  tx.raiseRevision();
  return entries;
}

function rowOf({ kind, date, text, place, owner, isPublic }: NewProvenanceEntry): NewRow {
  return {
    kind,
    date,
    text,
    place,
    owner,
    is_public: isPublic ? 1 : 0,
    corrects: null,
    is_strike: 0,
    reason: '',
    order_id: null,
  };
}

function strikeOf(corrects: string, reason: string): NewRow {
  return {
    kind: 'owned',
    date: '',
    text: '',
    place: '',
    owner: '',
    is_public: 0,
    corrects,
    is_strike: 1,
    reason,
    order_id: null,
  };
}
