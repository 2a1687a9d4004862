// Another program at the shop's database: holds it against every writer for so many milliseconds, and says when it does.
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

const [, , url = '', milliseconds = '0'] = process.argv;

if (url.startsWith('file:')) {
  const database = new BetterSqlite(url.slice('file:'.length), { timeout: 2_000 });
  database.exec('begin immediate');
  console.log('held');
  await wait(Number(milliseconds));
  database.exec('rollback');
  database.close();
} else {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  await client.query('begin');
  await client.query(`lock table ${tables.rows.map(({ name }) => name).join(', ')} in share row exclusive mode`);
  console.log('held');
  await wait(Number(milliseconds));
  await client.query('rollback');
  await client.end();
}
