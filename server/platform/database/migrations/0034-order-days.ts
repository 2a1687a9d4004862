import type { Kysely } from 'kysely';

/** The working days until an order leaves and arrives, as its checkout named them. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['packing_days', 'arrival_days'])
    await db.schema.alterTable('orders').addColumn(column, 'bigint').execute();
}
