import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { csvCell, csvOf } from './csv.ts';

interface Piece {
  name: string;
  price: number;
}

const columns: Column<Piece, string>[] = [
  { title: 'Name', cell: () => null, csv: ({ name }) => name },
  { title: 'Image', cell: () => null },
  { title: 'Price', cell: () => null, csv: ({ price }) => price },
];

test('a file has a byte order mark, a head, every row, and only columns that can be written', () => {
  const file = csvOf(columns, [{ name: 'Red "River" Moon', price: 3200.5 }]);
  expect(file).toBe('\uFEFF"Name","Price"\r\n"Red ""River"" Moon",3200.5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r\nx', '\uFF1D1', '\uFF20x', '=HYPERLINK("//x")'])(
  'what a spreadsheet would calculate begins with an apostrophe: %j',
  (text) => {
    expect(csvCell(text).startsWith(`"'`)).toBe(true);
  },
);

test.each(['Moon', 'a=b', '12-4', "'quoted'", ''])('what is no formula stays as it is: %j', (text) => {
  expect(csvCell(text)).toBe(`"${text}"`);
});

test('amounts stay numbers', () => {
  expect(csvCell(-12.5)).toBe('-12.5');
});
