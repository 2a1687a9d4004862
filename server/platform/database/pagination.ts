import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Tables } from './tables.ts';

type ListedTable = 'users' | 'listings' | 'orders' | 'audit_entries';

export interface SortKey {
  by: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
}

export interface PageRequest {
  table: ListedTable;
  where: RawBuilder<boolean>;
  /** Rows that compare equal are ordered by ascending id. */
  order: readonly SortKey[];
  limit: number;
  offset: number;
}

export interface PageOfIds {
  /** In the requested order. */
  ids: string[];
  /** Number of rows on all pages. */
  total: number;
}

/**
 * Returns the ids of a page of a list. No index can find what a search finds; without a search an index has the order, and
 * `count` returns the number of rows on all pages.
 */
export function selectPage(
  reader: Reader,
  page: PageRequest,
  { isSearch, count }: { isSearch: boolean; count: () => Promise<number> },
): Promise<PageOfIds> {
  return isSearch ? pageFromScan(reader, page) : pageFromIndex(reader, page, count);
}

/**
 * Returns the ids of a page whose order an index has. The database skips the earlier pages in the index without reading rows,
 * and reads pages of the second half from the end, so that the last page is as cheap as the first. `count` returns the number
 * of rows on all pages.
 */
export async function pageFromIndex(
  reader: Reader,
  { table, where, order, limit, offset }: PageRequest,
  count: () => Promise<number>,
): Promise<PageOfIds> {
  const total = await count();
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return { ids: [], total };
  const isFromEnd = offset > total / 2;
  const keys = [...order, { by: sql`id`, direction: 'asc' } as const].map(({ by, direction }) =>
    (direction === 'asc') === isFromEnd ? sql`${by} desc` : sql`${by} asc`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${where} order by ${sql.join(keys)}
    limit ${wanted} offset ${isFromEnd ? total - offset - wanted : offset}`.execute(reader);
  const ids = rows.map((row) => row.id);
  return { ids: isFromEnd ? ids.reverse() : ids, total };
}

/** Returns the ids of a page that no index can find. Page and count come from a single scan of the table. */
export async function pageFromScan(
  reader: Reader,
  { table, where, order, limit, offset }: PageRequest,
): Promise<PageOfIds> {
  const names = order.map((_, position) => sql.ref(`key_${position}`));
  const columns = [sql`id`, ...order.map(({ by }, position) => sql`${by} as ${names[position]}`)];
  const keys = [...order.map(({ direction }, position) => sql`${names[position]} ${sql.raw(direction)}`), sql`id`];
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (select ${sql.join(columns)} from ${sql.table(table)} where ${where}),
      page as (select * from found order by ${sql.join(keys)} limit ${limit} offset ${offset})
    select page.id, counted.total from (select count(*) as total from found) counted left join page on 1 = 1
      order by ${sql.join(keys)}`.execute(reader);
  return { ids: rows.flatMap((row) => row.id ?? []), total: rows[0]?.total ?? 0 };
}

/** Returns the rows in the order of `ids`, without those that were deleted after the ids were read. */
export function orderByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Counts all rows of a table. */
export async function countRows(reader: Reader, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(reader);
  return rows[0]?.total ?? 0;
}

/** Sort key for empty values: last when ascending, first when descending. The indexes of 0001-shop.ts have the same expression. */
export const emptyLast = (isEmpty: RawBuilder<unknown>) => sql<0 | 1>`case when ${isEmpty} then 1 else 0 end`;
