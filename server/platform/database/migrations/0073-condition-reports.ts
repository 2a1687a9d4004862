import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Condition reports of listings, the links that were sent to them, and enquiries that ask for one. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('condition_reports')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('draft_of', text, (column) => column.references('listings.id').onDelete('cascade'))
    .addColumn('examined_on', text, (column) => column.notNull())
    .addColumn('examiner', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('surface', text, (column) => column.notNull())
    .addColumn('edges', text, (column) => column.notNull())
    .addColumn('frame', text, (column) => column.notNull())
    .addColumn('restorations', text, (column) => column.notNull())
    .addColumn('notes', text, (column) => column.notNull())
    .addColumn('photographs', text, (column) => column.notNull())
    .addColumn('piece', text, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('issued_at', 'bigint')
    .addColumn('withdrawn_at', 'bigint')
    .addColumn('reason', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('condition_reports_of_listing').on('condition_reports').column('listing_id').execute();
  await db.schema.createIndex('condition_drafts_of_listing').on('condition_reports').column('draft_of').execute();
  await db.schema
    .createTable('condition_links')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('report_id', text, (column) => column.notNull().references('condition_reports.id').onDelete('cascade'))
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_folded', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  for (const column of ['report_id', 'email_folded', 'user_id', 'until_at'])
    await db.schema.createIndex(`condition_links_by_${column}`).on('condition_links').column(column).execute();
  await db.schema.alterTable('enquiries').addColumn('asks_for', text).execute();
}
