import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { ShipmentItemsTable, ShipmentsTable } from '#server/platform/database/fulfilment-tables.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';

export type ShipmentRow = ShipmentsTable;
export type ShipmentItemRow = ShipmentItemsTable;

/** The shipments of an order, in the order in which they were sent. */
export function selectShipments(reader: Reader, orderId: string): Promise<ShipmentRow[]> {
  return shipmentsOf(reader, { orderId });
}

const shipmentsOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader
    .selectFrom('shipments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('shipped_at')
    .orderBy('created_at')
    .orderBy('id'),
);

export function selectShipmentItems(reader: Reader, orderId: string): Promise<ShipmentItemRow[]> {
  return reader.selectFrom('shipment_items').selectAll().where('order_id', '=', orderId).execute();
}

export function lockShipment(tx: Writer, orderId: string, id: string): Promise<ShipmentRow | undefined> {
  const shipment = tx.selectFrom('shipments').selectAll().where('id', '=', id).where('order_id', '=', orderId);
  return lockRows(tx, shipment).executeTakeFirst();
}

export async function insertShipment(tx: Writer, row: ShipmentRow, listingIds: readonly string[]): Promise<void> {
  await tx.insertInto('shipments').values(row).execute();
  const { order_id, id: shipment_id } = row;
  await tx
    .insertInto('shipment_items')
    .values(listingIds.map((listing_id) => ({ order_id, listing_id, shipment_id })))
    .execute();
}

export async function updateShipment(tx: Writer, id: string, changes: Partial<ShipmentRow>): Promise<void> {
  await tx.updateTable('shipments').set(changes).where('id', '=', id).execute();
}

export async function deleteShipment(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('shipments').where('id', '=', id).execute();
}

/** Sets the time of arrival of those shipments of the order that have none. */
export async function markArrived(tx: Writer, orderId: string, at: number): Promise<void> {
  await tx
    .updateTable('shipments')
    .set({ delivered_at: at })
    .where('order_id', '=', orderId)
    .where('delivered_at', 'is', null)
    .execute();
}

export async function unmarkArrived(tx: Writer, orderId: string): Promise<void> {
  await tx.updateTable('shipments').set({ delivered_at: null }).where('order_id', '=', orderId).execute();
}

export async function selectPackedAt(reader: Reader, orderId: string): Promise<number | null> {
  return (await packingOf(reader, { orderId }))[0]?.at ?? null;
}

const packingOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('packings').select('at').where('order_id', '=', orderId),
);

export async function insertPacking(tx: Writer, orderId: string, at: number): Promise<void> {
  await tx.insertInto('packings').values({ order_id: orderId, at }).execute();
}

/** Marks an order as not packed. False if it was not packed. */
export async function deletePacking(tx: Writer, orderId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('packings').where('order_id', '=', orderId).executeTakeFirst();
  return numDeletedRows > 0n;
}
