import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Security emails overtake others, and emails above the limit are recorded but not sent. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('kind', textColumn(db), (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('outbox')
    .addColumn('priority', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('outbox').addColumn('withheld_at', 'bigint').execute();
  await sql`drop index outbox_by_sent_at_next_attempt_at`.execute(db);
  await db.schema
    .createIndex('outbox_to_send')
    .on('outbox')
    .columns(['sent_at', 'withheld_at', 'priority', 'next_attempt_at'])
    .execute();
}
