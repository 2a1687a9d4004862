import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Collectors who wait for a piece, and the pieces that are kept for them now. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('waiting_entries')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('turn_until', 'bigint')
    .addPrimaryKeyConstraint('waiting_entries_key', ['listing_id', 'place'])
    .addUniqueConstraint('waiting_entries_once', ['user_id', 'listing_id'])
    .addForeignKeyConstraint('waiting_entries_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('waiting_entries_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('waiting_turns')
    .addColumn('listing_id', text, (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('waiting_turns_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('waiting_turns_by_due').on('waiting_turns').column('due_at').execute();
}
