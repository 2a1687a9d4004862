import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Records when an order is first paid, and which of these orders each admin has seen. Existing orders count as seen. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('order_arrivals')
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_arrivals_key', ['order_id'])
    .addForeignKeyConstraint('order_arrivals_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('order_arrivals_by_revision').on('order_arrivals').columns(['revision']).execute();
  await db.schema
    .createTable('order_views')
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('seen_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('order_views_key', ['user_id'])
    .addForeignKeyConstraint('order_views_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
}
