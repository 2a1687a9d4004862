import { existsSync } from 'node:fs';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, schemaVersion, shopMigrations } from '#server/platform/database/migrate.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { lockSqliteFile } from '#server/platform/database/sqlite.ts';
import type { Settings } from '#server/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { rowsInOrder, shopTables } from './backups.queries.ts';
import { fillDatabase, requireEmptyDatabase } from './fill.ts';
import type { TableSums } from './table-sums.ts';

type DatabaseSettings = Settings['database'];

/**
 * Copies a consistent snapshot of all rows into an empty database of either engine, in one transaction, and compares counts, sums
 * and hashes of every table. Returns these by table. The source does not change. A SQLite shop must be stopped, so that it sells nothing
 * after the snapshot. When this throws, the target is unchanged (docs/behaviour/process.md, 9).
 */
export async function moveShop(
  source: DatabaseSettings,
  target: DatabaseSettings,
  migrations: Migrations = shopMigrations,
): Promise<Map<string, TableSums>> {
  if (source.engine === 'sqlite' && !existsSync(source.file))
    throw new BackupRefused(`${source.file} does not exist: there is no shop to move.`);
  const unlock = source.engine === 'sqlite' ? lockSqliteFile(source.file) : () => undefined;
  try {
    let moved = new Map<string, TableSums>();
    await readSnapshot(source, async (reader) => {
      const schema = await schemaVersion(reader);
      if (schema === null) throw new BackupRefused('The database has no shop in it.');
      const tables = await shopTables(reader);
      const shapes = new Map(tables.map((table) => [table.name, table]));
      const rowsOf = (name: string) => {
        const shape = shapes.get(name);
        if (!shape) throw new Error(`unknown table ${name}`);
        return rowsInOrder(reader, shape);
      };
      const database = await connect(target, {
        migrations,
        initialize: async (connection) => {
          await requireEmptyDatabase(connection, schema, migrations);
          moved = await fillDatabase(connection, { schema, tables, rowsOf }, migrations);
        },
      });
      await database.close();
    });
    return moved;
  } finally {
    unlock();
  }
}
