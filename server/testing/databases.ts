import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { shopTables } from '#server/features/backups/backups.queries.ts';
import type { Engine, Reader, Writer } from '#server/platform/database/database.ts';

export interface Databases {
  /** Creates an empty database, by default on the engine given to createDatabases(), and returns its DATABASE_URL. */
  create(engine?: Engine): Promise<string>;
  removeAll(): Promise<void>;
}

/** SQLite databases are created in `directory`. `postgresUrl` is only called where a PostgreSQL database is created. */
export function createDatabases(
  engine: Engine,
  directory: string,
  postgresUrl: () => string | Promise<string>,
): Databases {
  const names: string[] = [];
  const create = async (wanted = engine) => {
    const name = `proof_${randomBytes(6).toString('hex')}`;
    if (wanted === 'sqlite') {
      await mkdir(join(directory, name));
      return `file:${join(directory, name, 'shop.db')}`;
    }
    const server = await postgresUrl();
    await administer(server, `create database ${name}`);
    names.push(name);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  const removeAll = async () => {
    for (const name of names) await administer(await postgresUrl(), `drop database if exists ${name} with (force)`);
  };
  return { create, removeAll };
}

/** Runs a statement that creates or drops a database. Names of databases cannot be bound; callers make them from hex digits. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The names of the shop's tables, each after those that it refers to; without the tables that record migrations. */
export async function tableNames(reader: Reader): Promise<string[]> {
  const tables = await shopTables(reader);
  return tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
}

/** Tables with one row, which a migration inserts. */
const singleRowTables = ['catalog_revision', 'card_key', 'intake'];

/** Deletes every row except those of `singleRowTables`, and raises the revision, so that no cached page is sent again. */
export async function deleteAllRows(tx: Writer): Promise<void> {
  for (const name of (await tableNames(tx)).toReversed())
    if (!singleRowTables.includes(name)) await sql`delete from ${sql.table(name)}`.execute(tx);
  tx.raiseRevision();
}
