import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/**
 * Certificates of authenticity, and the public keys that they can be checked with. A certificate outlives its listing, so it does not
 * refer to the row of it.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('certificate_keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
  await db.schema
    .createTable('certificates')
    .addColumn('number', text, (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull().unique())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('statement', text, (column) => column.notNull())
    .addColumn('signature', text, (column) => column.notNull())
    .addColumn('key_id', text, (column) => column.notNull())
    .addColumn('given_to', text, (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('replaced_by', text)
    .execute();
  await sql`create unique index one_valid_certificate_per_listing on certificates (listing_id)
    where revoked_at is null`.execute(db);
  await sql`create index certificates_of_listing on certificates (listing_id, position)`.execute(db);
}
