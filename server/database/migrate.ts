import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartRefused } from './failures.ts';
import * as shop0001 from './migrations/0001-shop.ts';
import * as replyTo0002 from './migrations/0002-reply-to.ts';
import type { Tables } from './tables.ts';

/** Steps of a schema by their names, whose alphabet is their order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Every step the schema ever took, in order, for both engines. A step that has run anywhere is never changed. */
export const shopMigrations: Migrations = {
  '0001-shop': shop0001,
  '0002-reply-to': replyTo0002,
};

/** Steps that a database with a shop in it is about to take. */
export interface SchemaChange {
  /** The step that was its last one so far. */
  from: string;
  /** In their order, at least one. */
  steps: readonly [string, ...string[]];
}

/**
 * Brings the schema up to date, in one transaction on either engine: a process that is killed on the way leaves it as it was,
 * and the next start takes the steps anew. Several processes may do so at once. `before` is called where there is a shop
 * already; nothing changes if it throws.
 */
export async function migrate(
  connection: Kysely<Tables>,
  migrations: Migrations,
  before: (change: SchemaChange) => void,
): Promise<void> {
  const from = await schemaOf(connection);
  const [first, ...rest] = Object.keys(migrations).filter((name) => from !== null && name > from);
  if (from !== null && first !== undefined) before({ from, steps: [first, ...rest] });
  const { error } = await migratorOf(connection, migrations).migrateToLatest();
  if (error) throw refusalOf(error);
}

/** Takes the steps up to the one named, in the transaction it is given. */
export async function migrateUpTo(tx: Kysely<Tables>, migrations: Migrations, step: string): Promise<void> {
  const { error } = await migratorOf(tx, migrations).migrateTo(step);
  if (error) throw refusalOf(error);
}

/** The last step the database has taken; null where there is no shop in it yet. */
export async function schemaOf(connection: Kysely<Tables>): Promise<string | null> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return null;
  const { rows } = await sql<{ last: string | null }>`select max(name) as last from kysely_migration`.execute(
    connection,
  );
  return rows[0]?.last ?? null;
}

const migratorOf = (db: Kysely<Tables>, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

function refusalOf(error: unknown): StartRefused {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartRefused(`The database could not be brought up to date: ${reason}`);
}
