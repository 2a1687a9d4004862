import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Listings that customers saved. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('saved_listings')
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_listings_key', ['user_id', 'listing_id'])
    .addForeignKeyConstraint('saved_listings_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('saved_listings_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('saved_listings_by_listing').on('saved_listings').column('listing_id').execute();
}
