import type { Kysely } from 'kysely';

/** Whether the former address of a link that undoes a change of the email had been confirmed; links from before count as such. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('account_links')
    .addColumn('was_confirmed', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
