import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Scans of listings that are made into tiles. A row outlives its listing until its files are deleted. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  let table = db.schema
    .createTable('scans')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.unique().references('listings.id').onDelete('set null'));
  for (const name of ['picture', 'state', 'claim', 'problem', 'lengths'])
    table = table.addColumn(name, text, (column) => column.notNull());
  for (const name of ['progress', 'tries', 'width', 'height', 'has_original'])
    table = table.addColumn(name, 'integer', (column) => column.notNull());
  await table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .execute();
  await db.schema.createIndex('scans_due').on('scans').column('due_at').execute();
}
