import type { Listing, NewProduct, ProductChanges } from '#contract/catalog.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/audit/audit.ts';
import type { Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteListingRow,
  insertListingRow,
  isHeld,
  lockListingRows,
  selectLiveOrder,
  updateListingRow,
} from './catalog.queries.ts';
import { announceState, findListing } from './catalog.ts';
import { newListingId } from './listing-id.ts';
import { changedRecord, type ListingRecord, newRecord, recordOf, rowOf } from './listing-record.ts';

/** The shopkeeper adds a piece; it is on every page that is answered from now on. */
export async function addProduct(shop: Shop, adminId: string, product: NewProduct): Promise<Listing | Refusal> {
  const id = await shop.database.write(async (tx) => {
    const listingId = await newListingId(shop, tx, product.name);
    const record = newRecord(listingId, product, shop.clock());
    await insertListingRow(tx, rowOf(record));
    await recordChange(tx, shop, { adminId, action: 'product added', subject: listingId, before: null, after: record });
    await announceState(shop, tx, listingId, record.status);
    await raiseRevision(tx);
    return listingId;
  });
  return findListing(shop, id);
}

/**
 * Changes what `changes` names. Refused (409): making a piece available that is in a live order; discontinuing a piece, or
 * switching it between unique and standard, while it is in a live order or on hold.
 */
export async function updateProduct(
  shop: Shop,
  adminId: string,
  id: string,
  changes: ProductChanges,
): Promise<Listing | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const [row] = await lockListingRows(tx, [id]);
    if (!row) return refuse('listingNotFound');
    const before = recordOf(row);
    const after = changedRecord(before, changes, shop.clock());
    const conflict = await conflictOf(shop, tx, before, after);
    if (conflict) return conflict;
    await updateListingRow(tx, id, rowOf(after));
    await recordChange(tx, shop, { adminId, action: 'product updated', subject: id, before, after });
    if (before.status !== after.status) await announceState(shop, tx, id, after.status);
    await raiseRevision(tx);
    return null;
  });
  return refused ?? findListing(shop, id);
}

/** Orders keep their snapshot, carts lose it. Refused (409) while somebody holds it. */
export function deleteProduct(shop: Shop, adminId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const [row] = await lockListingRows(tx, [id]);
    if (!row) return refuse('listingNotFound');
    if (await isHeld(tx, id, shop.clock())) return refuse('pieceOnHold', { name: row.name });
    await deleteListingRow(tx, id);
    await recordChange(tx, shop, {
      adminId,
      action: 'product deleted',
      subject: id,
      before: recordOf(row),
      after: null,
    });
    await announceState(shop, tx, id, 'deleted');
    await raiseRevision(tx);
    return null;
  });
}

async function conflictOf(
  shop: Shop,
  tx: Writer,
  before: ListingRecord,
  after: ListingRecord,
): Promise<Refusal | null> {
  const becomesAvailable = before.status !== 'available' && after.status === 'available';
  const becomesDiscontinued = before.status !== 'discontinued' && after.status === 'discontinued';
  const changesKind = before.is_unique !== after.is_unique;
  if (!becomesAvailable && !becomesDiscontinued && !changesKind) return null;
  // An edition's orders claim nothing of it, so only its kind depends on them.
  const dependsOnOrders = before.is_unique === 1 || changesKind;
  if (dependsOnOrders && (await selectLiveOrder(tx, before.id, shop.clock())))
    return refuse('pieceInLiveOrder', { name: before.name });
  const dependsOnHolds = becomesDiscontinued || changesKind;
  if (dependsOnHolds && (await isHeld(tx, before.id, shop.clock())))
    return refuse('pieceOnHold', { name: before.name });
  return null;
}
