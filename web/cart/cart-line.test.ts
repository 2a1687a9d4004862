import { expect, test } from 'vitest';
import { applyEventToLine, type CartLine, parseLines, totalOf, unavailableLabel } from './cart-line.ts';

const line = (id: string, changes: Partial<CartLine> = {}): CartLine => ({
  id,
  name: id,
  price: 10.1,
  series: '',
  images: [],
  imageSet: [],
  unique: true,
  sold: false,
  status: 'available',
  ...changes,
});

test('reads stored lines back unchanged', () => {
  const lines = [line('a', { unsaved: true }), line('b', { sold: true, status: 'sold' })];
  expect(parseLines(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
});

test.each([
  ['a value that is not an array', { id: 'a' }],
  ['null', null],
  ['a text', 'cart'],
  ['an array without a valid line', [null, 3, {}, { id: '' }]],
])('%s gives an empty cart', (_, stored) => expect(parseLines(stored)).toEqual([]));

test('skips entries without a valid id, name or price, and duplicates', () => {
  const broken = [
    { ...line('a'), price: '10' },
    { ...line('b'), price: Number.NaN },
    { ...line('b'), price: 1e300 },
    { ...line('c'), name: 7 },
  ];
  expect(parseLines([...broken, line('d'), line('d')]).map(({ id }) => id)).toEqual(['d']);
});

test('accepts a minimal product object and uses its first image', () => {
  const [read] = parseLines([{ id: 'a', name: 'A', price: 5, images: ['/media/1.webp', 9], sold: true }]);
  expect(read).toMatchObject({
    status: 'sold',
    images: ['/media/1.webp'],
    imageSet: [{ url: '/media/1.webp', width: 0 }],
  });
});

test('marks lines that can no longer be bought and leaves them out of the total', () => {
  const lines = [
    line('a'),
    line('b', { status: 'sold' }),
    line('c', { status: 'discontinued' }),
    line('d', { price: 0.2 }),
  ];
  expect(lines.map(unavailableLabel)).toEqual([null, 'SOLD', 'No longer available', null]);
  expect(totalOf(lines)).toBe(10.3);
});

test.each([
  ['sold', { status: 'sold', sold: true }],
  ['discontinued', { status: 'discontinued' }],
  ['deleted', { status: 'discontinued' }],
  ['reserved', { reserved: true as const }],
  ['available', {}],
] as const)('updates a line after its listing became %s', (state, changes) => {
  const before = line('a', state === 'reserved' ? {} : { reserved: true });
  expect(applyEventToLine(before, { listingId: 'a', state })).toEqual(line('a', changes));
  expect(applyEventToLine(before, { listingId: 'b', state })).toBe(before);
});
