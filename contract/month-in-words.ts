/** The month of a moment in UTC as within a sentence: "October", "tháng 10". Without a day, Vietnamese would have a capital letter. */
export function monthInWords(moment: Date | number, locale: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(moment);
  return parts.find(({ type }) => type === 'month')?.value ?? '';
}
