import type { Kysely } from 'kysely';

/** How often an attempt was brought to what the processor says, so that an outdated reading is recognised. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('payment_attempts')
    .addColumn('readings', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
