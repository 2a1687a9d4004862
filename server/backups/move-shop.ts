import { existsSync } from 'node:fs';
import { readBeside } from '#server/database/beside.ts';
import { connect } from '#server/database/connect.ts';
import { type Migrations, schemaOf, shopMigrations } from '#server/database/migrate.ts';
import { holdSqlite } from '#server/database/sqlite.ts';
import type { Settings } from '#server/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { rowsInOrder, shopTables } from './backups.queries.ts';
import { fillDatabase, requireRoom } from './fill.ts';
import type { TableSums } from './table-sums.ts';

type Place = Settings['database'];

/**
 * Copies every row of one moment into an empty database of either engine, in one transaction, and compares counts, sums and
 * hashes of every table; answers them. The source stays as it is. An embedded one must not be open, or what it sold meanwhile
 * would stay behind. Where it throws, the target is as it was.
 */
export async function moveShop(
  source: Place,
  target: Place,
  migrations: Migrations = shopMigrations,
): Promise<Map<string, TableSums>> {
  if (source.engine === 'sqlite' && !existsSync(source.file))
    throw new BackupRefused(`${source.file} does not exist: there is no shop to move.`);
  const letGo = source.engine === 'sqlite' ? holdSqlite(source.file) : () => undefined;
  try {
    let moved = new Map<string, TableSums>();
    await readBeside(source, async (reader) => {
      const schema = await schemaOf(reader);
      if (schema === null) throw new BackupRefused('The database has no shop in it.');
      const tables = await shopTables(reader);
      const shapes = new Map(tables.map((table) => [table.name, table]));
      const rowsOf = (name: string) => {
        const shape = shapes.get(name);
        if (!shape) throw new Error(`${name} is no table`);
        return rowsInOrder(reader, shape);
      };
      const database = await connect(target, {
        migrations,
        fill: async (connection) => {
          await requireRoom(connection, schema, migrations);
          moved = await fillDatabase(connection, { schema, tables, rowsOf }, migrations);
        },
      });
      await database.close();
    });
    return moved;
  } finally {
    letGo();
  }
}
