import type { Shop } from '#server/shop.ts';

/** When few people buy, in the shop's time zone. */
const quiet = Temporal.PlainTime.from('03:40');

/** The next quiet hour, epoch milliseconds. Where the clocks skip it, the moment after. */
export function nextQuietHour({ clock, settings: { timeZone } }: Pick<Shop, 'clock' | 'settings'>): number {
  const now = clock();
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: quiet }).epochMilliseconds;
  return at(today) > now ? at(today) : at(today.add({ days: 1 }));
}
