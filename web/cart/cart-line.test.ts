import { expect, test } from 'vitest';
import { type CartLine, lineAfter, parseLines, standingOf, totalOf } from './cart-line.ts';

const line = (id: string, changes: Partial<CartLine> = {}): CartLine => ({
  ...{
    id,
    name: id,
    price: 10.1,
    series: '',
    images: [],
    imageSet: [],
    unique: true,
    sold: false,
    status: 'available',
  },
  ...changes,
});

test('what was stored is read again as it was', () => {
  const lines = [line('a', { unsaved: true }), line('b', { sold: true, status: 'sold' })];
  expect(parseLines(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
});

test.each([
  ['no array', { id: 'a' }],
  ['null', null],
  ['text', 'cart'],
  ['nothing in it that is a piece', [null, 3, {}, { id: '' }]],
])('%s is an empty cart', (_, stored) => expect(parseLines(stored)).toEqual([]));

test('an entry without a usable id, name or price is left out, a double one is one', () => {
  const broken = [
    { ...line('a'), price: '10' },
    { ...line('b'), price: Number.NaN },
    { ...line('c'), name: 7 },
  ];
  expect(parseLines([...broken, line('d'), line('d')]).map(({ id }) => id)).toEqual(['d']);
});

test('a product object of SPEC.md is enough: its first image is shown', () => {
  const [read] = parseLines([{ id: 'a', name: 'A', price: 5, images: ['/media/1.webp', 9], sold: true }]);
  expect(read).toMatchObject({
    status: 'sold',
    images: ['/media/1.webp'],
    imageSet: [{ url: '/media/1.webp', width: 0 }],
  });
});

test('what cannot be bought any more is marked, and out of the total', () => {
  const lines = [
    line('a'),
    line('b', { status: 'sold' }),
    line('c', { status: 'discontinued' }),
    line('d', { price: 0.2 }),
  ];
  expect(lines.map(standingOf)).toEqual([null, 'SOLD', 'No longer available', null]);
  expect(totalOf(lines)).toBe(10.3);
});

test.each([
  ['sold', { status: 'sold', sold: true }],
  ['discontinued', { status: 'discontinued' }],
  ['deleted', { status: 'discontinued' }],
  ['reserved', { reserved: true as const }],
  ['available', {}],
] as const)('a line whose piece is %s now says so', (state, changes) => {
  const before = line('a', state === 'reserved' ? {} : { reserved: true });
  expect(lineAfter(before, { listingId: 'a', state })).toEqual(line('a', changes));
  expect(lineAfter(before, { listingId: 'b', state })).toBe(before);
});
