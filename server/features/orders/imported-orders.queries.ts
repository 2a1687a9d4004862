import { sql } from 'kysely';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { OrderEventsTable } from '#server/platform/database/order-tables.ts';
import type { ItemRow, OrderRow } from './orders.queries.ts';

export interface ImportedOrders {
  orders: OrderRow[];
  items: ItemRow[];
  events: OrderEventsTable[];
}

/** Writes complete orders as they are, for example those of the demo. */
export async function importOrders(tx: Writer, { orders, items, events }: ImportedOrders): Promise<void> {
  await tx.insertInto('orders').values(orders).execute();
  await tx.insertInto('order_items').values(items).execute();
  await tx.insertInto('order_events').values(events).execute();
}

// A literal instead of a bound value: the partial index over demo rows is used only for the literal condition.
const isDemo = sql<boolean>`is_demo = 1`;

export async function countDemoOrders(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(isDemo)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the demo orders with their items, history, payments and invoices; returns how many. Locks them by ascending id. */
export async function deleteDemoOrders(tx: Writer): Promise<number> {
  const orders = await lockRows(tx, tx.selectFrom('orders').select('id').where(isDemo).orderBy('id')).execute();
  await tx.deleteFrom('orders').where(isDemo).execute();
  return orders.length;
}
