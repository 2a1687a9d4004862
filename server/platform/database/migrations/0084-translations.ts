import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** The owner's texts in further languages. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('translations')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('subject_id', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.references('listings.id').onDelete('cascade'))
    .addColumn('artist_id', text, (column) => column.references('artists.id').onDelete('cascade'))
    .addColumn('series_id', text, (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('texts', text, (column) => column.notNull())
    .addColumn('is_complete', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('translations_pk', ['kind', 'subject_id', 'language'])
    .execute();
  // A row is deleted with what it belongs to.
  for (const column of ['listing_id', 'artist_id', 'series_id'])
    await db.schema.createIndex(`translations_${column}`).on('translations').column(column).execute();
}
