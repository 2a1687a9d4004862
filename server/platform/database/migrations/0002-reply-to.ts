import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Adds the address for replies: the owner replies to an enquiry directly. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('reply_to', textColumn(db)).execute();
}
