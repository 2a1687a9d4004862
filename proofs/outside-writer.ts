import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { Settings } from '#server/settings.ts';

/** Another program at the database of a running shop, with a connection of its own. It changes what no program of the shop may. */
export interface OutsideWriter extends AsyncDisposable {
  run(sql: string): Promise<unknown>;
  /** Holds the database against every other writer until `rollback` is run. */
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
