import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Settings } from '#server/settings.ts';
import type { Reader } from './database.ts';
import { getTypeParser } from './postgres.ts';
import type { Tables } from './tables.ts';

/**
 * Runs `work` on one consistent snapshot of a database that a running shop may have open. It migrates, writes and locks
 * nothing, so the shop goes on selling.
 */
export async function readSnapshot<Answer>(
  settings: Settings['database'],
  work: (reader: Reader) => Promise<Answer>,
): Promise<Answer> {
  const connection = openForReading(settings);
  try {
    const snapshot = connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await snapshot.execute(work);
  } finally {
    await connection.destroy();
  }
}

function openForReading(settings: Settings['database']): Kysely<Tables> {
  if (settings.engine === 'sqlite') {
    const file = new BetterSqlite(settings.file, { readonly: true, fileMustExist: true });
    return new Kysely({ dialect: new SqliteDialect({ database: file }) });
  }
  const pool = new pg.Pool({ connectionString: settings.url, max: 1, types: { getTypeParser } });
  // A connection that breaks emits an error, from the pool while idle and from the client while in use. Without listeners the error
  // would end the process. A query that was running fails anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
