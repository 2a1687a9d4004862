import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noteCleanEnd } from '#server/platform/database/clean-end.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';

let template: Promise<Buffer> | undefined;

/**
 * Writes a SQLite database that is migrated and has no data, as a shop leaves it at its end. Running all migrations would take twenty times
 * as long.
 */
export async function writeEmptySqlite(file: string): Promise<void> {
  template ??= createTemplate();
  await writeFile(file, await template, { mode: 0o600 });
  noteCleanEnd(file);
}

/** Opens the database of the settings. A SQLite file that does not exist yet is written by `writeEmptySqlite`. */
export async function connectQuickly(database: Settings['database']): Promise<Database> {
  if (database.engine === 'sqlite' && !existsSync(database.file) && existsSync(dirname(database.file)))
    await writeEmptySqlite(database.file);
  return connect(database);
}

async function createTemplate(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-template-'));
  const file = join(directory, 'shop.db');
  await (await connect({ engine: 'sqlite', file })).close();
  const content = await readFile(file);
  await rm(directory, { recursive: true });
  return content;
}
