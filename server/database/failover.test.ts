import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDatabases, type Databases } from '../../tools/prove/databases.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { DatabaseAway } from './failures.ts';

let databases: Databases;
let database: Database;
/** Of somebody who manages the server and is led to it in any case. */
let manager: Database;
let name: string;

beforeEach(async () => {
  databases = createDatabases('postgres', '', () => inject('postgresUrl'));
  const url = await databases.create();
  name = new URL(url).pathname.slice(1);
  [database, manager] = [await connect({ engine: 'postgres', url }), await connect({ engine: 'postgres', url })];
});

afterEach(async () => {
  await Promise.all([database.close(), manager.close()]);
  await databases.removeAll();
});

it('A standby that answers in the place of the primary counts as nobody', async () => {
  // What a standby says of itself, said here by a function of the same name that is found first.
  await sql`create schema standby`.execute(manager.read);
  await sql`create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(
    manager.read,
  );
  await set(sql`search_path = standby, pg_catalog, public`);
  await expect(database.ping()).rejects.toThrow(DatabaseAway);
  await expect(database.catalogRevision()).rejects.toThrow(DatabaseAway);
  await expect(database.write(async () => null)).rejects.toThrow(DatabaseAway);
  await set(sql`search_path = public`);
  expect(await database.ping()).toBe(true);
  expect(await database.write(async () => 'written')).toBe('written');
});

it('A database that may only be read is away for whoever writes', async () => {
  await set(sql`default_transaction_read_only = on`);
  const write = () => database.write((tx) => tx.updateTable('catalog_revision').set({ revision: 9_999 }).execute());
  await expect(write()).rejects.toThrow(DatabaseAway);
  await set(sql`default_transaction_read_only = off`);
  await write();
  expect(await database.catalogRevision()).toBe(9_999);
});

it('Whoever listens hears of it when announcements may have been lost', async () => {
  const missed = Promise.withResolvers<void>();
  database.listen(() => undefined, missed.resolve);
  // The connection that listens is made in the background.
  const listens = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = ${name} and query like 'listen %'`;
  while ((await listens.execute(manager.read)).rows.length < 2);
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name} and query like 'listen %'`.execute(
    manager.read,
  );
  await missed.promise;
});

/** For all who connect from now on, which is everybody else. */
async function set(setting: RawBuilder<unknown>): Promise<void> {
  await manager.read.connection().execute(async (own) => {
    await sql`set default_transaction_read_only = off`.execute(own);
    await sql`alter database ${sql.id(name)} set ${setting}`.execute(own);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(own);
  });
}
