import { z } from 'zod';
import { toDollars } from '#contract/money.ts';
import { type Buyer, buyer, type Order, type OrderItem, shownDelivery } from '#contract/orders.ts';
import type { Reader } from '#server/database/database.ts';
import { imageSets } from '#server/media/media.ts';
import type { ItemRow, OrderRow } from './orders.queries.ts';

/** A piece as it was when it was bought: later changes of the listing change no order. */
export const snapshot = z.object({
  name: z.string(),
  images: z.array(z.string()),
  artist: z.string(),
  year: z.number().nullable(),
  spec: z.string(),
});
export type Snapshot = z.infer<typeof snapshot>;

export const snapshotOf = (item: ItemRow): Snapshot => snapshot.parse(JSON.parse(item.snapshot));

export const buyerOf = (row: OrderRow): Buyer => buyer.parse(JSON.parse(row.buyer));

/** Orders as the wire shows them: only what leaves the house. `items` are those of all these orders, by position. */
export async function presentOrders(
  reader: Reader,
  rows: readonly OrderRow[],
  items: readonly ItemRow[],
): Promise<Order[]> {
  const pieces = items.map((item) => ({ item, kept: snapshotOf(item) }));
  const sets = await imageSets(
    reader,
    pieces.map(({ kept }) => kept.images.slice(0, 1).map((url) => ({ url, alt: '' }))),
  );
  const presented = pieces.map(({ item, kept }, position): PresentedItem => {
    const listing = { id: item.listing_id, ...kept, imageSet: sets[position] ?? [] };
    return {
      orderId: item.order_id,
      isUnique: item.is_unique === 1,
      item: { listingId: item.listing_id, price: toDollars(item.price_cents), listing },
    };
  });
  const byOrder = Map.groupBy(presented, ({ orderId }) => orderId);
  return rows.map((row) => presentOrder(row, byOrder.get(row.id) ?? []));
}

interface PresentedItem {
  orderId: string;
  isUnique: boolean;
  item: OrderItem;
}

function presentOrder(row: OrderRow, items: readonly PresentedItem[]): Order {
  const orderDate = new Date(row.order_date).toISOString();
  const total = toDollars(row.total_cents);
  const holdsSomething = row.status === 'pending' && items.some(({ isUnique }) => isUnique);
  return {
    id: row.id,
    userId: row.user_id,
    orderDate,
    date: orderDate,
    status: row.status,
    totalPrice: total,
    price: total,
    buyer: buyerOf(row),
    items: items.map(({ item }) => item),
    paymentMethod: row.payment_method,
    delivery: shownDelivery.parse(JSON.parse(row.delivery)),
    holdExpiresAt: holdsSomething && row.hold_expires_at !== null ? new Date(row.hold_expires_at).toISOString() : null,
  };
}
