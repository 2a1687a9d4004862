import { expect, test } from 'vitest';
import { changedAddress, nextSorting, pageAddress, readTableAddress, writeSorting } from './table-address.ts';

const fields = ['date', 'name'] as const;
const read = (search: string) => readTableAddress(new URLSearchParams(search), fields);

test('reads search, sort order and page from the URL', () => {
  expect(read('q=+moon+&sort=-date&page=3')).toEqual({
    q: 'moon',
    sorting: { field: 'date', descending: true },
    page: 3,
  });
});

test.each(['', 'sort=price&page=0', 'sort=--date&page=-1', 'sort=-&page=1.5', 'page=99999999', 'sort=constructor'])(
  'ignores missing and invalid parameters: %j',
  (search) => {
    expect(read(search)).toEqual({ q: '', sorting: null, page: 1 });
  },
);

test('sorts ascending at the first click, descending at the second, ascending at the third', () => {
  const first = nextSorting(null, 'name');
  const second = nextSorting(first, 'name');
  expect([first, second, nextSorting(second, 'name')].map(writeSorting)).toEqual(['name', '-name', 'name']);
  expect(writeSorting(nextSorting(second, 'date'))).toBe('date');
});

test('a change keeps the other parameters and returns to the first page', () => {
  const search = new URLSearchParams('status=paid&page=4&q=moon');
  expect(changedAddress(search, { sort: '-date', q: '' })).toBe('?status=paid&sort=-date');
  expect(pageAddress(search, 5)).toBe('?status=paid&q=moon&page=5');
  expect(pageAddress(search, 1)).toBe('?status=paid&q=moon');
});
