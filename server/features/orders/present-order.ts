import { z } from 'zod';
import { fromCents } from '#contract/money.ts';
import { type Buyer, buyer, type Order, type OrderItem, type ShownDelivery, shownDelivery } from '#contract/orders.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { ItemRow, OrderRow } from './orders.queries.ts';

/** A listing as it was when it was ordered: later changes of the listing do not change the order. */
export const snapshot = z.object({
  name: z.string(),
  images: z.array(z.string()),
  artist: z.string(),
  year: z.number().nullable(),
  spec: z.string(),
});
export type Snapshot = z.infer<typeof snapshot>;

export const snapshotOf = (item: Pick<ItemRow, 'snapshot'>): Snapshot => snapshot.parse(JSON.parse(item.snapshot));

export const buyerOf = (row: OrderRow): Buyer => buyer.parse(JSON.parse(row.buyer));

export const deliveryOf = (row: OrderRow): ShownDelivery => shownDelivery.parse(JSON.parse(row.delivery));

/** Orders as the API returns them. `items` are those of all these orders, sorted by position. */
export async function presentOrders(
  reader: Reader,
  rows: readonly OrderRow[],
  items: readonly ItemRow[],
): Promise<Order[]> {
  const ordered = items.map((item) => ({ item, bought: snapshotOf(item) }));
  const sets = await imageSets(
    reader,
    ordered.map(({ bought }) => bought.images.slice(0, 1).map((url) => ({ url, alt: '' }))),
  );
  const presented = ordered.map(({ item, bought }, index): PresentedItem => {
    const listing = { id: item.listing_id, ...bought, imageSet: sets[index] ?? [] };
    return {
      orderId: item.order_id,
      isUnique: item.is_unique === 1,
      item: { listingId: item.listing_id, price: fromCents(item.price_cents), listing },
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
  const total = fromCents(row.total_cents);
  const hasHold = row.status === 'pending' && items.some(({ isUnique }) => isUnique);
  return {
    id: row.id,
    userId: row.user_id,
    orderDate,
    date: orderDate,
    status: row.status,
    totalPrice: total,
    price: total,
    deliveryPrice: fromCents(row.delivery_cents),
    deliveryName: row.delivery_name,
    buyer: buyerOf(row),
    items: items.map(({ item }) => item),
    paymentMethod: row.payment_method,
    delivery: deliveryOf(row),
    holdExpiresAt: hasHold ? momentOf(row.hold_expires_at ?? row.reserved_until) : null,
  };
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
