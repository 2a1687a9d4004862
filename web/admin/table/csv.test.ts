import { expect, test } from 'vitest';
import { csvCell } from '#contract/csv.ts';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';

interface Listing {
  name: string;
  price: number;
}

const columns: Column<Listing, string>[] = [
  { title: 'Name', cell: () => null, csv: ({ name }) => name },
  { title: 'Image', cell: () => null },
  { title: 'Price', cell: () => null, csv: ({ price }) => price },
];

const shop = {
  name: 'Lacquer',
  currency: 'AUD',
  timezone: 'Australia/Sydney',
  publicUrl: '',
  logo: null,
  logoDark: null,
  payments: { mode: 'simulated' as const, methods: [] },
  delivery: { offered: false },
  contact: {},
  contactLines: [],
  emails: {},
  policies: [],
  artists: false,
  certificates: false,
};

test('writes a byte order mark, a head and every row, without columns that have no CSV value', () => {
  const file = csvOf(columns, [{ name: 'Red "River" Moon', price: 3200.5 }], shop);
  expect(file).toBe('\uFEFF"Name","Price"\r\n"Red ""River"" Moon",3200.5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r\nx', '\uFF1D1', '\uFF20x', '=HYPERLINK("//x")'])(
  'puts an apostrophe before a text that a spreadsheet could read as a formula: %j',
  (text) => {
    expect(csvCell(text).startsWith(`"'`)).toBe(true);
  },
);

test.each(['Moon', 'a=b', '12-4', "'quoted'", ''])('does not change %j, which is not a formula', (text) => {
  expect(csvCell(text)).toBe(`"${text}"`);
});

test('writes amounts as numbers', () => {
  expect(csvCell(-12.5)).toBe('-12.5');
});
