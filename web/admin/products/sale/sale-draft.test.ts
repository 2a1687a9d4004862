import { expect, test } from 'vitest';
import { emptySale, saleOf, totalOf } from './sale-draft.ts';

const draftOf = (...prices: string[]) => ({
  ...emptySale([], '2026-11-23'),
  name: 'Anna',
  prices: Object.fromEntries(prices.map((price, index) => [`piece-${index}`, price])),
});

test.each([
  [['1,250.00', '50.5'], 1300.5],
  [['1250', ''], null],
  [['1250', 'ten'], null],
  // The number of a receipt, typed into the field of a price.
  [['100000000000000', '50'], null],
])('prices of %j sum to %s', (prices, sum) => {
  expect(totalOf(draftOf(...prices))).toBe(sum);
});

test('a price that is too large is refused at its field', () => {
  const draft = draftOf('100000000000000');
  expect(saleOf([{ id: 'piece-0' }], draft, '2026-11-23')).toEqual({
    fields: { 'piece-0': 'Please enter a smaller amount' },
  });
});
