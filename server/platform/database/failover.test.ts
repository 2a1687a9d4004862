import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { ServiceUnavailable } from '../failures.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';

let databases: Databases;
let database: Database;
/** A second connection, which changes settings of the database during a test. */
let manager: Database;
let name: string;

beforeEach(async () => {
  databases = createDatabases('postgres', '', postgresUrl);
  const url = await databases.create();
  name = new URL(url).pathname.slice(1);
  [database, manager] = [await connect({ engine: 'postgres', url }), await connect({ engine: 'postgres', url })];
});

afterEach(async () => {
  await Promise.all([database.close(), manager.close()]);
  await databases.removeAll();
});

it('refuses connections to a standby', async () => {
  // A function of the same name, found first on the search path, answers as on a standby.
  await manager.write(async (tx) => {
    await sql`create schema standby`.execute(tx);
    await sql`create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(tx);
  });
  await set(sql`search_path = standby, pg_catalog, public`);
  await expect(database.ping()).rejects.toThrow(ServiceUnavailable);
  await expect(database.catalogRevision()).rejects.toThrow(ServiceUnavailable);
  await expect(database.write(async () => null)).rejects.toThrow(ServiceUnavailable);
  await set(sql`search_path = public`);
  expect(await database.ping()).toBe(true);
  expect(await database.write(async () => 'written')).toBe('written');
});

it('reports a read-only database as unavailable for writes', async () => {
  await set(sql`default_transaction_read_only = on`);
  const write = () => database.write((tx) => tx.updateTable('catalog_revision').set({ revision: 9_999 }).execute());
  await expect(write()).rejects.toThrow(ServiceUnavailable);
  await set(sql`default_transaction_read_only = off`);
  await write();
  expect(await database.catalogRevision()).toBe(9_999);
});

it('tells listeners that events may be missing after the connection broke', async () => {
  const gap = Promise.withResolvers<void>();
  database.listen(() => undefined, gap.resolve);
  await untilListening();
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name} and query like 'listen %'`.execute(
    manager.read,
  );
  await gap.promise;
});

it('tells listeners that events may be missing when it cannot read an event', async () => {
  const gap = Promise.withResolvers<void>();
  database.listen(() => undefined, gap.resolve);
  await untilListening();
  const event = JSON.stringify({ listingId: 'moon', state: 'a state of the next version' });
  await sql`select pg_notify('lacquer_listings', ${event})`.execute(manager.read);
  await gap.promise;
});

/** Waits for the listening connections of both databases, which are opened in the background. */
async function untilListening(): Promise<void> {
  const listens = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = ${name} and query like 'listen %'`;
  while ((await listens.execute(manager.read)).rows.length < 2);
}

/** Changes a setting of the database and closes all other connections, so that new ones get it. */
async function set(setting: RawBuilder<unknown>): Promise<void> {
  await manager.read.connection().execute(async (own) => {
    await sql`set default_transaction_read_only = off`.execute(own);
    await sql`alter database ${sql.id(name)} set ${setting}`.execute(own);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(own);
  });
}
