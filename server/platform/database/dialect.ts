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
 * Locks the rows of the query until the end of the transaction. SQLite has one writer at a time (`begin immediate`) and needs no row locks.
 * Most rules lock a user before an order, an order before listings, and listings by ascending id, so that deadlocks are rare. After a
 * deadlock the transaction is run again.
 */
export function lockRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forUpdate() : query;
}

/**
 * Like `lockRows`, but others may meanwhile write rows that refer to these. A transaction that has locked a listing reserves it for people
 * whom it has not locked. It must not wait for a transaction that has locked one of them and waits for the listing.
 */
export function lockRowsButNotKeys<Table extends keyof Tables, Row>(
  reader: Reader,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? rows.forNoKeyUpdate() : rows;
}

/** Like `lockRows`, but leaves out rows that another transaction has locked instead of waiting for it. */
export function lockFreeRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forUpdate().skipLocked() : query;
}

/**
 * Locks a name until the end of the transaction, for a rule over rows that do not exist yet. The transaction must not have locked a
 * listing before. SQLite has one writer at a time and needs no lock.
 */
export async function lockName(tx: Reader, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Like `lockName`, also after a listing was locked: it does not wait, so it cannot deadlock. False if another transaction has the name.
 */
export async function tryToLockName(tx: Reader, name: string): Promise<boolean> {
  if (!isPostgres(tx)) return true;
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Keeps other transactions from changing the rows of the query until the end of this one. Several may share a row. */
export function shareRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forShare() : query;
}

/**
 * Keeps other transactions from deleting the rows of one table of a join, and from changing those of another one, until the end of this
 * transaction. Several may share a row.
 */
export function shareJoinedRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { undeleted, unchanged }: { undeleted: Table; unchanged: Table },
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forKeyShare([undeleted]).forShare([unchanged]) : query;
}

/** The type of a text column. It compares bytes, as SQLite does, so that both engines sort alike in every locale. */
export function textColumn<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? sql`text collate "C"` : 'text';
}

/** The type of a whole number that is a primary key. On SQLite it has to be called `integer` to be the rowid. */
export function largeInteger<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? 'bigint' : 'integer';
}

/** Whether the connection is to PostgreSQL; otherwise it is to SQLite. Only for this file and words-index.ts (docs/map.md). */
export function isPostgres<Schema>(connection: Kysely<Schema>): boolean {
  return connection.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether the column contains the text. Both are folded; % and _ have no special meaning. */
export function contains(reader: Reader, column: RawBuilder<unknown>, folded: string): RawBuilder<boolean> {
  // PostgreSQL uses an index of pg_trgm for `like`.
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
  return isPostgres(reader) ? sql`${column} like ${pattern}` : sql`instr(${column}, ${folded}) > 0`;
}

/** Tables that have `createSubstringIndex`. */
export type SubstringTable = 'orders' | 'listings' | 'users';

/**
 * Indexes every sequence of three characters of a text, so that a part of it is found without reading every row. `texts` are columns or
 * expressions of them. The engine keeps the index itself: PostgreSQL by `pg_trgm`, where the server has it, SQLite by triggers and a
 * full-text table. Its rows have keys of their own, because `vacuum` may change rowids.
 */
export async function createSubstringIndex<Schema>(
  db: Kysely<Schema>,
  table: SubstringTable,
  texts: readonly string[],
): Promise<void> {
  if (isPostgres(db)) return createTrigramIndexes(db, table, texts);
  const keys = sql.table(`${table}_search_keys`);
  const search = sql.table(`${table}_search`);
  const name = (end: string) => sql.ref(`${table}_search_${end}`);
  const of = (row: string) =>
    sql.raw(texts.map((text) => text.replace(/^(lower\()?/, `$1${row}.`)).join(' || char(10) || '));
  const keyOf = (row: string) => sql`(select key from ${keys} where id = ${sql.raw(row)}.id)`;
  const source = sql.table(table);
  await sql`create table ${keys} (key integer primary key, id text not null unique)`.execute(db);
  await sql`create virtual table ${search} using fts5 (text, content='', contentless_delete=1,
    tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into ${keys} (id) select id from ${source}`.execute(db);
  await sql`insert into ${search} (rowid, text) select ${keyOf(table)}, ${of(table)} from ${source}`.execute(db);
  await sql`create trigger ${name('added')} after insert on ${source} begin
    insert into ${keys} (id) values (new.id);
    insert into ${search} (rowid, text) values (${keyOf('new')}, ${of('new')}); end`.execute(db);
  await sql`create trigger ${name('changed')} after update on ${source} when ${of('old')} is not ${of('new')} begin
    update ${search} set text = ${of('new')} where rowid = ${keyOf('new')}; end`.execute(db);
  await sql`create trigger ${name('removed')} after delete on ${source} begin
    delete from ${search} where rowid = ${keyOf('old')};
    delete from ${keys} where id = old.id; end`.execute(db);
}

async function createTrigramIndexes<Schema>(
  db: Kysely<Schema>,
  table: string,
  texts: readonly string[],
): Promise<void> {
  // A server may not have the extension, or not allow it. Searches then read every row.
  await sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(db);
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  for (const [position, text] of texts.entries())
    await sql`create index ${sql.ref(`${table}_search_${position}`)} on ${sql.table(table)}
      using gin ((${sql.raw(text)}) gin_trgm_ops)`.execute(db);
}

/** Rows of a table whose indexed text has one of these parts. */
export interface FoundByIndex {
  /** True for all of them, and for some other rows, which the caller leaves out with `contains`; null if true for more than `most`. */
  condition: RawBuilder<boolean> | null;
  /** How many there are, counted in the index without reading the rows. */
  count(): Promise<number>;
}

/**
 * Asks the index of `createSubstringIndex` for rows that have one of these folded texts, and stops after `most` of them. Null
 * where the caller has to use `contains` alone: on PostgreSQL, whose planner uses the index for it, and for texts of less than three
 * characters, which the index does not have.
 */
export async function findByIndex(
  reader: Reader,
  table: SubstringTable,
  { texts, most }: { texts: readonly string[]; most: number },
): Promise<FoundByIndex | null> {
  if (isPostgres(reader) || texts.some((text) => [...text].length < 3)) return null;
  const search = sql.table(`${table}_search`);
  const match = (queries: readonly string[]) => sql`${search} where ${search} match ${queries.join(' OR ')}`;
  const ask = async (queries: readonly string[]) => {
    // `condition` lists the keys that were found. If it had the search itself, SQLite would search the index a second time.
    const { rows } = await sql<{ keys: string; count: number }>`
      select json_group_array(rowid) as keys, count(*) as count from (select rowid from ${match(queries)} limit ${most + 1})`.execute(
      reader,
    );
    return rows[0] ?? { keys: '[]', count: 0 };
  };
  const whole = texts.map(quotedPart);
  const likely = await ask(texts.map(partsOf));
  const found = likely.count > most ? await ask(whole) : likely;
  return {
    condition:
      found.count > most
        ? null
        : sql`${sql.ref(`${table}.id`)} in (select id from ${sql.table(`${table}_search_keys`)}
            where key in (select value from json_each(${found.keys})))`,
    count: async () =>
      (await sql<{ count: number }>`select count(*) as count from ${match(whole)}`.execute(reader)).rows[0]?.count ?? 0,
  };
}

/**
 * The query for rows with every third of the text's sequences of three characters, and with the last one. Such a row very likely has
 * the text, and FTS5 finds it more than twice as fast as by comparing the positions of all sequences.
 */
function partsOf(text: string): string {
  const letters = [...text];
  const last = letters.length - 3;
  const parts = letters.flatMap((_, start) =>
    start === last || (start < last && start % 3 === 0) ? quotedPart(letters.slice(start, start + 3).join('')) : [],
  );
  return `(${parts.join(' AND ')})`;
}

const quotedPart = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Creates indexes that only SQLite uses or allows. PostgreSQL cannot index long texts, and does not read the value of an expression from an
 * index.
 */
export async function indexForSqlite<Schema>(db: Kysely<Schema>, ...statements: RawBuilder<unknown>[]): Promise<void> {
  if (!isPostgres(db)) for (const statement of statements) await statement.execute(db);
}

/** The tables that hold the shop's data, without those in which SQLite keeps a full-text index. */
export async function dataTables(reader: Reader): Promise<TableMetadata[]> {
  const tables = (await reader.introspection.getTables()).filter(({ isView }) => !isView);
  if (isPostgres(reader)) return tables.filter(({ schema }) => schema === undefined || schema === 'public');
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where type in ('virtual', 'shadow')`.execute(reader);
  const indexTables = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => !indexTables.has(name) && !name.endsWith('_search_keys'));
}

/** Whether a text is one of `values`, which are one bound value, however many they are. */
export function isAnyOf(reader: Reader, text: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> {
  return isPostgres(reader)
    ? sql`${text} = any(${values}::text[])`
    : sql`${text} in (select value from json_each(${JSON.stringify(values)}))`;
}

/**
 * A table for `from` whose rows are in memory, as one bound value, however many they are. It compares texts as the columns of the shop
 * do (`textColumn`).
 */
export function tableOf<Column extends string>(
  reader: Reader,
  columns: Readonly<Record<Column, 'text' | 'integer'>>,
  rows: readonly Readonly<Record<NoInfer<Column>, string | number>>[],
): RawBuilder<unknown> {
  const names = Object.entries<'text' | 'integer'>(columns);
  if (isPostgres(reader)) {
    const typed = names.map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type === 'text' ? 'text collate "C"' : 'bigint')}`,
    );
    return sql`json_to_recordset(${JSON.stringify(rows)}::json) as in_memory (${sql.join(typed)})`;
  }
  const values = names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(rows)})) as in_memory`;
}

/** The largest of some numbers; null counts as 0. */
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

/** A table that SQLite has to read by this index; PostgreSQL chooses by its statistics. */
export function readByIndex(reader: Reader, table: keyof Tables, index: string): RawBuilder<unknown> {
  return isPostgres(reader) ? sql.table(table) : sql`${sql.table(table)} indexed by ${sql.ref(index)}`;
}

export async function hasTable(reader: Reader, table: string): Promise<boolean> {
  const query = isPostgres(reader)
    ? sql`select 1 where to_regclass(${table}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${table}`;
  return (await query.execute(reader)).rows.length > 0;
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
