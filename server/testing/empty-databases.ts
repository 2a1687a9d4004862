import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { connect } from '#server/platform/database/connect.ts';
import type { Database, Engine, Writer } from '#server/platform/database/database.ts';
import { administer } from './databases.ts';
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
  let sqliteTemplate: Promise<Buffer> | undefined;
  const free: PostgresDatabase[] = [];
  const taken = new Map<string, PostgresDatabase>();
  return {
    async take(engine, directory) {
      if (engine === 'sqlite') {
        sqliteTemplate ??= createSqliteTemplate();
        await writeFile(join(directory, 'shop.db'), await sqliteTemplate, { mode: 0o600 });
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
      await lent.database.close();
      await administer(await postgresUrl(), `drop database ${lent.name} with (force)`);
    },
  };
}

async function createSqliteTemplate(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-template-'));
  const file = join(directory, 'shop.db');
  await (await connect({ engine: 'sqlite', file })).close();
  const content = await readFile(file);
  await rm(directory, { recursive: true });
  return content;
}

interface PostgresDatabase {
  name: string;
  url: string;
  database: Database;
  /** The schema after the migrations, in a form that can be compared. */
  schema: string;
  /** Statements that delete all rows and insert those of the migrations again. */
  empty: string;
}

async function createPostgresDatabase(server: string): Promise<PostgresDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await connect({ engine: 'postgres', url: withApplicationName(url) });
  return database.write(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(tx);
    const empty = ['set local session_replication_role = replica'];
    for (const { name: table } of rows) empty.push(`delete from ${table}`, ...(await insertsOf(tx, table)));
    return { name, url, database, schema: await schemaOf(tx), empty: empty.join(';') };
  });
}

/** Distinguishes the connections that stay open from those that a test opens. */
const applicationName = 'lacquer-lent';

const withApplicationName = (url: string) => `${url}?application_name=${applicationName}`;

/** Returns the statement that inserts the rows that the table has now, if it has any. */
async function insertsOf(tx: Writer, table: string): Promise<string[]> {
  const { rows } = await sql<{ all: string | null }>`
    select json_agg(${sql.ref(table)})::text as all from ${sql.table(table)}`.execute(tx);
  const all = rows[0]?.all;
  return all
    ? [`insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(all)})`]
    : [];
}

/** Deletes what a test has stored. Returns false, and deletes nothing, if a test has changed the schema. */
async function tryToEmpty({ database, schema, empty }: PostgresDatabase): Promise<boolean> {
  const isUnchanged = await database.write(async (tx) => {
    // A connection that a test has left open may hold locks.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> ${applicationName}`.execute(tx);
    return (await schemaOf(tx)) === schema;
  });
  if (!isUnchanged) return false;
  await allEventsHeard(database);
  await database.write((tx) => sql.raw(empty).execute(tx));
  return true;
}

async function schemaOf(tx: Writer): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select concat(
      (select string_agg(concat(oid, relname), ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace),
      (select string_agg(oid::text, ',' order by oid) from pg_constraint),
      (select string_agg(oid::text, ',' order by oid) from pg_trigger)
    ) as schema`.execute(tx);
  return rows[0]?.schema ?? '';
}
