import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** When buyers collect their orders. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('appointments')
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('from_time', text, (column) => column.notNull())
    .addColumn('to_time', text, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('appointments_key', ['order_id'])
    .addForeignKeyConstraint('appointments_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
}
