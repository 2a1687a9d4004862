import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import { extract } from 'tar';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';

/** Something that is searched: its name in violations, and its bytes. */
export type Place = readonly [name: string, content: Buffer];

/** Every file below the folder except `card.key`; `.gz` files are decompressed. None if the folder cannot be read. */
export async function filesBelow(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'card.key');
  const places = await Promise.all(
    files.map(async (entry): Promise<Place[]> => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path).catch(nullWhereGone);
      if (content === null) return [];
      const name = relative(folder, path);
      return name.endsWith('.gz') ? [[name, gunzipSync(content)]] : [[name, content]];
    }),
  );
  return places.flat();
}

/** Null if the file is gone since it was listed: the shop renames an email after it has written it. Throws other errors. */
function nullWhereGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** The backup file itself, and every file in it. `scratch`: a folder into which it is unpacked. */
export async function insideOf(backup: string, scratch: string): Promise<Place[]> {
  await mkdir(scratch, { recursive: true });
  await extract({ file: backup, cwd: scratch });
  const inside = await filesBelow(scratch);
  return [['backup', await readFile(backup)], ...inside.map(([name, content]): Place => [`backup: ${name}`, content])];
}

/**
 * The contents of a database: the rows of each table as text, and on SQLite also its files, which include the write-ahead log and deleted
 * rows.
 */
export async function databasePlaces(databaseUrl: string): Promise<Place[]> {
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  const isSqlite = database.engine === 'sqlite';
  const rows = await readSnapshot(database, async (reader) => {
    const linesOf = async (query: RawBuilder<{ line: string }>) =>
      (await query.execute(reader)).rows.map(({ line }) => line);
    const tables = isSqlite
      ? sql<{
          line: string;
        }>`select name as line from sqlite_master where type = 'table' and sql not like 'create virtual%'`
      : sql<{ line: string }>`select tablename as line from pg_tables where schemaname = 'public'`;
    const places: Place[] = [];
    for (const table of await linesOf(tables)) {
      const lines = isSqlite
        ? (await sql`select * from ${sql.table(table)}`.execute(reader)).rows.map((row) => JSON.stringify(row))
        : await linesOf(sql`select stored::text as line from ${sql.table(table)} stored`);
      places.push([`table ${table}`, Buffer.from(lines.join('\n'))]);
    }
    return places;
  });
  return isSqlite ? [...(await filesBelow(join(databaseUrl.slice('file:'.length), '..'))), ...rows] : rows;
}
