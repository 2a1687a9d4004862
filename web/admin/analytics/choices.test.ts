import { expect, test } from 'vitest';
import { chartOf, inAddress, rangeOf } from './choices.ts';

test('missing or invalid parameters stand for months and a line', () => {
  for (const search of ['', '?range=week&chart=pie']) {
    expect(rangeOf(new URLSearchParams(search))).toBe('month');
    expect(chartOf(new URLSearchParams(search))).toBe('line');
  }
});

test('defaults are left out of the URL', () => {
  expect((['day', 'month', 'year', 'line', 'bar'] as const).map(inAddress)).toEqual(['day', null, 'year', null, 'bar']);
});
