import { expect, test, vi } from 'vitest';
import type { Failure } from '../../api.ts';
import type { Column } from './column.ts';
import { type AskForRows, loadAllRows } from './load-table.ts';

interface Row {
  id: string;
}

const columns: Column<Row, 'id'>[] = [{ title: 'ID', sort: 'id', cell: ({ id }) => id }];
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${first + place}` }));
const load = (ask: AskForRows<Row, 'id'>) =>
  loadAllRows(
    new URLSearchParams('q=moon&sort=-id&page=3'),
    columns,
    ask,
    ({ id }) => id,
    () => {},
  );

test('all pages of what is looked for come in its order, a row that slipped onto the next page once', async () => {
  const ask = vi.fn<AskForRows<Row, 'id'>>(async ({ page, pageSize }) => ({
    success: true,
    rows: page === 1 ? rowsFrom(0, pageSize) : rowsFrom(pageSize - 1, 51),
    total: 251,
  }));
  expect(await load(ask)).toEqual(rowsFrom(0, 250));
  expect(ask.mock.calls.map(([query]) => query)).toEqual([
    { page: 1, pageSize: 200, q: 'moon', sort: 'id', order: 'desc' },
    { page: 2, pageSize: 200, q: 'moon', sort: 'id', order: 'desc' },
  ]);
});

test('half a file is none: a failure on the way is the answer', async () => {
  const failure: Failure = { success: false, status: 503, message: 'Failed to fetch orders' };
  const ask: AskForRows<Row, 'id'> = async ({ page }) =>
    page === 1 ? { success: true, rows: rowsFrom(0, 200), total: 300 } : failure;
  expect(await load(ask)).toBe(failure);
});
