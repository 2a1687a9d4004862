import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** How often listings were looked at, and from which hosts visitors came (decision 0044). */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('listing_visits')
    .addColumn('span', text, (column) => column.notNull())
    .addColumn('period', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('views', 'bigint', (column) => column.notNull())
    .addColumn('saves', 'bigint', (column) => column.notNull())
    .addColumn('cart_adds', 'bigint', (column) => column.notNull())
    .addColumn('enquiries', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_visits_key', ['span', 'period', 'listing_id'])
    .addForeignKeyConstraint('listing_visits_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('listing_visits_by_listing')
    .on('listing_visits')
    .columns(['listing_id', 'span', 'period'])
    .execute();
  await db.schema
    .createTable('visit_sources')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('visits', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_sources_key', ['day', 'host'])
    .execute();
}
