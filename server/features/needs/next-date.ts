import type { NextDate } from '#contract/needs.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { selectNextAppointment, selectNextReservation, selectNextTransfer } from './order-needs.queries.ts';

/** The next date after today's work: an appointment, or the end of a reservation. `now` in epoch milliseconds. */
export async function findNextDate({ database, settings }: Shop, say: Say, now: number): Promise<NextDate | null> {
  const { timeZone } = settings;
  const [appointment, transfer, reservation] = await Promise.all([
    selectNextAppointment(database.read, localDay(now, timeZone).toString()),
    selectNextTransfer(database.read, now),
    selectNextReservation(database.read, now),
  ]);
  const dates: { at: number; what: string; path: string }[] = [];
  if (appointment) {
    const { order_id: id, day, from_time: from } = appointment;
    const at = Temporal.PlainDateTime.from(`${day}T${from}`).toZonedDateTime(timeZone).epochMilliseconds;
    dates.push({ at, what: say('{id} is collected', { id }), path: `/admin/orders/${id}` });
  }
  if (transfer) {
    const { id, at } = transfer;
    dates.push({
      at,
      what: say('the reservation of {id} for a bank transfer ends', { id }),
      path: `/admin/orders/${id}`,
    });
  }
  if (reservation) {
    const { name, at } = reservation;
    dates.push({ at, what: say('{name} is reserved until then', { name }), path: '/admin/holds' });
  }
  const [next] = dates.toSorted((one, other) => one.at - other.at);
  return next ? { ...next, at: new Date(next.at).toISOString() } : null;
}
