import { t } from '@lingui/core/macro';
import { type TimeRange, timeRanges } from '#contract/states.ts';

/** The charts that the page offers (docs/behaviour/analytics.md, 5). */
const chartTypes = ['line', 'bar'] as const;
export type ChartType = (typeof chartTypes)[number];
const defaultRange: TimeRange = 'month';
const defaultChart: ChartType = 'line';

export const rangeWords: Readonly<Record<TimeRange, string>> = { day: t`Daily`, month: t`Monthly`, year: t`Yearly` };
export const chartWords: Readonly<Record<ChartType, string>> = { line: t`Line Chart`, bar: t`Bar Chart` };

export const salesBy: Readonly<Record<TimeRange, string>> = {
  day: t`Sales by day`,
  month: t`Sales by month`,
  year: t`Sales by year`,
};

/** The value of the `?range=` parameter. */
export function rangeOf(search: URLSearchParams): TimeRange {
  return timeRanges.find((range) => range === search.get('range')) ?? defaultRange;
}

/** The value of the `?chart=` parameter. */
export function chartOf(search: URLSearchParams): ChartType {
  return chartTypes.find((chart) => chart === search.get('chart')) ?? defaultChart;
}

/** The parameter's value for a choice; null for the default, which is not in the URL. */
export function inAddress(choice: TimeRange | ChartType): string | null {
  return choice === defaultRange || choice === defaultChart ? null : choice;
}
