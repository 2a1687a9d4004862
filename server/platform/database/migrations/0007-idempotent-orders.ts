import { type Kysely, sql } from 'kysely';

/** A repeated call answers its order as it is now, so only the order's id is stored instead of the whole answer. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`alter table idempotency_keys rename column reply to order_id`.execute(db);
  const { rows } = await sql<{ order_id: string }>`select distinct order_id from idempotency_keys`.execute(db);
  for (const { order_id: answer } of rows)
    await sql`update idempotency_keys set order_id = ${orderIdOf(answer)} where order_id = ${answer}`.execute(db);
}

function orderIdOf(answer: string): string {
  const order: unknown = JSON.parse(answer);
  return order instanceof Object && 'id' in order ? String(order.id) : '';
}
