import type { Kysely } from 'kysely';

/** The last number that certificates may have had which a restored shop does not know. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .createTable('certificate_numbers')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last_position', 'bigint', (column) => column.notNull())
    .execute();
}
