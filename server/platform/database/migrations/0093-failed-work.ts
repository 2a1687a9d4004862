import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Background work that failed: when it is tried again, and whether it was given up. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('failed_work')
    .addColumn('queue', text, (column) => column.notNull())
    .addColumn('item', text, (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('given_up_at', 'bigint')
    .addColumn('error', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('failed_work_key', ['queue', 'item'])
    .execute();
}
