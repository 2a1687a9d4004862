import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** The backups that the shop makes each night. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  let table = db.schema.createTable('backup_runs').addColumn('night', textColumn(db), (column) => column.primaryKey());
  for (const name of ['state', 'error']) table = table.addColumn(name, textColumn(db), (column) => column.notNull());
  for (const name of ['started_at', 'next_at', 'tries', 'bytes', 'row_count', 'media_count', 'missing_count'])
    table = table.addColumn(name, 'bigint', (column) => column.notNull());
  await table.addColumn('finished_at', 'bigint').execute();
}
