import { expect, test } from 'vitest';
import {
  asCents,
  formatPrice,
  formatRoundPrice,
  isNamedInPrices,
  plainPrice,
  price,
  priceProblem,
  smallestAmount,
  sumCents,
  toCents,
} from './money.ts';

test.each([
  ['AUD', 1250, '$1,250.00', '1250.00'],
  ['AUD', 0.1, '$0.10', '0.10'],
  ['AUD', -12.5, '-$12.50', '-12.50'],
  ['USD', 1250.5, '$1,250.50', '1250.50'],
  ['EUR', 1250, '€1,250.00', '1250.00'],
  ['VND', 321, '₫321', '321'],
  ['VND', 25_000_000, '₫25,000,000', '25000000'],
  ['JPY', 321, '¥321', '321'],
  ['KWD', 321, 'KWD\u00A0321.000', '321.000'],
])('formats %s %d as %s, and as %s for machines', (currency, amount, formatted, plain) => {
  expect(formatPrice(amount, currency)).toBe(formatted);
  expect(plainPrice(amount, currency)).toBe(plain);
});

test('shows fractions that the currency does not have instead of rounding them', () => {
  expect(formatPrice(321.5, 'VND')).toBe('₫321.5');
  expect(plainPrice(321.5, 'VND')).toBe('321.50');
});

test('abbreviates the amounts of an axis', () => {
  const short = (currency: string) => [0, 4000, 0.25, 12_500_000].map((amount) => formatRoundPrice(amount, currency));
  expect(short('AUD')).toEqual(['$0', '$4,000', '$0.25', '$12.5M']);
  expect(short('VND').at(-1)).toBe('₫12.5M');
});

test.each([
  ['AUD', 0.01, null],
  ['AUD', 9_999_999.99, null],
  ['AUD', 10_000_000, 'A price is at most 9,999,999.99'],
  ['VND', 25_000_000, null],
  ['VND', 999_999_999, null],
  ['VND', 321.5, 'A price in VND is a whole number'],
  ['JPY', 0.01, 'A price in JPY is a whole number'],
  ['KWD', 12.25, null],
])('in %s a price of %d has the problem: %s', (currency, amount, problem) => {
  expect(priceProblem(amount, currency)).toBe(problem);
  expect(price.safeParse(amount).success).toBe(true);
});

test('the smallest amount and whether prices contain the currency code depend on the currency', () => {
  expect(['AUD', 'VND', 'JPY', 'KWD'].map(smallestAmount)).toEqual([1, 100, 100, 1]);
  expect(['AUD', 'VND', 'KWD', 'CHF'].map(isNamedInPrices)).toEqual([false, false, true, true]);
});

test.each([1e300, -1e300, 1e16])('refuses the price %d with a message that names a limit', (amount) => {
  expect(price.safeParse(amount).error?.issues[0]?.message).toMatch(/^A price is at (most|least) /);
});

test('names the highest price also if a price is too large for an amount of cents', () => {
  expect(priceProblem(1e300, 'AUD')).toBe('A price is at most 9,999,999.99');
});

test('adds cents, and throws for cents that are no integer', () => {
  expect(sumCents([asCents(1_999), toCents(0.1), asCents(-5)])).toBe(2_004);
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => asCents(amount)).toThrow(RangeError);
});
