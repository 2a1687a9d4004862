import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Which account an email is for, and whether nothing of the email may stay once it is sent, because the account was deleted. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .alterTable('outbox')
    .addColumn('account_id', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('outbox')
    .addColumn('is_forgotten', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
