import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** What tax depends on, of listings and of what was sold; what a tax invoice said when it was issued; adjustment notes. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  const addText = (table: string, column: string, value: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, text, (definition) => definition.notNull().defaultTo(value))
      .execute();
  await addText('listings', 'tax_status', 'own');
  await addText('listings', 'consignor', '');
  await db.schema.alterTable('listings').addColumn('commission_hundredths', 'bigint').execute();
  await db.schema
    .alterTable('listings')
    .addColumn('is_resale', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('listings').addColumn('acquired_on', text).execute();
  await addText('order_items', 'tax', '');
  await addText('invoices', 'words', '');
  await addText('invoices', 'tax', '');
  for (const column of ['total_cents', 'gst_cents'])
    await db.schema.alterTable('invoices').addColumn(column, 'bigint').execute();
  await db.schema
    .createTable('adjustment_notes')
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('issue', 'bigint', (column) => column.notNull())
    .addColumn('number', text, (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('difference_cents', 'bigint', (column) => column.notNull())
    .addColumn('gst_difference_cents', 'bigint', (column) => column.notNull())
    .addColumn('tax', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('adjustment_notes_key', ['order_id', 'issue'])
    .addForeignKeyConstraint('adjustment_notes_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('adjustment_notes_number').on('adjustment_notes').column('number').unique().execute();
  await sql`create index order_items_with_tax on order_items (order_id) where tax <> ''`.execute(db);
}
