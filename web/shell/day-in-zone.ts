/** The day of a moment in a time zone: "2026-11-23". */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at);
}

/** The time of day of a moment in a time zone: "09:05". */
export function timeIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/**
 * The moment of a day ("2026-11-23") and a time ("09:05") in a time zone, ISO 8601. A time that a change of the clocks leaves out is the
 * one an hour later.
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

/** A moment near the middle of a day in a time zone, ISO 8601. Noon in UTC belongs to another day in the easternmost zones. */
export function momentOfDay(day: string, timeZone: string): string {
  const noon = `${day}T12:00:00.000Z`;
  return dayIn(timeZone, new Date(noon)) === day ? noon : `${day}T00:00:00.000Z`;
}
