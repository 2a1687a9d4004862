import { redirect } from 'react-router';
import { limits } from '#contract/limits.ts';
import type { Failure } from '../../api.ts';
import { orLeave, requireAdmin } from '../admin-access.ts';
import { type Column, sortFieldsOf } from './column.ts';
import { pageAddress, readTableAddress, type TableAddress } from './table-address.ts';

export const rowsPerPage = 25;

/** The list request of the contract, as every endpoint of a list takes it (contract/lists.ts). */
export interface RowsQuery<Field extends string> {
  sort?: Field;
  order?: 'asc' | 'desc';
  q?: string;
  page: number;
  pageSize: number;
}

export type Rows<Row> = { success: true; rows: Row[]; total: number } | Failure;

/** Asks the server for rows. `search` for what a table has beyond the list request, e.g. a status. */
export type AskForRows<Row, Field extends string> = (
  query: RowsQuery<Field>,
  search: URLSearchParams,
  signal?: AbortSignal,
) => Promise<Rows<Row>>;

export interface TableContent<Row> {
  rows: Row[];
  /** Of all pages. */
  total: number;
  page: number;
  /** SPEC.md §8: a list that cannot be had is empty, and this says why. */
  failure: string | null;
}

/** The page of a table an address asks for. A page beyond the last one leads to the last one. */
export async function loadTable<Row, Field extends string>(
  request: Request,
  columns: readonly Column<Row, Field>[],
  ask: AskForRows<Row, Field>,
): Promise<TableContent<Row>> {
  await requireAdmin();
  const url = new URL(request.url);
  const address = readTableAddress(url.searchParams, sortFieldsOf(columns));
  const answer = orLeave(await ask(queryOf(address, address.page, rowsPerPage), url.searchParams, request.signal));
  if (!answer.success) return { rows: [], total: 0, page: 1, failure: answer.message };
  const last = Math.max(1, Math.ceil(answer.total / rowsPerPage));
  if (address.page > last) throw redirect(url.pathname + pageAddress(url.searchParams, last));
  return { rows: answer.rows, total: answer.total, page: address.page, failure: null };
}

/**
 * Every row an address asks for, on all pages, as few calls as possible one after the other. A row that slips onto the
 * next page meanwhile is in it once. `onProgress` hears how many there are so far.
 */
export async function loadAllRows<Row, Field extends string>(
  search: URLSearchParams,
  columns: readonly Column<Row, Field>[],
  ask: AskForRows<Row, Field>,
  idOf: (row: Row) => string,
  onProgress: (done: number, total: number) => void,
): Promise<Row[] | Failure> {
  const address = readTableAddress(search, sortFieldsOf(columns));
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const answer = await ask(queryOf(address, page, limits.pageSize), search);
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
