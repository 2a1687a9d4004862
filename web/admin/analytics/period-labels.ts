import type { TimeRange } from '#contract/states.ts';
import { language } from '../../language/language.ts';
import type { ChartType } from './choices.ts';

/**
 * Formats a period of the API ("2026-11-20", "2026-11" or "2026") as "20 Nov 2026", "Nov 2026" or "2026". In
 * other languages than English it is the numeric form: "20/11/2026".
 */
export function periodName(period: string, range: TimeRange): string {
  const { year, month, day } = partsOf(period);
  if (range === 'year') return year;
  if (language !== 'en')
    return formatted(period, { year: 'numeric', month: 'numeric', ...(range === 'day' && { day: 'numeric' }) });
  return range === 'month' ? `${month} ${year}` : `${day} ${month} ${year}`;
}

/** The label of a period below a chart, cut to 15 characters (line) or 10 (bars) (docs/behaviour/analytics.md, 6). */
export function axisLabel(period: string, range: TimeRange, chart: ChartType): string {
  return cut(shortName(period, range, chart), chart === 'line' ? 15 : 10);
}

function shortName(period: string, range: TimeRange, chart: ChartType): string {
  const { month, day } = partsOf(period);
  if (range === 'day')
    return language === 'en' ? `${day} ${month}` : formatted(period, { day: 'numeric', month: 'numeric' });
  if (range === 'year' || chart === 'line') return periodName(period, range);
  return language === 'en' ? month : formatted(period, { month: 'long' });
}

function cut(label: string, most: number): string {
  return label.length > most ? `${label.slice(0, most)}…` : label;
}

function formatted(period: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(new Date(period));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function partsOf(period: string): { year: string; month: string; day: number } {
  const [year = period, month = '1', day = '1'] = period.split('-');
  return { year, month: months[Number(month) - 1] ?? month, day: Number(day) };
}
