import { type Kysely, sql } from 'kysely';

/** Rows of bank statements that are no payment of an order, and the order of the list of rows. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.alterTable('bank_rows').addColumn('dismissed_at', 'bigint').execute();
  await db.schema
    .createIndex('bank_rows_open')
    .on('bank_rows')
    .columns(['booked_on', 'hash'])
    .where(sql.ref('order_id'), 'is', null)
    .where(sql.ref('dismissed_at'), 'is', null)
    .execute();
  await db.schema.createIndex('bank_rows_by_day').on('bank_rows').columns(['booked_on', 'hash']).execute();
}
