import { expect, it } from 'vitest';
import { afterWorkingDays } from './working-days.ts';

it.each([
  ['2026-11-23', 0, '2026-11-23'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-23', 7, '2026-12-02'],
])('From %s on, %i working days end on %s', (day, count, end) => {
  expect(afterWorkingDays(day, count)).toBe(end);
});
