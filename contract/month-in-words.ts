/**
 * The month of a moment (UTC) as it is written within a sentence: "October", "tháng 10". The format has a day, because without one Intl
 * would write "Tháng" in Vietnamese.
 */
export function monthInWords(moment: Date | number, locale: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(moment);
  return parts.find(({ type }) => type === 'month')?.value ?? '';
}
