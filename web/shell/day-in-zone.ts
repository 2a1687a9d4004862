/** The day of a moment in a time zone: "2026-11-23". */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at);
}

/** The time of day of a moment in a time zone: "09:05". */
export function timeIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/**
 * The moment of a day ("2026-11-23") and a time ("09:05") in a time zone, ISO 8601. A time that does not exist, because the clocks are
 * put forward then, becomes the time an hour later; in time zones behind UTC, an hour earlier.
 */
export function momentAt(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}:00.000Z`);
  const offsetAt = (moment: number) => {
    const at = new Date(moment);
    return Date.parse(`${dayIn(timeZone, at)}T${timeIn(timeZone, at)}:00.000Z`) - moment;
  };
  // The offset at the moment itself differs from the first guess near a change of the clocks.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess)).toISOString();
}

/** A moment that lies on `day` in a time zone, ISO 8601: noon in UTC, or midnight in UTC where noon in UTC is already the next day. */
export function momentOfDay(day: string, timeZone: string): string {
  const noon = `${day}T12:00:00.000Z`;
  return dayIn(timeZone, new Date(noon)) === day ? noon : `${day}T00:00:00.000Z`;
}
