import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** What buyers asked to return of their orders. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('returns')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('refund_cents', 'bigint')
    .addColumn('is_withdrawn', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('returns_key', ['id'])
    .addForeignKeyConstraint('returns_order_id', ['order_id'], 'orders', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('returns_by_order_id').on('returns').columns(['order_id', 'created_at']).execute();
  await db.schema.createIndex('returns_by_state').on('returns').columns(['state', 'created_at', 'id']).execute();
  await db.schema.createIndex('returns_by_created_at').on('returns').columns(['created_at', 'id']).execute();
  await db.schema
    .createTable('return_items')
    .addColumn('return_id', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_open', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('return_items_key', ['return_id', 'listing_id'])
    .addForeignKeyConstraint('return_items_return_id', ['return_id'], 'returns', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('return_items_open')
    .unique()
    .on('return_items')
    .columns(['order_id', 'listing_id'])
    .where(sql.ref('is_open'), '=', sql.lit(1))
    .execute();
}
