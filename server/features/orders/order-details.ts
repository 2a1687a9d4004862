import { pickupOption } from '#contract/delivery.ts';
import { asCents, fromCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { isSale } from '#contract/states.ts';
import { findOwnCertificates } from '#server/features/certificates/certificates.ts';
import { findOwnReports } from '#server/features/condition-reports/condition-reports.ts';
import { adjustmentNotesOf } from '#server/features/invoices/invoices.ts';
import { findOutcome, paymentsOf } from '#server/features/payments/payments.ts';
import { findNameInProvenance } from '#server/features/provenance/provenance.ts';
import { returnsPartOf } from '#server/features/returns/returns.ts';
import { fulfilmentOf, selectAppointment } from '#server/features/shipments/shipments.ts';
import { selectReceived } from '#server/features/transfers/transfers.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { selectEvents, selectItems, selectOrder } from './orders.queries.ts';
import { presentOrders } from './present-order.ts';

/** An order with its payments and history; null for an unknown id. Does not check who may see it: the caller does. */
export async function findOrderDetails(reader: Reader, id: string): Promise<OrderDetails | null> {
  const row = await selectOrder(reader, id);
  if (!row) return null;
  const events = await selectEvents(reader, id);
  const [order] = await presentOrders(reader, [row], await selectItems(reader, [id]));
  if (!order) throw new Error('presentOrders returned no order for a row');
  // Only an order that is paid by transfer can be paid in parts.
  const received = row.payment_method === 'transfer' ? await selectReceived(reader, id) : asCents(0);
  const adjustmentNotes = await adjustmentNotesOf(reader, id);
  const listingIds = isSale(row.status) ? order.items.map(({ listingId }) => listingId) : [];
  const nameInProvenance = isSale(row.status) ? await findNameInProvenance(reader, id) : null;
  const certificates = await findOwnCertificates(reader, listingIds);
  const conditionReports = await findOwnReports(reader, listingIds);
  return {
    ...order,
    ...(row.status === 'pending' && (await findOutcome(reader, id))),
    ...(received > 0 && { received: fromCents(received) }),
    ...(certificates.length > 0 && { certificates }),
    ...(conditionReports.length > 0 && { conditionReports }),
    ...(nameInProvenance !== null && { nameInProvenance }),
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
