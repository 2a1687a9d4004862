import { sql } from 'kysely';
import type { Reader, Writer } from '#server/database/database.ts';
import { lockRows } from '#server/database/dialect.ts';
import type { OrderEventsTable } from '#server/database/tables.ts';
import type { ItemRow, OrderRow } from './orders.queries.ts';

export interface ReadyOrders {
  orders: OrderRow[];
  items: ItemRow[];
  events: OrderEventsTable[];
}

/** Writes orders as they are given: for collections that come ready, such as the demo. */
export async function insertReadyOrders(tx: Writer, { orders, items, events }: ReadyOrders): Promise<void> {
  await tx.insertInto('orders').values(orders).execute();
  await tx.insertInto('order_items').values(items).execute();
  await tx.insertInto('order_events').values(events).execute();
}

// No bound value: the index of the demo's rows is found by its letter only.
const isDemo = sql<boolean>`is_demo = 1`;

export async function countDemoOrders(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(isDemo)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locked by ascending id; items, history, payments and invoices go with them. Answers how many. */
export async function deleteDemoOrders(tx: Writer): Promise<number> {
  const orders = await lockRows(tx, tx.selectFrom('orders').select('id').where(isDemo).orderBy('id')).execute();
  await tx.deleteFrom('orders').where(isDemo).execute();
  return orders.length;
}
