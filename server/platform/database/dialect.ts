import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type TableMetadata,
} from 'kysely';
import type { Reader } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Locks the rows of the query until the end of the transaction. SQLite has one writer at a time (`begin immediate`) and needs no
 * row locks. All rules lock in one order, which prevents deadlocks: user, order, listings by ascending id, then the rest.
 */
export function lockRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forUpdate() : query;
}

/**
 * Locks a name until the end of the transaction, for a rule over rows that do not exist yet. The caller has locked its user and
 * no listing. SQLite has one writer at a time and needs no lock.
 */
export async function lockName(tx: Reader, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Keeps others from changing the rows of the query until the end of the transaction; others may share them. */
export function shareRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forShare() : query;
}

/** The type of a text column. It compares bytes, as SQLite does, so that both engines sort alike in every locale. */
export function textColumn<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? sql`text collate "C"` : 'text';
}

/** The type of a whole number that is a primary key. On SQLite it has to be called `integer` to be the number of the row. */
export function largeInteger<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? 'bigint' : 'integer';
}

function isPostgres<Schema>(connection: Kysely<Schema>): boolean {
  return connection.getExecutor().adapter instanceof PostgresAdapter;
}

const conflicts = new Set(['40001', '40P01', '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** The transaction conflicts with another one. It can be repeated and then sees what the other one committed. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/** Another process locks the SQLite file, or another transaction locks a row for longer than `lock_timeout`. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)|^55P03/.test(codeOf(error));
}

/** The PostgreSQL server cannot be reached, shuts down, has no free connection, or is a read-only standby. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|25006)/.test(code) || /^57P0/.test(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i.test(
    message,
  );
}

/** The disk is full or failing, under the database or under other files. Nothing was written. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^58|^53100|^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Whether the column contains the text. Both are folded; % and _ have no special meaning. */
export function contains(reader: Reader, column: RawBuilder<unknown>, folded: string): RawBuilder<boolean> {
  return isPostgres(reader) ? sql`strpos(${column}, ${folded}) > 0` : sql`instr(${column}, ${folded}) > 0`;
}

/** A word that is searched; with `isPrefix` its beginning is enough. Of several `words` one is enough. */
export interface SearchedWord {
  /** Letters and digits only. */
  words: readonly string[];
  isPrefix: boolean;
}

/**
 * Indexes the words of `listing_search` (decision 0043). The engine keeps the index itself: PostgreSQL an index over an expression,
 * SQLite a full-text table that triggers fill.
 */
export async function createListingSearchIndex<Schema>(db: Kysely<Schema>): Promise<void> {
  if (isPostgres(db)) {
    // Its cost keeps the planner from computing it for every row instead of reading the index.
    await sql`create function search_vector(words text) returns tsvector language plpgsql immutable parallel safe cost 10000
      as $$ begin return array_to_tsvector(array_remove(string_to_array(words, ' '), '')); end $$`.execute(db);
    await sql`create index listing_search_by_word on listing_search using gin (search_vector(words))`.execute(db);
    return;
  }
  await sql`create virtual table listing_search_index using fts5 (words, content='listing_search', content_rowid='key',
    detail='none', columnsize=0, prefix='2 3', tokenize='unicode61 remove_diacritics 0')`.execute(db);
  const add = sql`insert into listing_search_index (rowid, words) values (new.key, new.words);`;
  const remove = sql`insert into listing_search_index (listing_search_index, rowid, words)
    values ('delete', old.key, old.words);`;
  await sql`create trigger listing_search_added after insert on listing_search begin ${add} end`.execute(db);
  await sql`create trigger listing_search_removed after delete on listing_search begin ${remove} end`.execute(db);
  await sql`create trigger listing_search_changed after update on listing_search begin ${remove} ${add} end`.execute(
    db,
  );
}

/** Whether a listing has each of these words. */
export function hasWords(reader: Reader, searched: readonly SearchedWord[]): RawBuilder<boolean> {
  const each = (alternatives: (word: string, isPrefix: boolean) => string, or: string, and: string) =>
    searched.map(({ words, isPrefix }) => `(${words.map((word) => alternatives(word, isPrefix)).join(or)})`).join(and);
  if (isPostgres(reader)) {
    const query = each((word, isPrefix) => `'${word}'${isPrefix ? ':*' : ''}`, ' | ', ' & ');
    return sql`listings.id in (select listing_id from listing_search where search_vector(words) @@ ${query}::tsquery)`;
  }
  const query = each((word, isPrefix) => `"${word}"${isPrefix ? '*' : ''}`, ' OR ', ' AND ');
  return sql`listings.id in (select listing_id from listing_search where key in
    (select rowid from listing_search_index where listing_search_index match ${query}))`;
}

/** The tables that hold the shop's data, without those in which SQLite keeps a full-text index. */
export async function dataTables(reader: Reader): Promise<TableMetadata[]> {
  const tables = (await reader.introspection.getTables()).filter(({ isView }) => !isView);
  if (isPostgres(reader)) return tables.filter(({ schema }) => schema === undefined || schema === 'public');
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where type in ('virtual', 'shadow')`.execute(reader);
  const indexes = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => !indexes.has(name));
}

/** The largest of some numbers, without those that are null; 0 if all are. */
export function largestOf(reader: Reader, columns: readonly string[]): RawBuilder<number> {
  const numbers = sql.join(columns.map((column) => sql`coalesce(${sql.ref(column)}, 0)`));
  return isPostgres(reader) ? sql`greatest(${numbers})` : sql`max(${numbers})`;
}

/**
 * A column whose indexes SQLite must not use for a condition. Without statistics SQLite assumes that every equality matches few
 * rows; the unary plus excludes the index. PostgreSQL has statistics and needs no hint.
 */
export function filterOnly(reader: Reader, column: string): RawBuilder<unknown> {
  return isPostgres(reader) ? sql.ref(column) : sql`+${sql.ref(column)}`;
}

/** The columns of the table's primary key, in key order. */
export async function primaryKeyOf(reader: Reader, table: string): Promise<string[]> {
  const query = isPostgres(reader)
    ? sql<{ name: string }>`select attname as name from pg_index
        inner join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = ${table}::regclass and indisprimary order by array_position(indkey::int2[], attnum)`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`;
  return (await query.execute(reader)).rows.map(({ name }) => name);
}

/** The tables that the foreign keys of this table refer to. */
export async function referencedTables(reader: Reader, table: string): Promise<string[]> {
  const query = isPostgres(reader)
    ? sql<{ name: string }>`select distinct relname as name from pg_constraint
        inner join pg_class on pg_class.oid = confrelid where conrelid = ${table}::regclass and contype = 'f' order by relname`
    : sql<{ name: string }>`select distinct "table" as name from pragma_foreign_key_list(${table}) order by name`;
  return (await query.execute(reader)).rows.map(({ name }) => name);
}

/** Prevents other writes to the tables until the end of the transaction. On SQLite every transaction does so. */
export async function lockTables(tx: Reader, tables: readonly string[]): Promise<void> {
  if (isPostgres(tx) && tables.length > 0)
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(tx);
}

/** Thrown by a transaction that must begin again, because a row that it needs is no longer the one that it locked. */
export class MustRestart extends Error {
  readonly code = '40001';
}
