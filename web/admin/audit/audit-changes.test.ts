import { expect, test } from 'vitest';
import { changesOf, inOneLine } from './audit-changes.ts';

const lines = (...records: Parameters<typeof changesOf>) => changesOf(...records).map(inOneLine);

test('only what differs is told, in the words of the shop', () => {
  const before = { id: 'moon', name: 'Moon', price_cents: 320_000, is_unique: 1, updated_at: 1, year: 2023, story: '' };
  const after = { ...before, price_cents: 335_050, is_unique: 0, updated_at: 2, year: null, story: 'Of a moon' };
  expect(lines(before, after)).toEqual([
    'Price: $3,200.00 → $3,350.50',
    'Unique: yes → no',
    'Year: 2023 → nothing',
    'Story: nothing → Of a moon',
  ]);
});

test('what was added came from nothing, what was deleted became nothing', () => {
  expect(lines(null, { isAdmin: true })).toEqual(['Admin: nothing → yes']);
  expect(lines({ status: 'paid' }, null)).toEqual(['Status: paid → nothing']);
  expect(lines(null, null)).toEqual([]);
});

test('pictures are told by their names', () => {
  const picture = { url: '/media/a/original.webp', alt: 'Whole' };
  expect(lines({ images: [] }, { images: [picture] })).toEqual(['Pictures: nothing → original.webp (Whole)']);
});
