import type { Appointment } from '#contract/appointments.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

/** When the buyer of an order collects it; null if no appointment is set. */
export async function selectAppointment(reader: Reader, orderId: string): Promise<Appointment | null> {
  const row = await reader
    .selectFrom('appointments')
    .select(['day', 'from_time as from', 'to_time as to', 'note'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the appointment of an order; null removes it. */
export async function replaceAppointment(tx: Writer, orderId: string, appointment: Appointment | null): Promise<void> {
  await tx.deleteFrom('appointments').where('order_id', '=', orderId).execute();
  if (!appointment) return;
  const { day, from, to, note } = appointment;
  await tx.insertInto('appointments').values({ order_id: orderId, day, from_time: from, to_time: to, note }).execute();
}
