import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartRefused } from './failures.ts';
import * as shop0001 from './migrations/0001-shop.ts';
import type { Tables } from './tables.ts';

/** Every step the schema ever took, in order, for both engines. A step that has run anywhere is never changed. */
const migrations = {
  '0001-shop': shop0001,
};

/** Brings the schema up to date; several processes may do so at once. */
export async function migrate(connection: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new StartRefused(`The database could not be brought up to date: ${messageOf(error)}`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
