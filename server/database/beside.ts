import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Settings } from '#server/settings.ts';
import type { Reader } from './database.ts';
import { getTypeParser } from './postgres.ts';
import type { Tables } from './tables.ts';

/**
 * Reads one moment of a database that the shop may have open: every question of `work` is answered as of the first one.
 * Nothing is migrated, written or locked, and the shop goes on selling.
 */
export async function readBeside<Answer>(
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
  // A connection that dies while idle has nothing more to say; without a listener its error would end the process.
  pool.on('error', () => undefined);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
