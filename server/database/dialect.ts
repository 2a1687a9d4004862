import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Where the engines' SQL differs. SQLite has one writer at a time (`begin immediate`), so a transaction there needs no row
 * locks; PostgreSQL takes them. Locks are taken in one order everywhere: user, order, listings by ascending id, then the rest.
 */
export function lockRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forUpdate() : query;
}

/** Text that is compared byte by byte, as SQLite does: the same order on every engine and in every locale. */
export function textColumn<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? sql`text collate "C"` : 'text';
}

function isPostgres<Schema>(connection: Kysely<Schema>): boolean {
  return connection.getExecutor().adapter instanceof PostgresAdapter;
}

const conflicts = new Set(['40001', '40P01', '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Another transaction was in the way: begin anew, and see what it left. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/** Another process holds the SQLite file's lock, or rows for longer than `lock_timeout`. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)|^55P03/.test(codeOf(error));
}

/** The PostgreSQL server is not there, is going away, has no connection left, or is a standby that may only be read. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|25006)/.test(code) || /^57P0/.test(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i.test(
    message,
  );
}

/** The disk is full or failing, be it under the database or under other files: nothing was written. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^58|^53100|^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Whether this text stands anywhere in the column; both folded. Every sign counts, % and _ too. */
export function contains(reader: Reader, column: RawBuilder<unknown>, folded: string): RawBuilder<boolean> {
  return isPostgres(reader) ? sql`strpos(${column}, ${folded}) > 0` : sql`instr(${column}, ${folded}) > 0`;
}

/**
 * A column to filter by, not to search along. SQLite keeps no statistics here and takes any equality for a rare one: with the
 * sign before it, it leaves that column's indexes to others. PostgreSQL knows better by itself.
 */
export function filterOnly(reader: Reader, column: string): RawBuilder<unknown> {
  return isPostgres(reader) ? sql.ref(column) : sql`+${sql.ref(column)}`;
}

/** The columns of the table's primary key, in its order. */
export async function primaryKeyOf(reader: Reader, table: string): Promise<string[]> {
  const query = isPostgres(reader)
    ? sql<{ name: string }>`select attname as name from pg_index
        inner join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = ${table}::regclass and indisprimary order by array_position(indkey::int2[], attnum)`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`;
  return (await query.execute(reader)).rows.map(({ name }) => name);
}

/** The tables that this one's rows belong to. */
export async function tablesReferredToBy(reader: Reader, table: string): Promise<string[]> {
  const query = isPostgres(reader)
    ? sql<{ name: string }>`select distinct relname as name from pg_constraint
        inner join pg_class on pg_class.oid = confrelid where conrelid = ${table}::regclass and contype = 'f' order by relname`
    : sql<{ name: string }>`select distinct "table" as name from pragma_foreign_key_list(${table}) order by name`;
  return (await query.execute(reader)).rows.map(({ name }) => name);
}

/** Nobody else writes into them until the transaction's end: on SQLite nobody does anyway. */
export async function keepToOneself(tx: Reader, tables: readonly string[]): Promise<void> {
  if (isPostgres(tx) && tables.length > 0)
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(tx);
}
