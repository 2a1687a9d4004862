import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Where a piece lies in its picture, and details with words. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('close_looks')
    .addColumn('listing_id', text, (column) => column.primaryKey().references('listings.id').onDelete('cascade'))
    .addColumn('picture', text, (column) => column.notNull())
    .addColumn('box', text)
    .addColumn('details', text, (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
