import { type TimeRange, timeRanges } from '#contract/states.ts';

/** SPEC.md §9. */
const chartTypes = ['line', 'bar'] as const;
export type ChartType = (typeof chartTypes)[number];
const defaultRange: TimeRange = 'month';
const defaultChart: ChartType = 'line';

export const rangeWords: Readonly<Record<TimeRange, string>> = { day: 'Daily', month: 'Monthly', year: 'Yearly' };
export const chartWords: Readonly<Record<ChartType, string>> = { line: 'Line Chart', bar: 'Bar Chart' };

/** `?range=` of an address. */
export function rangeOf(search: URLSearchParams): TimeRange {
  return timeRanges.find((range) => range === search.get('range')) ?? defaultRange;
}

/** `?chart=` of an address. */
export function chartOf(search: URLSearchParams): ChartType {
  return chartTypes.find((chart) => chart === search.get('chart')) ?? defaultChart;
}

/** The address after a choice; what is the default stands in none. */
export function writeChoice(
  search: URLSearchParams,
  { range = rangeOf(search), chart = chartOf(search) }: { range?: TimeRange; chart?: ChartType },
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('range');
  next.delete('chart');
  if (range !== defaultRange) next.set('range', range);
  if (chart !== defaultChart) next.set('chart', chart);
  return next;
}
