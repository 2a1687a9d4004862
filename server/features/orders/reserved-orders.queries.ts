import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';
import type { OrderRow } from './orders.queries.ts';

/** The buyer's orders that wait for a bank transfer. */
export function selectReservedOrders(reader: Reader, userId: string): Promise<OrderRow[]> {
  return reservedOrdersOf(reader, { userId });
}

const reservedOrdersOf = compileOnce({ userId: '' }, (reader, { userId }) => reservedOrders(reader, userId));

/** The same, locked by ascending id. */
export function lockReservedOrders(tx: Writer, userId: string): Promise<OrderRow[]> {
  return lockRows(tx, reservedOrders(tx, userId)).execute();
}

function reservedOrders(reader: Reader, userId: string) {
  return reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('reserved_until', 'is not', null)
    .orderBy('id');
}
