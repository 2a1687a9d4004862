import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Photographs of listings under lights from known directions. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('light_sets')
    .addColumn('listing_id', text, (column) => column.primaryKey().references('listings.id').onDelete('cascade'))
    .addColumn('reference', text, (column) => column.notNull())
    .addColumn('is_shown', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('light_photographs')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull().references('light_sets.listing_id').onDelete('cascade'))
    .addColumn('picture', text, (column) => column.notNull())
    .addColumn('sent_hash', text, (column) => column.notNull())
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('azimuth', 'integer', (column) => column.notNull())
    .addColumn('elevation', 'integer', (column) => column.notNull())
    .addColumn('moved', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('light_photographs_once', ['listing_id', 'sent_hash'])
    .execute();
}
