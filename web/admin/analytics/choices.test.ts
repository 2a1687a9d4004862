import { expect, test } from 'vitest';
import { chartOf, inAddress, rangeOf } from './choices.ts';

test('shows months and a line for missing or invalid parameters', () => {
  for (const search of ['', '?range=week&chart=pie']) {
    expect(rangeOf(new URLSearchParams(search))).toBe('month');
    expect(chartOf(new URLSearchParams(search))).toBe('line');
  }
});

test('leaves defaults out of the URL', () => {
  expect((['day', 'month', 'year', 'line', 'bar'] as const).map(inAddress)).toEqual(['day', null, 'year', null, 'bar']);
});
