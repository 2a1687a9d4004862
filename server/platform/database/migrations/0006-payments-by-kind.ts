import { type Kysely, sql } from 'kysely';

/** Lets payments be summed without reading orders, by a scan of one small index. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`drop index payments_to_sum`.execute(db);
  await sql`create index payments_by_kind_and_amount on payments (kind, amount_cents)`.execute(db);
}
