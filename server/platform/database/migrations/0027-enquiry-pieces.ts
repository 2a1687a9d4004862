import type { Kysely } from 'kysely';

/** All pieces that an enquiry is about, and where they are to be delivered. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('enquiries')
    .addColumn('pieces', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema.alterTable('enquiries').addColumn('place', 'text').execute();
}
