import { type Kysely, sql } from 'kysely';

/** Sums of what deliveries cost, without reading the orders that have none. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`create index orders_with_delivery on orders (order_date, status, delivery_cents) where delivery_cents > 0`.execute(
    db,
  );
}
