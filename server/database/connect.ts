import type { Settings } from '#server/settings.ts';
import type { Database } from './database.ts';
import { connectPostgres } from './postgres.ts';
import { connectSqlite } from './sqlite.ts';

/** The database of the settings, migrated. Throws StartRefused with one line where it cannot be used. */
export function connect(settings: Settings['database']): Promise<Database> {
  return settings.engine === 'sqlite' ? connectSqlite(settings.file) : connectPostgres(settings.url);
}
