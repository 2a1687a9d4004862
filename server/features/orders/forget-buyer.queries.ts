import type { Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { OrderRow } from './orders.queries.ts';

/** The buyer's pending and cancelled orders, locked by ascending id. */
export function lockUnpaidOrders(tx: Writer, userId: string): Promise<OrderRow[]> {
  const orders = tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'cancelled'])
    .orderBy('id');
  return lockRows(tx, orders).execute();
}
