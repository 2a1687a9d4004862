import { localDay } from './local-day.ts';

/** A time of day at which few people buy, in the shop's time zone. */
const quiet = Temporal.PlainTime.from('03:40');

/** The next quiet hour after `now`, both in epoch milliseconds. On a day whose clocks skip it, it is as much later as they skip. */
export function nextQuietHour(now: number, timeZone: string): number {
  const tomorrow = quietHourOf(localDay(now, timeZone).add({ days: 1 }), timeZone);
  const today = quietHourOf(localDay(now, timeZone), timeZone);
  return today > now ? today : tomorrow;
}

/** The day of the last quiet hour that was at or before `now`, such as 2026-11-23. `now`: epoch milliseconds. */
export function dayOfLastQuietHour(now: number, timeZone: string): string {
  const today = localDay(now, timeZone);
  return (quietHourOf(today, timeZone) > now ? today.subtract({ days: 1 }) : today).toString();
}

const quietHourOf = (day: Temporal.PlainDate, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime: quiet }).epochMilliseconds;
