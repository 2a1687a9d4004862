import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { Settings } from '#server/settings.ts';

/** Writes to the database of a running shop as another program would, over its own connection, also what the shop never writes. */
export interface OutsideWriter extends AsyncDisposable {
  run(sql: string): Promise<unknown>;
  /** Locks the database for all other writers until `run('rollback')`. */
  lock(): Promise<void>;
}

export async function openOutsideWriter(database: Settings['database']): Promise<OutsideWriter> {
  if (database.engine === 'sqlite') {
    const file = new BetterSqlite(database.file, { timeout: 2_000 });
    return {
      run: async (sql) => file.exec(sql),
      lock: async () => void file.exec('begin immediate'),
      [Symbol.asyncDispose]: async () => void file.close(),
    };
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    run: (sql) => client.query(sql),
    async lock() {
      const tables = await client.query<{ name: string }>(
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
      );
      await client.query('begin');
      await client.query(`lock table ${tables.rows.map(({ name }) => name).join(', ')} in share row exclusive mode`);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
