import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { findByIndex, type SubstringTable } from './dialect.ts';
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

/** A search of the texts that `createSubstringIndex` has indexed. */
export interface TextSearch {
  table: SubstringTable;
  /** Folded texts. A row is found if it contains at least one of them. */
  texts: readonly string[];
  /** Whether a row contains one of `texts`. */
  contains: RawBuilder<boolean>;
  /** The rows that the list never shows, as SQL of the form `table where condition`; null if the list has further filters. */
  leftOut: RawBuilder<unknown> | null;
  /** A condition for the rows that `contains` finds by a text outside of the index; null if there are none. */
  besides?: RawBuilder<boolean> | null;
}

/**
 * Returns the ids of a page of a list. `page.where` does not contain the search, and `count` returns the number of rows on all pages
 * without a search. Without a search the page is read along an index that has the order. With a search the index of the texts is asked
 * first: at most `fewRows` rows are read and sorted; if it finds more, the page is read along the index that has the order. If the index
 * of the texts cannot be used, or if the list has further filters, a scan reads every row.
 */
export async function selectPage(
  reader: Reader,
  page: PageRequest,
  { search, count }: { search: TextSearch | null; count: () => Promise<number> },
): Promise<PageOfIds> {
  if (!search) return pageFromIndex(reader, page, count);
  const { contains, leftOut, besides } = search;
  const and = (...conditions: RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const found = await findByIndex(reader, search.table, { texts: search.texts, most: fewRows });
  if (found?.condition) {
    const mayContain = besides ? sql<boolean>`(${found.condition} or ${besides})` : found.condition;
    return pageFromScan(reader, { ...page, where: and(page.where, mayContain, contains) });
  }
  const searched = { ...page, where: and(page.where, contains) };
  if (!found || leftOut === null) return pageFromScan(reader, searched);
  return pageFromIndex(reader, searched, async () => {
    const { rows } = await sql<{ hidden: number }>`
      select count(*) as hidden from ${leftOut} and ${contains}`.execute(reader);
    return (await found.count()) - (rows[0]?.hidden ?? 0);
  });
}

const fewRows = 1_000;

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
