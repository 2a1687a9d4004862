import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Emails that people ask for, and the address in an email that ends it. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('listing_id', text)
    .addColumn('artist_id', text)
    .addColumn('user_id', text)
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('person', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addPrimaryKeyConstraint('subscriptions_key', ['id'])
    .addUniqueConstraint('subscriptions_of_person', ['person', 'kind', 'target'])
    .addForeignKeyConstraint('subscriptions_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('subscriptions_artist_id', ['artist_id'], 'artists', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('subscriptions_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  for (const column of ['listing_id', 'artist_id', 'user_id'])
    await db.schema.createIndex(`subscriptions_by_${column}`).on('subscriptions').column(column).execute();
  await db.schema
    .createIndex('subscriptions_by_kind')
    .on('subscriptions')
    .columns(['kind', 'created_at', 'id'])
    .execute();
  await db.schema
    .createTable('subscription_links')
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('subscription_links_key', ['token_hash', 'subscription_id'])
    .addForeignKeyConstraint(
      'subscription_links_subscription_id',
      ['subscription_id'],
      'subscriptions',
      ['id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('subscription_links_by_subscription')
    .on('subscription_links')
    .column('subscription_id')
    .execute();
  await db.schema.createIndex('subscription_links_by_time').on('subscription_links').column('created_at').execute();
  await createNewsTables(db);
  await db.schema.alterTable('outbox').addColumn('unsubscribe_url', 'text').execute();
}

async function createNewsTables(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('subscription_news')
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('noted_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('subscription_news_key', ['subscription_id', 'listing_id'])
    .addForeignKeyConstraint(
      'subscription_news_subscription_id',
      ['subscription_id'],
      'subscriptions',
      ['id'],
      (reference) => reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('subscription_news_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('subscription_news_by_listing').on('subscription_news').column('listing_id').execute();
  await db.schema
    .createTable('listing_debuts')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_debuts_key', ['listing_id'])
    .addForeignKeyConstraint('listing_debuts_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await sql`insert into listing_debuts (listing_id) select id from listings where status <> 'discontinued'`.execute(db);
}
