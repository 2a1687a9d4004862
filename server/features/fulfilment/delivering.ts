import { pickupOption } from '#contract/delivery.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { changeStatus, recordEvent } from '#server/features/orders/orders.ts';
import {
  deletePacking,
  haveAllArrived,
  insertPacking,
  lockShipment,
  refuseStatus,
  selectPackedAt,
  updateShipment,
} from '#server/features/shipments/shipments.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeOrder } from './change-order.ts';

/**
 * Records that a shipped order has arrived with all its shipments, or that a paid one was picked up. Repeating it changes nothing.
 * Refused: an unknown order (404), one that is neither (409).
 */
export function setOrderDelivered(shop: Shop, adminId: string, orderId: string): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    const { row, items } = order;
    if (row.status === 'delivered') return null;
    const isPickedUp = row.status === 'paid' && row.delivery_option === pickupOption;
    if (row.status !== 'shipped' && !isPickedUp) return refuse('onlyShippedDelivered');
    const listingIds = items.map((item) => item.listing_id);
    const unsent = await refuseStatus(tx, orderId, { status: 'delivered', listingIds });
    if (unsent) return unsent;
    const what = isPickedUp ? say('Picked up') : say('Delivered');
    return changeStatus(tx, shop, { adminId, order, status: 'delivered', what, email: { kind: 'status' } });
  });
}

/**
 * Records that one shipment has arrived. Once all shipments of a shipped order have, the order is delivered. Repeating it changes nothing.
 * Refused: an unknown order or shipment (404), an order that is neither paid, shipped nor delivered (409).
 */
export function setShipmentDelivered(
  shop: Shop,
  adminId: string,
  { orderId, shipmentId }: { orderId: string; shipmentId: string },
): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    const shipment = await lockShipment(tx, orderId, shipmentId);
    if (!shipment) return refuse('shipmentNotFound');
    if (shipment.delivered_at !== null) return null;
    const { status } = order.row;
    if (status !== 'paid' && status !== 'shipped') return refuse('onlyShippedDelivered');
    await updateShipment(tx, shipmentId, { delivered_at: shop.clock() });
    if (status === 'shipped' && (await haveAllArrived(tx, orderId)))
      return changeStatus(tx, shop, {
        adminId,
        order,
        status: 'delivered',
        what: say('Delivered'),
        email: { kind: 'status' },
      });
    const parcel = [shipment.carrier, shipment.number].filter(Boolean).join(', ');
    const what = say('Delivered: {parcel}', { parcel });
    await recordEvent(tx, shop, { orderId, what, by: 'shop' });
    await recordChange(tx, shop, {
      adminId,
      action: 'shipment delivered',
      subject: orderId,
      before: null,
      after: { carrier: shipment.carrier, number: shipment.number },
    });
    tx.raiseRevision();
    return null;
  });
}

/**
 * Records that a paid order is packed, which changes no status. Repeating it keeps the first time. Refused: an unknown order (404),
 * one that is not paid (409).
 */
export function setOrderPacked(shop: Shop, adminId: string, orderId: string): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, { row }) => {
    if ((await selectPackedAt(tx, orderId)) !== null) return null;
    if (row.status !== 'paid') return refuse('onlyPaidPacked');
    await insertPacking(tx, orderId, shop.clock());
    await recordEvent(tx, shop, { orderId, what: say('Packed'), by: 'shop' });
    await recordChange(tx, shop, { adminId, action: 'order packed', subject: orderId, before: null, after: {} });
    tx.raiseRevision();
    return null;
  });
}

/** Records that an order is not packed after all. Repeating it changes nothing. Refused: an unknown order (404). */
export function setOrderUnpacked(shop: Shop, adminId: string, orderId: string): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx) => {
    if (!(await deletePacking(tx, orderId))) return null;
    await recordEvent(tx, shop, { orderId, what: say('Not packed after all'), by: 'shop' });
    await recordChange(tx, shop, { adminId, action: 'order unpacked', subject: orderId, before: {}, after: null });
    tx.raiseRevision();
    return null;
  });
}
