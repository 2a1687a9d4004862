/** The day of a moment in a time zone: "2026-11-23". */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at);
}

/** A moment near the middle of a day in a time zone, ISO 8601. Noon in UTC belongs to another day in the easternmost zones. */
export function momentOfDay(day: string, timeZone: string): string {
  const noon = `${day}T12:00:00.000Z`;
  return dayIn(timeZone, new Date(noon)) === day ? noon : `${day}T00:00:00.000Z`;
}
