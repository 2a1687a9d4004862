import { expect, test } from 'vitest';
import { chartOf, rangeOf, writeChoice } from './choices.ts';

test('an address without choices, or with nonsense, is by month and a line', () => {
  for (const search of ['', '?range=week&chart=pie']) {
    expect(rangeOf(new URLSearchParams(search))).toBe('month');
    expect(chartOf(new URLSearchParams(search))).toBe('line');
  }
});

test('only what is not the default stands in the address', () => {
  const daily = writeChoice(new URLSearchParams(), { range: 'day' });
  expect(String(daily)).toBe('range=day');
  expect(String(writeChoice(daily, { chart: 'bar' }))).toBe('range=day&chart=bar');
  expect(String(writeChoice(daily, { range: 'month' }))).toBe('');
});
