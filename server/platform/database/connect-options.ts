import type { Kysely } from 'kysely';
import type { Migrations } from './migrate.ts';
import type { Tables } from './tables.ts';

export interface ConnectOptions {
  /** The migrations to run. Only tests pass others than the shop's own. */
  migrations: Migrations;
  /** Receives one line for the owner when the schema changes: the migrations, and on SQLite the name of the copy. */
  log: (line: string) => void;
  /**
   * Opens an existing database that a running shop may have open as well, without a migration. Only for a command that raises no
   * catalog revision and changes no listing: a shop on SQLite does not notice when another process does so.
   */
  besideShop?: boolean;
  /** Creates schema and rows instead of the migrations. If it throws, the database stays as it was. */
  initialize?: (connection: Kysely<Tables>) => Promise<void>;
}
