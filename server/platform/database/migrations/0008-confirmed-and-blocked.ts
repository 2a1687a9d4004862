import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Records when an email address was confirmed, who is blocked, and when a session last proved who uses it. Nobody has any of it yet. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_confirmed_at', 'bigint').execute();
  await db.schema.alterTable('users').addColumn('blocked_at', 'bigint').execute();
  await db.schema.alterTable('users').addColumn('block_reason', textColumn(db)).execute();
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute();
}
