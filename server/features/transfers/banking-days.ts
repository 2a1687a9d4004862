import type { AustralianState } from '#contract/states.ts';
import { localDay } from '#server/platform/local-day.ts';

/**
 * The end, in epoch milliseconds, of the day that is `count` banking days after `now` in the shop's time zone. Banking days are
 * Monday to Friday without the public holidays of the state. Decision 0034 says why these rules are our own.
 */
export function endOfBankingDays(
  now: number,
  { count, state, timeZone }: { count: number; state: AustralianState; timeZone: string },
): number {
  let day = localDay(now, timeZone);
  for (let left = count; left > 0; ) {
    day = day.add({ days: 1 });
    if (isBankingDay(day, state)) left -= 1;
  }
  return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

export function isBankingDay(day: Temporal.PlainDate, state: AustralianState): boolean {
  return !isWeekend(day) && !holidaysOf(day.year, state).some((holiday) => holiday.equals(day));
}

function isWeekend(day: Temporal.PlainDate): boolean {
  return day.dayOfWeek >= saturday;
}

const [monday, tuesday, saturday, sunday] = [1, 2, 6, 7] as const;

/** The public holidays of a year. Some of them are on a weekend, which changes nothing. */
function holidaysOf(year: number, state: AustralianState): Temporal.PlainDate[] {
  const on = (month: number, day: number) => Temporal.PlainDate.from({ year, month, day });
  const easter = easterSunday(year);
  return [
    on(1, 1),
    mondayAfterWeekend(on(1, 1)),
    mondayAfterWeekend(on(1, 26)),
    easter.subtract({ days: 2 }),
    easter.add({ days: 1 }),
    on(4, 25),
    ...anzacDayInLieu(on(4, 25), state),
    ...christmas(on(12, 25)),
    ...stateHolidays[state](year),
  ];
}

/** The other holidays of each state: each is defined by a day of the week, like the second Monday of June. */
const stateHolidays: Readonly<Record<AustralianState, (year: number) => Temporal.PlainDate[]>> = {
  NSW: (year) => [nth(2, monday, 6, year), nth(1, monday, 8, year), nth(1, monday, 10, year)],
  VIC: (year) => [
    nth(2, monday, 3, year),
    nth(2, monday, 6, year),
    // The Friday before the final of the football league, which is on the last Saturday of September.
    last(saturday, 9, year).subtract({ days: 1 }),
    nth(1, tuesday, 11, year),
  ],
  QLD: (year) => [nth(1, monday, 5, year), nth(1, monday, 10, year)],
  SA: (year) => [nth(2, monday, 3, year), nth(2, monday, 6, year), nth(1, monday, 10, year)],
  WA: (year) => [nth(1, monday, 3, year), nth(1, monday, 6, year), last(monday, 9, year)],
  TAS: (year) => [nth(2, monday, 3, year), nth(2, monday, 6, year)],
  NT: (year) => [nth(1, monday, 5, year), nth(2, monday, 6, year), nth(1, monday, 8, year)],
  ACT: (year) => [
    nth(2, monday, 3, year),
    onOrAfter(monday, Temporal.PlainDate.from({ year, month: 5, day: 27 })),
    nth(2, monday, 6, year),
    nth(1, monday, 10, year),
  ],
};

function nth(count: number, weekday: number, month: number, year: number): Temporal.PlainDate {
  return onOrAfter(weekday, Temporal.PlainDate.from({ year, month, day: 1 + 7 * (count - 1) }));
}

function last(weekday: number, month: number, year: number): Temporal.PlainDate {
  const end = Temporal.PlainDate.from({ year, month, day: 31 }); // in a shorter month, its last day
  return onOrAfter(weekday, end.subtract({ days: 6 }));
}

function onOrAfter(weekday: number, day: Temporal.PlainDate): Temporal.PlainDate {
  return day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
}

function mondayAfterWeekend(day: Temporal.PlainDate): Temporal.PlainDate {
  return isWeekend(day) ? onOrAfter(monday, day) : day;
}

/** If Anzac Day is on a weekend, the Monday after it is a holiday in some states. */
function anzacDayInLieu(day: Temporal.PlainDate, state: AustralianState): Temporal.PlainDate[] {
  const states: readonly AustralianState[] =
    day.dayOfWeek === saturday ? ['NSW', 'WA', 'ACT'] : ['NSW', 'WA', 'ACT', 'QLD', 'SA', 'NT'];
  return isWeekend(day) && states.includes(state) ? [onOrAfter(monday, day)] : [];
}

/** Christmas and Boxing Day, and the weekdays that replace them if they are on a weekend. */
function christmas(day: Temporal.PlainDate): Temporal.PlainDate[] {
  const boxingDay = day.add({ days: 1 });
  return [
    day,
    boxingDay,
    ...(day.dayOfWeek === saturday ? [onOrAfter(monday, day), onOrAfter(tuesday, day)] : []),
    ...(day.dayOfWeek === sunday ? [onOrAfter(tuesday, day)] : []),
    ...(boxingDay.dayOfWeek === saturday ? [onOrAfter(monday, boxingDay)] : []),
  ];
}

/** The algorithm of Meeus, Jones and Butcher for the Gregorian calendar. */
function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
}
