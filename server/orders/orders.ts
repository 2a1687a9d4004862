import { type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import type { Order, OrderDetails, OrderSortField } from '#contract/orders.ts';
import type { Reader } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { findOrderDetails } from './order-details.ts';
import { countListedOrders, type OrderFilter, selectItems, selectLatestOrder, selectOrders } from './orders.queries.ts';
import { presentOrders } from './present-order.ts';

export { countDemoOrders, deleteDemoOrders, insertReadyOrders, type ReadyOrders } from './demo-orders.queries.ts';
export { findOrderDetails } from './order-details.ts';
export { orderIdOf } from './order-id.ts';
export { searchTextOf } from './order-records.ts';
export {
  selectPicturesInOrders as picturesInOrders,
  selectWaitingBuyers as buyersWaitingFor,
} from './orders.queries.ts';
export { endPendingCheckouts, payCheckout, placeCheckout } from './pending-orders.ts';
export type { Snapshot } from './present-order.ts';

/** Newest first unless asked otherwise; checkouts that ran out are left out. */
export async function listOrders(
  shop: Shop,
  request: ListRequest<OrderSortField>,
  filter: OrderFilter,
): Promise<{ orders: Order[]; total: number }> {
  const { rows, total } = await selectOrders(shop.database.read, request, filter, shop.clock());
  const items = await selectItems(
    shop.database.read,
    rows.map((row) => row.id),
  );
  return { orders: await presentOrders(shop.database.read, rows, items), total };
}

/** The buyer's own order; another's is as unknown as one that does not exist. */
export async function findOwnOrder(shop: Shop, userId: string, id: string): Promise<OrderDetails | Refusal> {
  const details = await findOrderDetails(shop.database.read, id);
  return details?.userId === userId ? details : refuse('orderNotFound');
}

/** How many orders the lists have; checkouts that ran out are left out. */
export function countOrders(reader: Reader, now: number): Promise<number> {
  return countListedOrders(reader, now);
}

/** The order placed last, of those in the lists; `orderDate` in epoch milliseconds. */
export async function findLatestOrder(reader: Reader, now: number): Promise<{ id: string; orderDate: number } | null> {
  const row = await selectLatestOrder(reader, now);
  return row ? { id: row.id, orderDate: row.order_date } : null;
}
