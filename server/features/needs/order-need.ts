import { pickupOption } from '#contract/delivery.ts';
import type { Need } from '#contract/needs.ts';
import { buyer } from '#contract/orders.ts';
import { afterWorkingDays } from '#contract/working-days.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Say } from '#server/platform/translations.ts';
import type { OrderToShip } from './order-needs.queries.ts';

/** The line for a paid order that has to be packed, sent or collected. `now` in epoch milliseconds. */
export function orderNeed(say: Say, order: OrderToShip, { timeZone, now }: { timeZone: string; now: number }): Need {
  const dueAt = dueOf(order, timeZone);
  const pieces = order.pieces === 1 ? say('1 piece') : say('{count} pieces', { count: order.pieces });
  return {
    id: `order ${order.id}`,
    kind: 'order',
    what: waitsFor(say, order),
    otherwise: `${pieces}. ${consequence(say, order, dueAt)}`,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    since: new Date(order.paid_at).toISOString(),
    isLate: dueAt !== null && dueAt <= now,
    path: `/admin/orders/${order.id}`,
    action: actionOf(say, order),
  };
}

/** The end of the day on which the order has to leave or is collected, epoch milliseconds; null if no day was named. */
function dueOf({ paid_at, packing_days, day }: OrderToShip, timeZone: string): number | null {
  if (day === null && packing_days === null) return null;
  const due = day ?? afterWorkingDays(localDay(paid_at, timeZone).toString(), packing_days ?? 0);
  return Temporal.PlainDate.from(due).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

function waitsFor(say: Say, { id, buyer: stored, delivery_option, packed_at, day }: OrderToShip): string {
  const order = { id, name: buyer.parse(JSON.parse(stored)).name };
  if (delivery_option !== pickupOption)
    return packed_at === null
      ? say('{id} of {name} waits to be packed', order)
      : say('{id} of {name} is packed and waits to leave', order);
  if (day !== null) return say('{id} of {name} is to be collected', order);
  return packed_at === null
    ? say('{id} of {name} waits to be packed for collection', order)
    : say('{id} of {name} is packed and waits to be collected', order);
}

function actionOf(say: Say, { delivery_option, packed_at, day }: OrderToShip): string {
  if (packed_at === null) return say('Pack');
  if (delivery_option !== pickupOption) return say('Ship');
  return day === null ? say('Arrange') : say('Hand over');
}

function consequence(say: Say, { delivery_option, packing_days, day }: OrderToShip, dueAt: number | null): string {
  if (day !== null) return say('The buyer has an appointment.');
  if (delivery_option === pickupOption) return say('The buyer has paid and has no time to collect it yet.');
  if (dueAt === null) return say('The buyer has paid and waits for it.');
  return packing_days === 1
    ? say('The checkout said that it leaves within 1 working day.')
    : say('The checkout said that it leaves within {days} working days.', { days: packing_days ?? 0 });
}
