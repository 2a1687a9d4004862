import type { Kysely } from 'kysely';

/** Whether somebody sets prices as staff. All staff did before. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const table of ['users', 'staff_invitations'])
    await db.schema
      .alterTable(table)
      .addColumn('may_set_prices', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
}
