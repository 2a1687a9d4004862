import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { findOrderDetails, type LockedOrder, lockOrder } from '#server/features/orders/orders.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

/** Runs `change` with the order locked, and returns the changed order. A refusal rolls back. Refused: an unknown order (404). */
export async function changeOrder(
  shop: Shop,
  orderId: string,
  change: (tx: Writer, order: LockedOrder) => Promise<Refusal | null>,
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order ? change(tx, order) : refuse('orderNotFound');
  });
  return refused ?? (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}
