import type { Kysely } from 'kysely';

/** Why an email is not sent yet, and an index for the list of emails. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('failure', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('outbox_by_time').on('outbox').columns(['created_at', 'id']).execute();
}
