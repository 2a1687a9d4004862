import { type Kysely, sql } from 'kysely';
import { indexForSqlite } from '../dialect.ts';

/** Searches of all orders count the expired checkouts that have the text, to leave them out of the number of results. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await indexForSqlite(
    db,
    sql`create index orders_to_leave_out on orders (hold_expires_at, search_text) where status = 'pending'`,
  );
}
