import { expect, test } from 'vitest';
import { quartersUpTo } from './quarters.ts';

test('quarters are three months each, newest first, also across the end of a year', () => {
  expect(quartersUpTo('2026-02-28', 3)).toEqual([
    { from: '2026-01-01', to: '2026-03-31', title: 'January to March 2026' },
    { from: '2025-10-01', to: '2025-12-31', title: 'October to December 2025' },
    { from: '2025-07-01', to: '2025-09-30', title: 'July to September 2025' },
  ]);
});
