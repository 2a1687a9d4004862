import { describe, expect, it } from 'vitest';
import { endOfBankingDays, isBankingDay } from './banking-days.ts';
import { withCheckDigit } from './customer-reference.ts';

const at = (time: string) => Date.parse(time);
const sydney = { count: 3, state: 'NSW', timeZone: 'Australia/Sydney' } as const;

describe('A reservation of three banking days', () => {
  it.each([
    ['on a Tuesday ends with Friday', '2026-11-24T10:00:00+11:00', '2026-11-28T00:00:00+11:00'],
    ['on a Friday ends with Wednesday', '2026-11-27T10:00:00+11:00', '2026-12-03T00:00:00+11:00'],
    ['before Christmas ends with the last day of the year', '2026-12-24T10:00:00+11:00', '2027-01-01T00:00:00+11:00'],
    ['before Easter skips four days', '2027-03-25T10:00:00+11:00', '2027-04-02T00:00:00+11:00'],
  ])('that begins %s', (_what, begin, end) => {
    expect(endOfBankingDays(at(begin), sydney)).toBe(at(end));
  });
});

// Published dates: NSW Industrial Relations, Business Victoria, and the governments of the other states.
describe('Not a banking day:', () => {
  it.each([
    ['the Monday after Australia Day on a Sunday', '2025-01-27', 'NSW'],
    ['the bank holiday of New South Wales', '2026-08-03', 'NSW'],
    ['Melbourne Cup Day', '2026-11-03', 'VIC'],
    ['Labour Day in Queensland', '2026-05-04', 'QLD'],
    ['Adelaide Cup Day', '2026-03-09', 'SA'],
    ['Western Australia Day', '2026-06-01', 'WA'],
    ['Eight Hours Day', '2026-03-09', 'TAS'],
    ['Picnic Day', '2026-08-03', 'NT'],
    ['Reconciliation Day', '2026-06-01', 'ACT'],
    ['the Monday after Boxing Day on a Saturday', '2026-12-28', 'NSW'],
    ['the Tuesday after Christmas on a Saturday', '2027-12-28', 'NSW'],
  ] as const)('%s', (_what, day, state) => {
    expect(isBankingDay(Temporal.PlainDate.from(day), state)).toBe(false);
  });
});

describe('The check digit of a customer reference', () => {
  it('follows the rule that the bank names', () => {
    expect(withCheckDigit('00001672', 'MOD10V01')).toBe('000016725');
    expect(withCheckDigit('12345', 'MOD10V05')).toBe('123455');
  });
});
