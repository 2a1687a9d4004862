import type { Settings } from '#server/settings.ts';
import type { Database } from './database.ts';
import { shopMigrations } from './migrate.ts';
import type { Opening } from './opening.ts';
import { connectPostgres } from './postgres.ts';
import { connectSqlite } from './sqlite.ts';

/**
 * The database of the settings, migrated. With SQLite a copy from before a migration stays beside the file, as
 * `shop.db.before-<first step>`. Throws StartRefused with one line where it cannot be used.
 */
export function connect(settings: Settings['database'], opening: Partial<Opening> = {}): Promise<Database> {
  const whole: Opening = { migrations: shopMigrations, say: () => undefined, ...opening };
  return settings.engine === 'sqlite' ? connectSqlite(settings.file, whole) : connectPostgres(settings.url, whole);
}
