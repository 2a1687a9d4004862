import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Client offers and viewing rooms, and how often they were opened on a day. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('private_links')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_folded', text, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('shows_prices', 'integer', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', text)
    .addColumn('taken_by', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('private_links_key', ['id'])
    .addUniqueConstraint('private_links_token', ['token_hash'])
    .addForeignKeyConstraint('private_links_taken_by', ['taken_by'], 'users', ['id'], (reference) =>
      reference.onDelete('set null'),
    )
    .execute();
  await db.schema.createIndex('private_links_by_time').on('private_links').columns(['created_at', 'id']).execute();
  await db.schema
    .createTable('private_link_items')
    .addColumn('link_id', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('price_cents', 'bigint')
    .addColumn('words', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('private_link_items_key', ['link_id', 'listing_id'])
    .addForeignKeyConstraint('private_link_items_link_id', ['link_id'], 'private_links', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('private_link_views')
    .addColumn('link_id', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('openings', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('private_link_views_key', ['link_id', 'day'])
    .addForeignKeyConstraint('private_link_views_link_id', ['link_id'], 'private_links', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
}
