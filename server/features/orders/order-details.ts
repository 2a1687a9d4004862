import { pickupOption } from '#contract/delivery.ts';
import { asCents, fromCents } from '#contract/money.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import { isSale } from '#contract/states.ts';
import { findOwnCertificates } from '#server/features/certificates/certificates.ts';
import { findOwnReports } from '#server/features/condition-reports/condition-reports.ts';
import { adjustmentNotesOf } from '#server/features/invoices/invoices.ts';
import { findOutcome, paymentsOf } from '#server/features/payments/payments.ts';
import { findNameInProvenance } from '#server/features/provenance/provenance.ts';
import { returnsPartOf } from '#server/features/returns/returns.ts';
import { fulfilmentOf, selectAppointment, shipmentsOf } from '#server/features/shipments/shipments.ts';
import { selectReceived } from '#server/features/transfers/transfers.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type OrderRow, selectEvents, selectItems, selectOrder } from './orders.queries.ts';
import { presentOrders } from './present-order.ts';

/** An order without its payments, its history and the other details; null for an unknown id. Does not check who may see it. */
export async function findOrder(reader: Reader, id: string): Promise<Order | null> {
  const row = await selectOrder(reader, id);
  return row ? presentOne(reader, row) : null;
}

async function presentOne(reader: Reader, row: OrderRow): Promise<Order> {
  const [order] = await presentOrders(reader, [row], await selectItems(reader, [row.id]));
  if (!order) throw new Error('presentOrders returned no order for a row');
  return order;
}

/** An order as the emails about it describe it. */
export type OrderInEmails = Order & Pick<OrderDetails, 'isPickup' | 'received' | 'shipments'>;

/** The same with what the emails about an order say. */
export async function findOrderInEmails(reader: Reader, id: string): Promise<OrderInEmails | null> {
  const row = await selectOrder(reader, id);
  if (!row) return null;
  return {
    ...(await presentOne(reader, row)),
    ...(await receivedOf(reader, row)),
    ...(row.delivery_option === pickupOption && { isPickup: true }),
    shipments: await shipmentsOf(reader, id),
  };
}

/** What has arrived of a transfer. Only an order that is paid by transfer can be paid in parts. */
async function receivedOf(reader: Reader, { id, payment_method }: OrderRow): Promise<Pick<OrderDetails, 'received'>> {
  const received = payment_method === 'transfer' ? await selectReceived(reader, id) : asCents(0);
  return received > 0 ? { received: fromCents(received) } : {};
}

/** An order with its payments and history; null for an unknown id. Does not check who may see it: the caller does. */
export async function findOrderDetails(reader: Reader, id: string): Promise<OrderDetails | null> {
  const row = await selectOrder(reader, id);
  if (!row) return null;
  const events = await selectEvents(reader, id);
  const order = await presentOne(reader, row);
  const adjustmentNotes = await adjustmentNotesOf(reader, id);
  const listingIds = isSale(row.status) ? order.items.map(({ listingId }) => listingId) : [];
  const named = isSale(row.status) ? await findNameInProvenance(reader, id) : null;
  const certificates = await findOwnCertificates(reader, listingIds);
  const conditionReports = await findOwnReports(reader, listingIds);
  return {
    ...order,
    ...(row.status === 'pending' && (await findOutcome(reader, id))),
    ...(await receivedOf(reader, row)),
    ...(certificates.length > 0 && { certificates }),
    ...(conditionReports.length > 0 && { conditionReports }),
    ...(named && { nameInProvenance: named.name }),
    ...(named?.state && { nameState: named.state }),
    ...(adjustmentNotes.length > 0 && { adjustmentNotes }),
    payments: await paymentsOf(reader, id),
    history: events.map((event) => ({
      at: new Date(event.at).toISOString(),
      what: event.what,
      by: event.by_shop ? 'shop' : 'buyer',
    })),
    ...(await fulfilmentOf(reader, id)),
    ...(await returnsPartOf(reader, row)),
    ...(row.delivery_option === pickupOption && (await pickupPartOf(reader, id))),
    ...(row.packing_days !== null &&
      row.arrival_days !== null && { promised: { packingDays: row.packing_days, arrivalDays: row.arrival_days } }),
  };
}

async function pickupPartOf(reader: Reader, orderId: string): Promise<Pick<OrderDetails, 'isPickup' | 'appointment'>> {
  const appointment = await selectAppointment(reader, orderId);
  return { isPickup: true, ...(appointment && { appointment }) };
}
