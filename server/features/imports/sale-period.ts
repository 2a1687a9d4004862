/** When a file is read, in epoch milliseconds, and the time zone of those dates in it that name none. */
export interface ReadingTime {
  now: number;
  timeZone: string;
}

/**
 * Whether a sale is on. Dates are like `2026-11-25`, `2026-11-25 18:00:00` or `2026-11-25T18:00:00+11:00`; an empty one sets no limit,
 * and a last day without a time is included as a whole. Null if a date cannot be read.
 */
export function isInSalePeriod(starts: string, ends: string, { now, timeZone }: ReadingTime): boolean | null {
  const from = starts.trim() === '' ? Number.NEGATIVE_INFINITY : momentOf(starts, timeZone, 0);
  const until = ends.trim() === '' ? Number.POSITIVE_INFINITY : momentOf(ends, timeZone, 1);
  return from === null || until === null ? null : from <= now && now < until;
}

/** A date in epoch milliseconds; null if it cannot be read. Without a time it is midnight, at the beginning of the day `days` later. */
function momentOf(text: string, timeZone: string, days: 0 | 1): number | null {
  const shape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:?\d\d)?)?$/i;
  const [, day, time, zone] = shape.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  try {
    if (zone !== undefined) return Temporal.Instant.from(`${day}T${time}${zone}`).epochMilliseconds;
    const date = Temporal.PlainDate.from(day);
    if (time !== undefined) return date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
    return date.add({ days }).toZonedDateTime(timeZone).epochMilliseconds;
  } catch (error) {
    // The day or the time does not exist.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
