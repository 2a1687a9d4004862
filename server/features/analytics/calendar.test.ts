import { expect, it } from 'vitest';
import { localDay } from '#server/platform/local-day.ts';
import { periodOf, periodsUpTo } from './calendar.ts';

const sydney = 'Australia/Sydney';
const hour = 3_600_000;
const day = (text: string) => Temporal.PlainDate.from(text);
const hoursOf = (text: string, timeZone = sydney) => {
  const { from, until } = periodOf('day', day(text), timeZone);
  return (until - from) / hour;
};

it('A day has 25 or 23 hours when Sydney changes its clocks', () => {
  expect(periodOf('day', day('2026-04-05'), sydney)).toEqual({
    name: '2026-04-05',
    from: Date.parse('2026-04-04T13:00:00Z'),
    until: Date.parse('2026-04-05T14:00:00Z'),
  });
  expect(periodOf('day', day('2026-10-04'), sydney)).toEqual({
    name: '2026-10-04',
    from: Date.parse('2026-10-03T14:00:00Z'),
    until: Date.parse('2026-10-04T13:00:00Z'),
  });
  expect(['2026-04-04', '2026-04-06', '2026-10-03', '2026-10-05'].map((text) => hoursOf(text))).toEqual([
    24, 24, 24, 24,
  ]);
});

it('A day begins at one o’clock when clocks go forward at midnight', () => {
  expect(periodOf('day', day('2018-11-04'), 'America/Sao_Paulo').from).toBe(Date.parse('2018-11-04T03:00:00Z'));
  expect(hoursOf('2018-11-04', 'America/Sao_Paulo')).toBe(23);
});

it('Moments around New Year are on the right local day', () => {
  const newYear = Date.parse('2025-12-31T13:00:00Z');
  expect(localDay(newYear - 1, sydney).toString()).toBe('2025-12-31');
  expect(localDay(newYear, sydney).toString()).toBe('2026-01-01');
});

it('Consecutive days, months and years have no gaps and no overlaps', () => {
  for (const range of ['day', 'month', 'year'] as const) {
    const periods = periodsUpTo(day('2028-02-29'), range, 30, sydney);
    expect(periods).toHaveLength(30);
    for (const [index, period] of periods.entries()) {
      expect(period.until).toBeGreaterThan(period.from);
      if (index > 0) expect(period.from).toBe(periods[index - 1]?.until);
    }
  }
  const names = (range: 'day' | 'month' | 'year') =>
    periodsUpTo(day('2028-03-01'), range, 3, sydney).map((period) => period.name);
  expect(names('day')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(names('month')).toEqual(['2028-01', '2028-02', '2028-03']);
  expect(names('year')).toEqual(['2026', '2027', '2028']);
});
