import type { OrderDetails } from '#contract/orders.ts';
import type { Reader } from '#server/database/database.ts';
import { paymentsOf } from '#server/payments/payments.ts';
import { selectEvents, selectItems, selectOrder } from './orders.queries.ts';
import { presentOrders } from './present-order.ts';

/** An order with its payments and history; null where there is none. Who may see it is the caller's question. */
export async function findOrderDetails(reader: Reader, id: string): Promise<OrderDetails | null> {
  const row = await selectOrder(reader, id);
  if (!row) return null;
  const events = await selectEvents(reader, id);
  const [order] = await presentOrders(reader, [row], await selectItems(reader, [id]));
  if (!order) throw new Error('one order in, one out');
  return {
    ...order,
    payments: await paymentsOf(reader, id),
    history: events.map((event) => ({
      at: new Date(event.at).toISOString(),
      what: event.what,
      by: event.by_shop ? 'shop' : 'buyer',
    })),
  };
}
