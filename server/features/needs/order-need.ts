import { pickupOption } from '#contract/delivery.ts';
import type { Need } from '#contract/needs.ts';
import { buyer } from '#contract/orders.ts';
import { afterWorkingDays } from '#contract/working-days.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { OrderToShip } from './order-needs.queries.ts';

/** A paid order that has to be packed, sent or collected. `now` in epoch milliseconds. */
export function orderNeed(order: OrderToShip, timeZone: string, now: number): Need {
  const dueAt = dueOf(order, timeZone);
  return {
    id: `order ${order.id}`,
    kind: 'order',
    what: `${order.id} of ${buyer.parse(JSON.parse(order.buyer)).name} ${waitsFor(order)}`,
    otherwise: `${order.pieces === 1 ? '1 piece' : `${order.pieces} pieces`}. ${consequence(order, dueAt)}`,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    since: new Date(order.paid_at).toISOString(),
    isLate: dueAt !== null && dueAt <= now,
    path: `/admin/orders/${order.id}`,
    action: actionOf(order),
  };
}

/** The end of the day by which it leaves or is collected, epoch milliseconds; null if no day was named. */
function dueOf({ paid_at, packing_days, day }: OrderToShip, timeZone: string): number | null {
  if (day === null && packing_days === null) return null;
  const due = day ?? afterWorkingDays(localDay(paid_at, timeZone).toString(), packing_days ?? 0);
  return Temporal.PlainDate.from(due).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

function waitsFor({ delivery_option, packed_at, day }: OrderToShip): string {
  if (delivery_option !== pickupOption)
    return packed_at === null ? 'waits to be packed' : 'is packed and waits to leave';
  if (day !== null) return 'is to be collected';
  return packed_at === null ? 'waits to be packed for collection' : 'is packed and waits to be collected';
}

function actionOf({ delivery_option, packed_at, day }: OrderToShip): string {
  if (packed_at === null) return 'Pack';
  if (delivery_option !== pickupOption) return 'Ship';
  return day === null ? 'Arrange' : 'Hand over';
}

function consequence({ delivery_option, packing_days, day }: OrderToShip, dueAt: number | null): string {
  if (day !== null) return 'The buyer has an appointment.';
  if (delivery_option === pickupOption) return 'The buyer has paid and has no time to collect it yet.';
  if (dueAt === null) return 'The buyer has paid and waits for it.';
  return `The checkout said that it leaves within ${packing_days === 1 ? '1 working day' : `${packing_days} working days`}.`;
}
