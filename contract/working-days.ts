/** The day that is `count` working days (Monday to Friday, holidays too) after `day`. Days are texts like "2026-11-23". */
export function afterWorkingDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
