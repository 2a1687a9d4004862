import type { Kysely } from 'kysely';

/** How often a second factor of an account was added or removed, because each change ends the marks of known devices. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('factor_changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
