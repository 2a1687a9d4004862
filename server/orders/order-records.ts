import { foldText } from '#contract/text.ts';
import type { Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type ItemRow, insertEvent, lockOrderRow, type OrderRow, selectItems } from './orders.queries.ts';
import { snapshotOf } from './present-order.ts';

export interface LockedOrder {
  row: OrderRow;
  items: ItemRow[];
}

/** An order and its items, locked for a change. */
export async function lockOrder(tx: Writer, id: string): Promise<LockedOrder | null> {
  const row = await lockOrderRow(tx, id);
  return row ? { row, items: await selectItems(tx, [id]) } : null;
}

/** One line of the order's history, e.g. "Order placed". */
export async function recordEvent(
  shop: Shop,
  tx: Writer,
  orderId: string,
  what: string,
  by: 'buyer' | 'shop',
): Promise<void> {
  await insertEvent(tx, {
    id: shop.randomBytes(12).toString('base64url'),
    order_id: orderId,
    at: shop.clock(),
    what,
    by_shop: by === 'shop' ? 1 : 0,
  });
}

/** What `q` looks in: the order, its buyer, and the names of its pieces. */
export function searchTextOf(
  order: { id: string; user_id: string; buyer: { name: string; email: string } },
  names: readonly string[],
): string {
  return foldText([order.id, order.user_id, order.buyer.name, order.buyer.email, ...names].join('\n'));
}

export const nameOf = (item: ItemRow): string => snapshotOf(item).name;
