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
  /** Ties by id ascending come by themselves. */
  order: readonly SortKey[];
  limit: number;
  offset: number;
}

export interface PageOfIds {
  /** In the order asked for. */
  ids: string[];
  /** Rows on all pages together. */
  total: number;
}

/**
 * A page by its ids: the database finds it along an index and steps over the pages before it there, without a look into the
 * rows; in the second half it comes from the end, so that the last page is as near as the first. `count`: how many there are
 * on all pages, the cheapest way.
 */
export async function pageInOrder(
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

/** A page of what no index finds: every row is looked at, but once only, for the page and the count together. */
export async function pageOfSearch(
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

/** Rows as they were read, in the order of `ids`; what has gone in between is left out. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** All rows of a table. */
export async function countRows(reader: Reader, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(reader);
  return rows[0]?.total ?? 0;
}

/** SPEC.md's table rule: empty last when ascending, first when descending. The migration has the same words in its indexes. */
export const emptyLast = (isEmpty: RawBuilder<unknown>) => sql<0 | 1>`case when ${isEmpty} then 1 else 0 end`;
