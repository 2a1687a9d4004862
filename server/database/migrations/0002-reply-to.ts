import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** A letter may be answered to somebody else than the shop: an owner answers who enquired. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('reply_to', textColumn(db)).execute();
}
