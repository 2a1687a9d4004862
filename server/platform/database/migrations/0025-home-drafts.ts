import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Drafts of the home page that owners look at before they save. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('home_drafts')
    .addColumn('id_hash', text, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('home_drafts_key', ['id_hash'])
    .execute();
}
