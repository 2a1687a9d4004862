import type { TimeRange } from '#contract/states.ts';

/** A day, month or year in the shop's time zone: from `from` to before `until`, epoch milliseconds. */
export interface Period {
  /** `2026-11-20`, `2026-11` or `2026`. */
  name: string;
  from: number;
  until: number;
}

/** `count` consecutive periods; the last one contains `day`. */
export function periodsUpTo(day: Temporal.PlainDate, range: TimeRange, count: number, timeZone: string): Period[] {
  const last = firstDayOf(range, day);
  return Array.from({ length: count }, (_, index) =>
    periodOf(range, last.subtract({ [`${range}s`]: count - 1 - index }), timeZone),
  );
}

/** The day, month or year that contains `day`. */
export function periodOf(range: TimeRange, day: Temporal.PlainDate, timeZone: string): Period {
  const first = firstDayOf(range, day);
  return {
    name: first.toString().slice(0, nameLengths[range]),
    from: firstMoment(first, timeZone),
    until: firstMoment(first.add({ [`${range}s`]: 1 }), timeZone),
  };
}

const nameLengths: Readonly<Record<TimeRange, number>> = { day: 10, month: 7, year: 4 };

function firstDayOf(range: TimeRange, day: Temporal.PlainDate): Temporal.PlainDate {
  if (range === 'day') return day;
  return range === 'month' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 });
}

/** The start of a day, epoch milliseconds. It is not always midnight: if clocks go forward at midnight, it is one o'clock. */
function firstMoment(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds;
}
