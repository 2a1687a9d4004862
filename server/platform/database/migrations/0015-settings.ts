import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** What an owner has set in the panel: one row for each section that was changed. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('settings')
    .addColumn('section', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('settings_key', ['section'])
    .execute();
}
