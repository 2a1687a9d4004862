import type { Kysely } from 'kysely';
import type { Migrations } from './migrate.ts';
import type { Tables } from './tables.ts';

/** What else may be said of how a database is opened. */
export interface Opening {
  /** The schema's steps; others than the shop's in tests only. */
  migrations: Migrations;
  /** Hears what the owner should know: that the schema changes, and where the copy from before is. */
  say: (line: string) => void;
  /** Instead of migrating: writes schema and rows. Where it throws, the database is as it was. */
  fill?: (connection: Kysely<Tables>) => Promise<void>;
}
