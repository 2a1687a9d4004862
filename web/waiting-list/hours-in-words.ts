import { plural } from '@lingui/core/macro';
/** A number of hours as a text, in days if they are whole: "2 days" is easier to read than "48 hours". */
export function hoursInWords(hours: number): string {
  const days = hours / 24;
  if (Number.isInteger(days)) return plural(days, { one: 'one day', other: '# days' });
  return plural(hours, { one: 'one hour', other: '# hours' });
}
