import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Provenance as a list of entries that are never changed, and what follows from it for the owner and the history of a listing. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema.alterTable('listings').addColumn('derived_owner', text).execute();
  await db.schema.alterTable('listings').addColumn('derived_history', text).execute();
  await db.schema
    .createTable('provenance_entries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull().references('listings.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('date', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('place', text, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('is_public', 'integer', (column) => column.notNull())
    .addColumn('corrects', text)
    .addColumn('is_strike', 'integer', (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('order_id', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('provenance_entries_in_order', ['listing_id', 'position'])
    .execute();
  await sql`create unique index provenance_corrected_once on provenance_entries (corrects)
    where corrects is not null`.execute(db);
  await sql`create index provenance_of_order on provenance_entries (order_id) where order_id is not null`.execute(db);
  await db.schema
    .createTable('provenance_names')
    .addColumn('order_id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('agreed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('provenance_names_of_user').on('provenance_names').column('user_id').execute();
}
