import type { TimeRange } from '#contract/states.ts';
import type { ChartType } from './choices.ts';

/** "2026-11-20", "2026-11" or "2026" of the wire as people say it: "20 Nov 2026", "Nov 2026", "2026". */
export function periodName(period: string, range: TimeRange): string {
  if (range === 'year') return period;
  return range === 'month' ? inWords(period, monthAndYear) : inWords(period, wholeDay);
}

/** The same below a chart, where there is little room; SPEC.md §9 cuts it to 15 characters (line) or 10 (bars). */
export function axisLabel(period: string, range: TimeRange, chart: ChartType): string {
  return cut(shortName(period, range, chart), chart === 'line' ? 15 : 10);
}

function shortName(period: string, range: TimeRange, chart: ChartType): string {
  if (range === 'day') return inWords(period, dayAndMonth);
  return range === 'month' && chart === 'bar' ? inWords(period, month) : periodName(period, range);
}

export function cut(label: string, most: number): string {
  return label.length > most ? `${label.slice(0, most)}…` : label;
}

const wholeDay = formatter({ day: 'numeric', month: 'short', year: 'numeric' });
const dayAndMonth = formatter({ day: 'numeric', month: 'short' });
const monthAndYear = formatter({ month: 'short', year: 'numeric' });
const month = formatter({ month: 'short' });

/** A period is a date of the calendar: no time zone moves it. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
}

function inWords(period: string, format: Intl.DateTimeFormat): string {
  const date = new Date(period);
  return Number.isNaN(date.getTime()) ? period : format.format(date);
}
