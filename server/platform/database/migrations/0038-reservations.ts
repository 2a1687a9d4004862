import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Listings that the shop keeps for one person until a time. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('reservations')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addColumn('user_id', text)
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('price_cents', 'bigint')
    .addPrimaryKeyConstraint('reservations_key', ['listing_id', 'until_at'])
    .addForeignKeyConstraint('reservations_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('reservations_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('set null'),
    )
    .execute();
  await db.schema.createIndex('reservations_by_until').on('reservations').column('until_at').execute();
  await db.schema.createIndex('reservations_by_source').on('reservations').column('source').execute();
  await db.schema.createIndex('reservations_by_user').on('reservations').column('user_id').execute();
}
