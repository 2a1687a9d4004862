import type { Kysely } from 'kysely';

/** Whether an email that counts as sent was only written to files; for earlier emails this is not known. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('is_file', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
