import { findCarrier } from '#contract/carriers.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { isOnItsWay, type NewShipment, type ShipmentChanges } from '#contract/shipments.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import {
  changeStatus,
  type LockedOrder,
  nameOf,
  queueOrderEmails,
  recordEvent,
} from '#server/features/orders/orders.ts';
import { findDeliverySettings } from '#server/features/settings/settings.ts';
import {
  deleteShipment,
  insertShipment,
  lockShipment,
  type ShipmentRow,
  sentListings,
  updateShipment,
} from '#server/features/shipments/shipments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeOrder } from './change-order.ts';

/**
 * Records that pieces of a paid order are sent: those of `input.listingIds`, or all that have not been sent. The order is shipped
 * once its last piece has left (docs/behaviour/fulfilment.md, 1 to 5). Refused: a known carrier without a tracking number, a time in
 * the future (400); an unknown order, a piece that is not in it (404); an order that is not paid, a piece that has been sent (409).
 */
export function ship(
  shop: Shop,
  adminId: string,
  orderId: string,
  input: NewShipment,
): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    const { row, items } = order;
    if (row.status !== 'paid') return refuse('onlyPaidShipped');
    const sent = await sentListings(tx, orderId);
    const leaving = itemsToSend(order, sent, input.listingIds);
    if (isRefusal(leaving)) return leaving;
    const tracking = await trackingOf(tx, shop, input);
    if (isRefusal(tracking)) return tracking;
    const id = shop.randomBytes(12).toString('base64url');
    const isLast = sent.size + leaving.length === items.length;
    await insertShipment(
      tx,
      { id, order_id: orderId, ...tracking, delivered_at: null, created_at: shop.clock() },
      leaving.map((item) => item.listing_id),
    );
    const by = parcelOf(tracking);
    const names = leaving.map(nameOf).join(', ');
    const what =
      isLast && sent.size === 0 ? say('Sent with {by}', { by }) : say('{names} sent with {by}', { names, by });
    const email = input.email ? ({ kind: 'shipped', shipment: { id, note: input.note ?? '' } } as const) : null;
    await recordChange(tx, shop, {
      adminId,
      action: 'shipment',
      subject: orderId,
      before: null,
      after: { carrier: tracking.carrier, number: tracking.number, pieces: leaving.map(nameOf) },
    });
    if (isLast) return changeStatus(tx, shop, { adminId, order, status: 'shipped', what, email });
    await recordEvent(tx, shop, { orderId, what, by: 'shop' });
    if (email) await queueOrderEmails(tx, shop, { before: row, by: 'shop', ...email });
    tx.raiseRevision();
    return null;
  });
}

/**
 * Corrects a shipment. The buyer gets an email only while it is on its way. Refused: a known carrier without a tracking number, a time in
 * the future or after the arrival (400), an unknown order or shipment (404).
 */
export function changeShipment(
  shop: Shop,
  adminId: string,
  { orderId, shipmentId }: { orderId: string; shipmentId: string },
  input: ShipmentChanges,
): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, { row }) => {
    const before = await lockShipment(tx, orderId, shipmentId);
    if (!before) return refuse('shipmentNotFound');
    const tracking = await trackingOf(tx, shop, input, before);
    if (isRefusal(tracking)) return tracking;
    const isSame = tracking.carrier === before.carrier && tracking.number === before.number;
    if (isSame && tracking.shipped_at === before.shipped_at) return null;
    await updateShipment(tx, shipmentId, tracking);
    const what = say('Shipment corrected with {by}', { by: parcelOf(tracking) });
    if (!isSame) await recordEvent(tx, shop, { orderId, what, by: 'shop' });
    if (input.email && isOnItsWay(row.status, before.delivered_at !== null))
      await queueOrderEmails(tx, shop, {
        before: row,
        by: 'shop',
        kind: 'shipped',
        shipment: { id: shipmentId, note: '' },
      });
    await recordChange(tx, shop, {
      adminId,
      action: 'shipment corrected',
      subject: orderId,
      before: { carrier: before.carrier, number: before.number, shippedAt: before.shipped_at },
      after: { carrier: tracking.carrier, number: tracking.number, shippedAt: tracking.shipped_at },
    });
    tx.raiseRevision();
    return null;
  });
}

/**
 * Removes a shipment that was recorded by mistake. A shipped order becomes `paid` again, because not all of it has left. Refused: an
 * unknown shipment (404), a delivered order (409).
 */
export function removeShipment(
  shop: Shop,
  adminId: string,
  { orderId, shipmentId }: { orderId: string; shipmentId: string },
): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    const shipment = await lockShipment(tx, orderId, shipmentId);
    if (!shipment) return refuse('shipmentNotFound');
    if (order.row.status === 'delivered') return refuse('orderArrived');
    await deleteShipment(tx, shipmentId);
    await recordChange(tx, shop, {
      adminId,
      action: 'shipment removed',
      subject: orderId,
      before: { carrier: shipment.carrier, number: shipment.number },
      after: null,
    });
    const what = say('Shipment removed with {by}', { by: parcelOf(shipment) });
    if (order.row.status === 'shipped')
      return changeStatus(tx, shop, { adminId, order, status: 'paid', what, email: null });
    await recordEvent(tx, shop, { orderId, what, by: 'shop' });
    tx.raiseRevision();
    return null;
  });
}

/** The items of the order that this shipment contains. Refused: a piece that is not in the order (404), or that has been sent (409). */
function itemsToSend(
  { items }: LockedOrder,
  sent: ReadonlySet<string>,
  listingIds: readonly string[] | undefined,
): LockedOrder['items'] | Refusal {
  if (listingIds === undefined) return items.filter((item) => !sent.has(item.listing_id));
  const wanted = new Set(listingIds);
  const leaving = items.filter((item) => wanted.has(item.listing_id));
  if (leaving.length < wanted.size) return refuse('pieceNotInOrder');
  const sentBefore = leaving.find((item) => sent.has(item.listing_id));
  return sentBefore ? refuse('pieceSent', { name: nameOf(sentBefore) }) : leaving;
}

type Tracking = Pick<ShipmentRow, 'carrier' | 'number' | 'shipped_at'>;

/**
 * The carrier, the number and the time (epoch milliseconds) that the input gives a shipment. `before`: the shipment that is corrected.
 * It keeps its time if the input names none, or names the same day.
 */
async function trackingOf(
  tx: Writer,
  shop: Shop,
  input: ShipmentChanges,
  before?: ShipmentRow,
): Promise<Tracking | Refusal> {
  const { carrier, number, shippedAt } = input;
  const { carriers } = await findDeliverySettings(tx);
  if (number === '' && findCarrier(carrier, carriers)) return refuse('trackingNumberNeeded', { carrier });
  const now = shop.clock();
  const usual = before?.shipped_at ?? now;
  const latest = before?.delivered_at ?? now;
  const shipped_at = shippedAt === undefined ? usual : momentOf(shop, shippedAt, { usual, latest });
  if (shipped_at > now) return refuse('shippedInFuture');
  return shipped_at > latest ? refuse('shippedAfterArrival') : { carrier, number, shipped_at };
}

/**
 * The moment that an ISO 8601 text names, epoch milliseconds. A day without a time stands for `usual` if that is on the same day,
 * otherwise for noon in the shop's time zone, or for `latest` if that is earlier on the same day.
 */
function momentOf(
  { settings: { timeZone } }: Shop,
  text: string,
  { usual, latest }: { usual: number; latest: number },
): number {
  if (text.includes('T')) return Date.parse(text);
  const day = Temporal.PlainDate.from(text);
  if (day.equals(localDay(usual, timeZone))) return usual;
  const noon = day.toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds;
  return day.equals(localDay(latest, timeZone)) ? Math.min(noon, latest) : noon;
}

/** A shipment as history entries name it: "DHL, 123". */
const parcelOf = ({ carrier, number }: Pick<Tracking, 'carrier' | 'number'>) =>
  number === '' ? carrier : `${carrier}, ${number}`;
