import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Records who was signed in when an enquiry was sent, so that it can be given to them, and deleted with their account. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.alterTable('enquiries').addColumn('user_id', textColumn(db)).execute();
  for (const column of ['user_id', 'email_folded'])
    await db.schema.createIndex(`enquiries_by_${column}`).on('enquiries').column(column).execute();
}
