import { type OwnCarrier, trackingLink } from '#contract/carriers.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Shipment } from '#contract/shipments.ts';
import type { OrderStatus } from '#contract/states.ts';
import { findDeliverySettings } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import {
  markArrived,
  type ShipmentItemRow,
  type ShipmentRow,
  selectPackedAt,
  selectShipmentItems,
  selectShipments,
  unmarkArrived,
} from './shipments.queries.ts';

export { replaceAppointment, selectAppointment } from './appointments.queries.ts';
export {
  deletePacking,
  deleteShipment,
  insertPacking,
  insertShipment,
  lockShipment,
  markArrived,
  type ShipmentRow,
  selectPackedAt,
  updateShipment,
} from './shipments.queries.ts';

/** The shipments of an order and when it was packed, as its details show them. */
export async function fulfilmentOf(
  reader: Reader,
  orderId: string,
): Promise<{ shipments: Shipment[]; packedAt?: string }> {
  const packedAt = await selectPackedAt(reader, orderId);
  return {
    shipments: await shipmentsOf(reader, orderId),
    ...(packedAt !== null && { packedAt: new Date(packedAt).toISOString() }),
  };
}

/** The shipments of an order, in the order in which they were sent. */
export async function shipmentsOf(reader: Reader, orderId: string): Promise<Shipment[]> {
  const rows = await selectShipments(reader, orderId);
  if (rows.length === 0) return [];
  const { carriers } = await findDeliverySettings(reader);
  const items = Map.groupBy(await selectShipmentItems(reader, orderId), (item) => item.shipment_id);
  return rows.map((row) => present(row, items.get(row.id) ?? [], carriers));
}

function present(row: ShipmentRow, items: readonly ShipmentItemRow[], own: readonly OwnCarrier[]): Shipment {
  return {
    id: row.id,
    carrier: row.carrier,
    number: row.number,
    url: trackingLink(row.carrier, row.number, own),
    shippedAt: new Date(row.shipped_at).toISOString(),
    deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at).toISOString(),
    listingIds: items.map((item) => item.listing_id),
  };
}

/** The pieces of an order that have been sent. */
export async function sentListings(reader: Reader, orderId: string): Promise<ReadonlySet<string>> {
  return new Set((await selectShipmentItems(reader, orderId)).map((item) => item.listing_id));
}

export async function hasShipments(reader: Reader, orderId: string): Promise<boolean> {
  return (await selectShipments(reader, orderId)).length > 0;
}

export async function haveAllArrived(reader: Reader, orderId: string): Promise<boolean> {
  return (await selectShipments(reader, orderId)).every((shipment) => shipment.delivered_at !== null);
}

/**
 * Why an admin cannot give this status to an order by hand; null if nothing prevents it. An order without shipments may have any.
 * One with shipments can be shipped or delivered only once all its pieces were sent; it can go back to an earlier status only after its
 * shipments are removed.
 */
export async function refuseStatus(
  reader: Reader,
  orderId: string,
  { status, listingIds }: { status: OrderStatus; listingIds: readonly string[] },
): Promise<Refusal | null> {
  if (status === 'cancelled' || !(await hasShipments(reader, orderId))) return null;
  if (status !== 'shipped' && status !== 'delivered') return refuse('shipmentsRemain');
  const sent = await sentListings(reader, orderId);
  return listingIds.every((id) => sent.has(id)) ? null : refuse('piecesLeftToSend');
}

/** Marks the shipments of an order as arrived, or not, after an admin has changed its status by hand. `at`: epoch milliseconds. */
export async function followStatus(
  tx: Writer,
  orderId: string,
  { before, after, at }: { before: OrderStatus; after: OrderStatus; at: number },
): Promise<void> {
  if (after === 'delivered') await markArrived(tx, orderId, at);
  if (before === 'delivered' && after === 'shipped') await unmarkArrived(tx, orderId);
}
