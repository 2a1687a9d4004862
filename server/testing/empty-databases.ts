import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#server/platform/database/connect.ts';
import type { Database, Engine } from '#server/platform/database/database.ts';
import { administer, tableNames } from './databases.ts';
import { writeEmptySqlite } from './empty-sqlite.ts';
import { allEventsHeard, lend } from './lent-database.ts';

export interface EmptyDatabase {
  databaseUrl: string;
  /** With PostgreSQL an open database for the shop of the test. */
  database?: Database;
}

/** Databases of a test file, migrated and without any data. */
export interface EmptyDatabases {
  /** Returns a database that no other test uses. A SQLite database is created in `directory`. */
  take(engine: Engine, directory: string): Promise<EmptyDatabase>;
  /** Allows another test to take the database, which is emptied. */
  giveBack(databaseUrl: string): Promise<void>;
}

/**
 * `postgresUrl` is only called when a PostgreSQL database is taken. A PostgreSQL database is emptied and used again, because
 * a new one takes ten times as long; it is dropped if a test has changed its schema.
 */
export function createEmptyDatabases(postgresUrl: () => Promise<string>): EmptyDatabases {
  const free: PostgresDatabase[] = [];
  const taken = new Map<string, PostgresDatabase>();
  return {
    async take(engine, directory) {
      if (engine === 'sqlite') {
        await writeEmptySqlite(join(directory, 'shop.db'));
        return { databaseUrl: `file:${directory}/shop.db` };
      }
      const lent = free.pop() ?? (await createPostgresDatabase(await postgresUrl()));
      taken.set(lent.url, lent);
      return { databaseUrl: lent.url, database: lend(lent.database) };
    },
    async giveBack(url) {
      const lent = taken.get(url);
      if (!lent) return;
      taken.delete(url);
      if (await tryToEmpty(lent)) return void free.push(lent);
      await Promise.all([lent.database.close(), lent.client.end()]);
      await administer(await postgresUrl(), `drop database ${lent.name} with (force)`);
    },
  };
}

interface PostgresDatabase {
  name: string;
  url: string;
  database: Database;
  /** A connection for emptying it, which keeps its prepared statement. */
  client: pg.Client;
  /** Statements that insert the rows that the migrations have inserted. */
  inserts: readonly string[];
  /** The query that names the tables that have rows, each before those that it refers to. */
  filledTables: pg.QueryConfig;
  /** What a change of the schema changes. */
  schema: string;
}

async function createPostgresDatabase(server: string): Promise<PostgresDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await connect({ engine: 'postgres', url: withApplicationName(url) });
  const client = new pg.Client({ connectionString: withApplicationName(url) });
  // The server may end before this process does.
  client.on('error', () => undefined);
  await client.connect();
  const tables = (await tableNames(database.read)).toReversed();
  const named = tables.map((table) => `select '${table}' as name where exists (select from ${table})`);
  const filledTables = { name: 'filled-tables', text: named.join(' union all ') };
  const { rows } = await client.query<{ name: string }>(filledTables);
  const inserts: string[] = [];
  for (const { name: table } of rows) inserts.push(await insertOf(client, table));
  return { name, url, database, client, inserts, filledTables, schema: await schemaOf(client) };
}

/** Distinguishes the connections that stay open from those that a test opens. */
const applicationName = 'lacquer-lent';

const withApplicationName = (url: string) => `${url}?application_name=${applicationName}`;

/** Returns the statement that inserts the rows that the table has now. */
async function insertOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ all: string }>(`select json_agg(${table})::text as all from ${table}`);
  const all = pg.escapeLiteral(rows[0]?.all ?? '');
  return `insert into ${table} select * from json_populate_recordset(null::${table}, ${all})`;
}

/** Deletes what a test has stored. Returns false, and deletes nothing, if a test has changed the schema. */
async function tryToEmpty({ database, client, inserts, filledTables, schema }: PostgresDatabase): Promise<boolean> {
  // A connection that a test has left open may hold locks.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> '${applicationName}'`);
  if ((await schemaOf(client)) !== schema) return false;
  await allEventsHeard(database);
  const { rows } = await client.query<{ name: string }>(filledTables);
  const deletions = rows.map(({ name }) => `delete from ${name}`);
  await client.query([...deletions, ...inserts].join(';'));
  return true;
}

/** Changes with the migrations and with each table, column, constraint and trigger: their number, or the last transaction that wrote one. */
async function schemaOf(client: pg.Client): Promise<string> {
  const state = (catalog: string, ofShop: string) =>
    `(select concat(count(*), ' ', max(xmin::text::bigint), ';') from ${catalog} where ${ofShop})`;
  const { rows } = await client.query<{ schema: string }>({
    name: 'schema',
    text: `select concat(
      ${state('pg_class', 'oid >= 16384')},
      ${state('pg_attribute', 'attrelid >= 16384')},
      ${state('pg_constraint', 'oid >= 16384')},
      ${state('pg_trigger', 'oid >= 16384')},
      ${state('kysely_migration', 'true')}) as schema`,
  });
  return rows[0]?.schema ?? '';
}
