import { type Kysely, sql } from 'kysely';

/** Finds the orders that wait to be sent, the oldest first, without reading the others. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`create index orders_to_ship on orders (order_date, id) where status = 'paid' and is_demo = 0`.execute(db);
}
