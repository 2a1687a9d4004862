import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#server/platform/database/connect.ts';
import type { Engine } from '#server/platform/database/database.ts';
import { administer } from './databases.ts';

/** Databases of a test file, migrated and without any data. */
export interface EmptyDatabases {
  /** Returns the DATABASE_URL of one that nobody else has. A SQLite database is created in `directory`. */
  take(engine: Engine, directory: string): Promise<string>;
  /** Allows another test to take the database, which is emptied. */
  giveBack(databaseUrl: string): Promise<void>;
}

/**
 * `postgresUrl` is only called when a PostgreSQL database is taken. A PostgreSQL database is emptied and used again, because
 * a new one takes ten times as long; it is dropped if a test has changed its schema.
 */
export function createEmptyDatabases(postgresUrl: () => string): EmptyDatabases {
  let sqliteTemplate: Promise<Buffer> | undefined;
  const free: PostgresDatabase[] = [];
  const taken = new Map<string, PostgresDatabase>();
  return {
    async take(engine, directory) {
      if (engine === 'sqlite') {
        sqliteTemplate ??= createSqliteTemplate();
        await writeFile(join(directory, 'shop.db'), await sqliteTemplate, { mode: 0o600 });
        return `file:${directory}/shop.db`;
      }
      const database = free.pop() ?? (await createPostgresDatabase(postgresUrl()));
      taken.set(database.url, database);
      return database.url;
    },
    async giveBack(url) {
      const database = taken.get(url);
      if (!database) return;
      taken.delete(url);
      if (await emptied(database)) free.push(database);
      else await administer(postgresUrl(), `drop database ${database.name} with (force)`);
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
  /** The schema after the migrations, in a form that can be compared. */
  schema: string;
  /** Statements that make the rows those that the migrations inserted. */
  empty: string;
}

async function createPostgresDatabase(server: string): Promise<PostgresDatabase> {
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await (await connect({ engine: 'postgres', url })).close();
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const empty = ['set session_replication_role = replica'];
    for (const { name: table } of rows) empty.push(`delete from ${table}`, ...(await insertsOf(client, table)));
    return { name, url, schema: await schemaOf(client), empty: empty.join(';') };
  });
}

/** Returns the statement that inserts the rows that the table has now, if it has any. */
async function insertsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ all: string | null }>(`select json_agg(${table})::text as all from ${table}`);
  const all = rows[0]?.all;
  return all
    ? [`insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(all)})`]
    : [];
}

/** Returns false if a test has changed the schema. */
function emptied({ url, schema, empty }: PostgresDatabase): Promise<boolean> {
  return withClient(url, async (client) => {
    // A connection that a test has left open may hold locks.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if ((await schemaOf(client)) !== schema) return false;
    await client.query(empty);
    return true;
  });
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    select concat(
      (select string_agg(concat(oid, relname), ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace),
      (select string_agg(oid::text, ',' order by oid) from pg_constraint),
      (select string_agg(oid::text, ',' order by oid) from pg_trigger)
    ) as schema`);
  return rows[0]?.schema ?? '';
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
