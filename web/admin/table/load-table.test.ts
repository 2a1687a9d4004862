import { expect, test, vi } from 'vitest';
import type { Failure } from '../../api.ts';
import type { Column } from './column.ts';
import { loadAllRows, type RequestRows } from './load-table.ts';

interface Row {
  id: string;
}

const columns: Column<Row, 'id'>[] = [{ title: 'ID', sort: 'id', cell: ({ id }) => id }];
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${first + place}` }));
const load = (requestRows: RequestRows<Row, 'id'>) =>
  loadAllRows(
    new URLSearchParams('q=moon&sort=-id&page=3'),
    columns,
    requestRows,
    ({ id }) => id,
    () => {},
  );

test('loads all pages in order, and a row that moved to the next page only once', async () => {
  const requestRows = vi.fn<RequestRows<Row, 'id'>>(async ({ page, pageSize }) => ({
    success: true,
    rows: page === 1 ? rowsFrom(0, pageSize) : rowsFrom(pageSize - 1, 51),
    total: 251,
  }));
  expect(await load(requestRows)).toEqual(rowsFrom(0, 250));
  expect(requestRows.mock.calls.map(([query]) => query)).toEqual([
    { page: 1, pageSize: 200, q: 'moon', sort: 'id', order: 'desc' },
    { page: 2, pageSize: 200, q: 'moon', sort: 'id', order: 'desc' },
  ]);
});

test('returns the failure of any page instead of an incomplete file', async () => {
  const failure: Failure = { success: false, status: 503, message: 'Failed to fetch orders' };
  const requestRows: RequestRows<Row, 'id'> = async ({ page }) =>
    page === 1 ? { success: true, rows: rowsFrom(0, 200), total: 300 } : failure;
  expect(await load(requestRows)).toBe(failure);
});
