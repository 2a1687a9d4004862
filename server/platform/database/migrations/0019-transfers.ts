import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Orders that wait for a bank transfer, and money that came outside of a processor for orders that are not complete. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema.alterTable('orders').addColumn('reserved_until', 'bigint').execute();
  await db.schema
    .createTable('transfers')
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('crn', text, (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addPrimaryKeyConstraint('transfers_key', ['order_id'])
    .addForeignKeyConstraint('transfers_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('transfers_by_crn').on('transfers').column('crn').unique().execute();
  await db.schema.createIndex('transfers_by_next_at').on('transfers').column('next_at').execute();
  await db.schema
    .createTable('receipts')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('method', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('receipts_key', ['id'])
    .addForeignKeyConstraint('receipts_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('bank_rows')
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('booked_on', text, (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .addColumn('order_id', text)
    .addColumn('matched_at', 'bigint')
    .addPrimaryKeyConstraint('bank_rows_key', ['hash'])
    .execute();
  await db.schema.createIndex('receipts_by_order_id').on('receipts').column('order_id').execute();
}
