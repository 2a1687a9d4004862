import { expect, test } from 'vitest';
import { collectionSearchOf } from './collection-search.ts';

test.each([
  ['1000', 1000],
  ['1,000', 1000],
  ['$500', 500],
  ['$ 1 250.00', 1250],
  ['99.50', 100],
  ['cheap', null],
  ['-5', null],
  ['12345678901', null],
])('a price of %j is read as %j', (typed, price) => {
  expect(collectionSearchOf(new URLSearchParams({ 'price-from': typed })).priceFrom).toBe(price);
});
