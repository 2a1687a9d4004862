import type { Kysely } from 'kysely';

/** What the delivery of an order costs, and how it reaches the buyer. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('delivery_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['delivery_option', 'delivery_name'])
    await db.schema
      .alterTable('orders')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute();
}
