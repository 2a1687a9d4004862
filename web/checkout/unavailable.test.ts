import { expect, test } from 'vitest';
import type { UnavailableListing } from '#contract/checkout.ts';
import { applyEventToHold, firstHoldEnd, updateUnavailable } from './unavailable.ts';

const until = '2026-11-20T03:00:00.000Z';
const held: UnavailableListing = { listingId: 'a', name: 'A', reason: 'held', until };
const sold: UnavailableListing = { listingId: 'b', name: 'B', reason: 'sold' };

test('a listing held by another buyer becomes sold when it is sold', () =>
  expect(updateUnavailable([held, sold], { listingId: 'a', state: 'sold' })).toEqual([
    { listingId: 'a', name: 'A', reason: 'sold' },
    sold,
  ]));

test('a listing that is available again leads to a retry', () =>
  expect(updateUnavailable([held], { listingId: 'a', state: 'available' })).toBe('retry'));

test('an event about another listing, or with the known state, changes nothing', () => {
  const listings = [held, sold];
  expect(updateUnavailable(listings, { listingId: 'c', state: 'sold' })).toBe(listings);
  expect(updateUnavailable(listings, { listingId: 'b', state: 'sold' })).toBe(listings);
  expect(updateUnavailable(listings, { listingId: 'a', state: 'reserved', until })).toBe(listings);
});

test('a granted hold stays as it is when its own event arrives later', () => {
  const granted = { phase: 'held', until: Date.parse(until), isLongest: false } as const;
  expect(applyEventToHold(granted, { listingId: 'a', state: 'reserved', until })).toBe(granted);
});

test('two unavailable listings are updated one by one', () => {
  const hold = { phase: 'unavailable', listings: [held, { ...held, listingId: 'c' }] } as const;
  const first = applyEventToHold(hold, { listingId: 'a', state: 'sold' });
  const second = applyEventToHold(first, { listingId: 'c', state: 'sold' });
  expect(second).toMatchObject({ listings: [{ reason: 'sold' }, { reason: 'sold' }] });
});

test('returns the earliest end of the other buyers’ holds, and null if there is no such hold', () => {
  const later = { ...held, until: '2026-11-20T03:05:00.000Z' };
  expect(firstHoldEnd([sold, later, held])).toBe(Date.parse(until));
  expect(firstHoldEnd([sold])).toBeNull();
});
