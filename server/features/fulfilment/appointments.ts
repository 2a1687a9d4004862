import type { Appointment, NewAppointment } from '#contract/appointments.ts';
import { pickupOption } from '#contract/delivery.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { appointmentInWords, type LockedOrder, queueOrderEmails, recordEvent } from '#server/features/orders/orders.ts';
import { findDeliverySettings } from '#server/features/settings/settings.ts';
import { replaceAppointment, selectAppointment } from '#server/features/shipments/shipments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeOrder } from './change-order.ts';

/**
 * Sets or changes when the buyer collects a paid order; the buyer gets an email. The same appointment again changes nothing. Refused: a day
 * that is over (400), an unknown order (404), one whose status is not `paid` or that is not for pickup (409).
 */
export function setAppointment(
  shop: Shop,
  adminId: string,
  orderId: string,
  { note = '', ...when }: NewAppointment,
): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    if (order.row.status !== 'paid' || order.row.delivery_option !== pickupOption) return refuse('noAppointment');
    if (when.day < localDay(shop.clock(), shop.settings.timeZone).toString()) return refuse('appointmentOver');
    return change(tx, shop, { adminId, order, after: { ...when, note } });
  });
}

/**
 * Cancels the appointment of an order, if it has one; the buyer gets an email. Refused: an unknown order (404), one whose status is not
 * `paid` (409).
 */
export function cancelAppointment(shop: Shop, adminId: string, orderId: string): Promise<OrderDetails | Refusal> {
  return changeOrder(shop, orderId, async (tx, order) => {
    if (order.row.status !== 'paid') return refuse('noAppointment');
    return change(tx, shop, { adminId, order, after: null });
  });
}

async function change(
  tx: Writer,
  shop: Shop,
  { adminId, order, after }: { adminId: string; order: LockedOrder; after: Appointment | null },
): Promise<null> {
  const { row } = order;
  const before = await selectAppointment(tx, row.id);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  await replaceAppointment(tx, row.id, after);
  const what = after
    ? say('Appointment to collect: {when}', { when: appointmentInWords(after) })
    : say('Appointment to collect cancelled');
  await recordEvent(tx, shop, { orderId: row.id, what, by: 'shop' });
  await recordChange(tx, shop, { adminId, action: 'appointment', subject: row.id, before, after });
  const { pickupAddress } = await findDeliverySettings(tx);
  const appointment = { before, after, place: pickupAddress };
  await queueOrderEmails(tx, shop, { before: row, by: 'shop', kind: 'appointment', appointment });
  tx.raiseRevision();
  return null;
}
