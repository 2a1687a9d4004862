import { expect, it } from 'vitest';
import { endOfDay, movedUp } from './link-draft.ts';

it('ends an offer at the midnight after its last day, in the time zone of the shop', () => {
  expect(endOfDay('2026-11-29', 'Australia/Sydney')).toBe('2026-11-29T13:00:00.000Z');
  expect(endOfDay('2026-11-29', 'UTC')).toBe('2026-11-30T00:00:00.000Z');
  expect(endOfDay('2026-11-29', 'America/Los_Angeles')).toBe('2026-11-30T08:00:00.000Z');
  expect(endOfDay('2026-11-29', 'Asia/Kathmandu')).toBe('2026-11-29T18:15:00.000Z');
});

it('moves a piece up', () => {
  const listings = ['a', 'b', 'c'].map((listingId) => ({ listingId, name: '', words: '', price: '' }));
  expect(movedUp(listings, 2).map(({ listingId }) => listingId)).toEqual(['a', 'c', 'b']);
});
