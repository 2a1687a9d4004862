import { expect, test } from 'vitest';
import { axisTicks, shownLabels, view, widestBar } from './chart-geometry.ts';
import { axisLabel, periodName } from './period-labels.ts';

test.each([
  [14_382.5, 16_000],
  [16_000, 16_000],
  [0.04, 0.04],
  [0.99, 1],
  [999_999_999.99, 1_000_000_000],
  [0, 4],
])('an axis for sales of at most %d ends at %d', (highest, end) => {
  const ticks = axisTicks(highest);
  expect(ticks).toHaveLength(5);
  expect(ticks[4]).toBeCloseTo(end, 6);
  expect(ticks[4]).toBeGreaterThanOrEqual(highest);
  // 0, 25, 50, 75 and 100 %
  for (const [index, tick] of ticks.entries()) expect(tick).toBeCloseTo((ticks[4] * index) / 4, 6);
});

test('a bar is at most 15 % of the view wide', () => {
  expect(widestBar).toBeLessThanOrEqual(0.15 * view.width);
});

test('labels that would overlap are left out, but never the last one', () => {
  expect(shownLabels(Array.from({ length: 12 }, () => 'Nov 2026'))).toEqual([1, 3, 5, 7, 9, 11]);
  expect(shownLabels(Array.from({ length: 12 }, () => 'Nov'))).toHaveLength(12);
  expect(shownLabels(Array.from({ length: 30 }, () => '20 Nov')).at(-1)).toBe(29);
  expect(shownLabels([])).toEqual([]);
});

test('periods are named in full, and by the month alone below bars', () => {
  expect(periodName('2026-09-03', 'day')).toBe('3 Sep 2026');
  expect(periodName('2026-09', 'month')).toBe('Sep 2026');
  expect(periodName('2026', 'year')).toBe('2026');
  expect(axisLabel('2026-09', 'month', 'line')).toBe('Sep 2026');
  expect(axisLabel('2026-09', 'month', 'bar')).toBe('Sep');
});

test('labels are cut to 15 characters below a line and to 10 below bars', () => {
  const long = 'a very long period';
  expect(axisLabel(long, 'year', 'line')).toBe('a very long per…');
  expect(axisLabel(long, 'year', 'bar')).toBe('a very lon…');
});
