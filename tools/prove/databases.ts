import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Engine } from '#server/database/database.ts';

export interface Databases {
  /** Makes an empty one, of the usual engine unless said otherwise, and answers its DATABASE_URL. */
  create(wanted?: Engine): Promise<string>;
  removeAll(): Promise<void>;
}

/** Files under `directory`, or databases of the PostgreSQL that `postgresUrl` answers; it is asked only when there is need. */
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

/** The name of a database cannot be bound; it is made of hex digits above. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
