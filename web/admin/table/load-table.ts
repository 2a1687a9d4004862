import { redirect } from 'react-router';
import { limits } from '#contract/limits.ts';
import type { Failure } from '../../api.ts';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { type Column, sortFieldsOf } from './column.ts';
import { pageAddress, pageOf, readTableAddress, type TableAddress } from './table-address.ts';

export const rowsPerPage = 25;

/** The query of a list endpoint (contract/lists.ts). */
export interface RowsQuery<Field extends string> {
  sort?: Field;
  order?: 'asc' | 'desc';
  q?: string;
  page: number;
  pageSize: number;
}

export type Rows<Row> = { success: true; rows: Row[]; total: number } | Failure;

/** Requests rows from the server. `search` has all parameters of the URL, also those that only one list knows, for example a status. */
export type RequestRows<Row, Field extends string> = (
  query: RowsQuery<Field>,
  search: URLSearchParams,
  signal?: AbortSignal,
) => Promise<Rows<Row>>;

export interface TableContent<Row> {
  rows: Row[];
  total: number;
  page: number;
  /** Why the list could not be loaded; `rows` is empty then (docs/behaviour/admin.md, 4). */
  failure: string | null;
}

/** Loads the page of a list that a URL names. For a page beyond the last one, it redirects to the last one. */
export async function loadTable<Row, Field extends string>(
  request: Request,
  columns: readonly Column<Row, Field>[],
  requestRows: RequestRows<Row, Field>,
): Promise<TableContent<Row>> {
  await requireAdmin();
  const url = new URL(request.url);
  const address = readTableAddress(url.searchParams, sortFieldsOf(columns));
  const answer = redirectIfDenied(await requestPage(url.searchParams, columns, requestRows, request.signal));
  if (!answer.success) return { rows: [], total: 0, page: 1, failure: answer.message };
  redirectFromBeyondLast(url, address.page, answer.total);
  return { rows: answer.rows, total: answer.total, page: address.page, failure: null };
}

/** Like `loadTable`, for a list that cannot be sorted or searched. */
export async function loadPage<Given extends { success: true; total: number }>(
  request: Request,
  requestPage: (query: { page: number; pageSize: number }) => Promise<Given | Failure>,
): Promise<{ answer: Given | Failure; page: number }> {
  await requireAdmin();
  const url = new URL(request.url);
  const page = pageOf(url.searchParams);
  const answer = redirectIfDenied(await requestPage({ page, pageSize: rowsPerPage }));
  if (answer.success) redirectFromBeyondLast(url, page, answer.total);
  return { answer, page };
}

/** For a page beyond the last one of a list with `total` rows, redirects to the last one. */
export function redirectFromBeyondLast(url: URL, page: number, total: number): void {
  const last = Math.max(1, Math.ceil(total / rowsPerPage));
  if (page > last) throw redirect(url.pathname + pageAddress(url.searchParams, last));
}

/** Requests the rows of the page of a list that a URL names. */
export function requestPage<Row, Field extends string>(
  search: URLSearchParams,
  columns: readonly Column<Row, Field>[],
  requestRows: RequestRows<Row, Field>,
  signal: AbortSignal,
): Promise<Rows<Row>> {
  const address = readTableAddress(search, sortFieldsOf(columns));
  return requestRows(queryOf(address, address.page, rowsPerPage), search, signal);
}

/**
 * Loads every row that matches a URL, page by page, with as few requests as possible. A row that moves to the next page
 * between two requests is included once. `onProgress` is called with the number of rows so far and of all rows.
 */
export async function loadAllRows<Row, Field extends string>(
  search: URLSearchParams,
  columns: readonly Column<Row, Field>[],
  requestRows: RequestRows<Row, Field>,
  idOf: (row: Row) => string,
  onProgress: (done: number, total: number) => void,
): Promise<Row[] | Failure> {
  const address = readTableAddress(search, sortFieldsOf(columns));
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const answer = await requestRows(queryOf(address, page, limits.pageSize), search);
    if (!answer.success) return answer;
    for (const row of answer.rows) rows.set(idOf(row), row);
    onProgress(rows.size, answer.total);
    if (page * limits.pageSize >= answer.total) return [...rows.values()];
  }
}

function queryOf<Field extends string>(
  { q, sorting }: TableAddress<Field>,
  page: number,
  pageSize: number,
): RowsQuery<Field> {
  return {
    page,
    pageSize,
    ...(q !== '' && { q }),
    ...(sorting && { sort: sorting.field, order: sorting.descending ? 'desc' : 'asc' }),
  };
}
