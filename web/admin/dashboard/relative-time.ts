import { t } from '@lingui/core/macro';
import { language } from '../../language/language.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The units with their length in milliseconds, longest first. Months and years have their average length. */
const units = [
  ['year', 365.25 * day],
  ['month', 30.44 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });

/**
 * A relative time such as "2 minutes ago", from epoch milliseconds. Less than a minute ago, or in the future, is "just
 * now".
 */
export function relativeTime(moment: number, now: number): string {
  const passed = now - moment;
  for (const [unit, length] of units) {
    if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  }
  return t`just now`;
}
