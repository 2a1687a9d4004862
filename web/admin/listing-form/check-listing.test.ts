import { expect, test } from 'vitest';
import { newListing } from '#contract/catalog.ts';
import { priceOf, yearOf } from '#contract/typed-numbers.ts';
import { checkListing as check } from './check-listing.ts';
import { draftOf, type ListingDraft, newListingOf } from './listing-draft.ts';

const filled: ListingDraft = { ...draftOf(null), name: 'Red River Moon', price: '3200' };

const checkListing = (draft: ListingDraft) => check(draft, 'AUD');

test('checks a commission only while the field for it is shown', () => {
  const draft = { ...filled, commissionPercent: 'abc' };
  expect(checkListing(draft)).toBeNull();
  expect(checkListing({ ...draft, taxStatus: 'consigned' })?.fields).toHaveProperty('commissionPercent');
});

test('requires name and price', () => {
  const problems = checkListing({ ...filled, name: '  ', price: '' });
  expect(problems?.message).toBe('Please fill in required fields (Name and Price)');
  expect(Object.keys(problems?.fields ?? {})).toEqual(['name', 'price']);
  expect(checkListing(filled)).toBeNull();
});

test.each([
  '0',
  '0.00',
  '10000000',
  '9'.repeat(40),
  '9,999,999.995',
  '1.234',
  'ten',
  '-1',
  '1e3',
  '1,25',
  '1250,50',
  '.',
  '$',
])('a price of %j is refused', (price) => {
  expect(checkListing({ ...filled, price })?.fields).toHaveProperty('price');
});

test.each([
  ['0.01', 0.01],
  ['9999999.99', 9_999_999.99],
  ['$1,250.50', 1250.5],
  [' 19.99 ', 19.99],
  ['.5', 0.5],
])('a price of %j is %d dollars', (typed, dollars) => {
  expect(checkListing({ ...filled, price: typed })).toBeNull();
  expect(priceOf(typed)).toBe(dollars);
});

test('checks the price for the currency of the shop', () => {
  expect(check({ ...filled, price: '₫25,000,000' }, 'VND')).toBeNull();
  expect(check({ ...filled, price: '321.50' }, 'VND')?.fields.price).toBe('A price in VND is a whole number');
});

test.each(['20x', '2023.5', '0', '10000', '-5'])('refuses the year %j', (year) => {
  expect(checkListing({ ...filled, year })?.fields).toHaveProperty('year');
});

test('accepts an empty year', () => {
  expect(checkListing({ ...filled, year: ' ' })).toBeNull();
  expect(yearOf(' ')).toBeUndefined();
});

test('accepts nothing that the contract refuses', () => {
  for (const price of ['0.01', '9999999.99', '$1,250.50', '19.99'])
    for (const year of ['', '1', '2023', '9999']) {
      const draft = { ...filled, price, year, images: [{ url: 'https://example.org/a.jpg', alt: 'A moon' }] };
      expect(checkListing(draft)).toBeNull();
      expect(newListing.safeParse(newListingOf(draft)).success, `${price} ${year}`).toBe(true);
    }
});
