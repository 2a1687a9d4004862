import type { Settings } from '#server/settings.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { Database } from './database.ts';
import { shopMigrations } from './migrate.ts';

/**
 * Opens the database of the settings and brings its schema up to date. Before a migration SQLite keeps a copy of the file,
 * named `shop.db.before-<first migration>`. Throws StartRefused with one line for the owner if the database cannot be used.
 */
export async function connect(
  settings: Settings['database'],
  options: Partial<ConnectOptions> = {},
): Promise<Database> {
  const complete: ConnectOptions = { migrations: shopMigrations, log: () => undefined, ...options };
  // Only the driver in use is loaded.
  if (settings.engine === 'sqlite') return (await import('./sqlite.ts')).connectSqlite(settings.file, complete);
  return (await import('./postgres.ts')).connectPostgres(settings.url, complete);
}
