import { type TimeRange, timeRanges } from '#contract/states.ts';

/** docs/behaviour/analytics.md, 5. */
const chartTypes = ['line', 'bar'] as const;
export type ChartType = (typeof chartTypes)[number];
const defaultRange: TimeRange = 'month';
const defaultChart: ChartType = 'line';

export const rangeWords: Readonly<Record<TimeRange, string>> = { day: 'Daily', month: 'Monthly', year: 'Yearly' };
export const chartWords: Readonly<Record<ChartType, string>> = { line: 'Line Chart', bar: 'Bar Chart' };

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
