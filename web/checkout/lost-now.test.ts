import { expect, test } from 'vitest';
import type { UnavailablePiece } from '#contract/checkout.ts';
import { firstEndOf, holdAfter, lostAfter } from './lost-now.ts';

const until = '2026-11-20T03:00:00.000Z';
const held: UnavailablePiece = { listingId: 'a', name: 'A', reason: 'held', until };
const sold: UnavailablePiece = { listingId: 'b', name: 'B', reason: 'sold' };

test('a reserved piece that is sold has been sold', () =>
  expect(lostAfter([held, sold], { listingId: 'a', state: 'sold' })).toEqual([
    { listingId: 'a', name: 'A', reason: 'sold' },
    sold,
  ]));

test('one that is free again is asked for', () =>
  expect(lostAfter([held], { listingId: 'a', state: 'available' })).toBe('ask'));

test('what says nothing new changes nothing', () => {
  const pieces = [held, sold];
  expect(lostAfter(pieces, { listingId: 'c', state: 'sold' })).toBe(pieces);
  expect(lostAfter(pieces, { listingId: 'b', state: 'sold' })).toBe(pieces);
  expect(lostAfter(pieces, { listingId: 'a', state: 'reserved', until })).toBe(pieces);
});

test('a hold that was got stays, though the stream tells of it only then', () => {
  const got = { phase: 'held', until: Date.parse(until), isLongest: false } as const;
  expect(holdAfter(got, { listingId: 'a', state: 'reserved', until })).toBe(got);
});

test('two lost pieces are followed one by one', () => {
  const lost = { phase: 'lost', pieces: [held, { ...held, listingId: 'c' }] } as const;
  const after = holdAfter(holdAfter(lost, { listingId: 'a', state: 'sold' }), { listingId: 'c', state: 'sold' });
  expect(after).toMatchObject({ pieces: [{ reason: 'sold' }, { reason: 'sold' }] });
});

test('the first hold of somebody else to end is the one that counts', () => {
  const later = { ...held, until: '2026-11-20T03:05:00.000Z' };
  expect(firstEndOf([sold, later, held])).toBe(Date.parse(until));
  expect(firstEndOf([sold])).toBeNull();
});
