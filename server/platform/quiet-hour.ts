import { localDay } from './local-day.ts';

/** When few people buy, in the shop's time zone. */
const quiet = Temporal.PlainTime.from('03:40');

/** The next quiet hour after `now`, both in epoch milliseconds. Where the clocks skip it, the moment after. */
export function nextQuietHour(now: number, timeZone: string): number {
  const tomorrow = quietHourOf(localDay(now, timeZone).add({ days: 1 }), timeZone);
  const today = quietHourOf(localDay(now, timeZone), timeZone);
  return today > now ? today : tomorrow;
}

/** The day on which the last quiet hour until `now` was, as 2026-11-23. */
export function dayOfLastQuietHour(now: number, timeZone: string): string {
  const today = localDay(now, timeZone);
  return (quietHourOf(today, timeZone) > now ? today.subtract({ days: 1 }) : today).toString();
}

const quietHourOf = (day: Temporal.PlainDate, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime: quiet }).epochMilliseconds;
