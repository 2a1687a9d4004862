import { t } from '@lingui/core/macro';
import { localeIn } from '#contract/languages.ts';
import { monthInWords } from '#contract/month-in-words.ts';
import { language } from '../../../language/language.ts';

/** Three months with their first and last day, as '2026-07-01'. */
export interface Quarter {
  from: string;
  to: string;
  /** 'July to September 2026'. */
  title: string;
}

/** The last `count` quarters up to the one of `day` ('2026-07-01'), newest first. */
export function quartersUpTo(day: string, count: number): Quarter[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const current = year * 4 + Math.floor((month - 1) / 3);
  return Array.from({ length: count }, (_, back) => quarterOf(current - back));
}

/** `number` counts quarters from the year 0. */
function quarterOf(number: number): Quarter {
  const [year, first] = [Math.floor(number / 4), (number % 4) * 3];
  const dayOf = (month: number, day: number) => new Date(Date.UTC(year, month, day));
  const inText = (date: Date) => date.toISOString().slice(0, 10);
  const [begin, end] = [dayOf(first, 1), dayOf(first + 3, 0)];
  const locale = localeIn(language, 'en-AU');
  const [firstMonth, lastMonth] = [monthInWords(begin, locale), monthInWords(end, locale)];
  return { from: inText(begin), to: inText(end), title: t`${firstMonth} to ${lastMonth} ${year}` };
}
