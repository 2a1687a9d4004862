import type { CreateTableBuilder, Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;

/** What was sent of an order and when, whether it is packed, and notes about it for staff. */
export async function up(db: AnyKysely): Promise<void> {
  const text = textColumn(db);
  const ofOrder = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('order_id', text, (column) => column.notNull())
      .addForeignKeyConstraint(`${table}_order_id`, ['order_id'], 'orders', ['id'], (reference) =>
        reference.onDelete('cascade'),
      );
  await withId(ofOrder('shipments'), 'shipments', text)
    .addColumn('carrier', text, (column) => column.notNull())
    .addColumn('number', text, (column) => column.notNull())
    .addColumn('shipped_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('shipments_by_order_id').on('shipments').column('order_id').execute();
  await db.schema
    .createTable('shipment_items')
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('shipment_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('shipment_items_key', ['order_id', 'listing_id'])
    .addForeignKeyConstraint(
      'shipment_items_order_item',
      ['order_id', 'listing_id'],
      'order_items',
      ['order_id', 'listing_id'],
      (reference) => reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('shipment_items_shipment_id', ['shipment_id'], 'shipments', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('shipment_items_by_shipment_id').on('shipment_items').column('shipment_id').execute();
  await ofOrder('packings')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('packings_key', ['order_id'])
    .execute();
  await withId(ofOrder('order_notes'), 'order_notes', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('author_id', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('order_notes_by_order_id').on('order_notes').columns(['order_id', 'at']).execute();
}

function withId(table: CreateTableBuilder<string, string>, name: string, text: ReturnType<typeof textColumn>) {
  return table.addColumn('id', text, (column) => column.notNull()).addPrimaryKeyConstraint(`${name}_key`, ['id']);
}
