import { z } from 'zod';
import { toDollars } from '#contract/money.ts';
import { buyer, type Order, shownDelivery } from '#contract/orders.ts';
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

/** Only what leaves the house; `items` are those of this order, by position. */
export function presentOrder(row: OrderRow, items: readonly ItemRow[]): Order {
  const orderDate = new Date(row.order_date).toISOString();
  const total = toDollars(row.total_cents);
  const holdsSomething = row.status === 'pending' && items.some((item) => item.is_unique === 1);
  return {
    id: row.id,
    userId: row.user_id,
    orderDate,
    date: orderDate,
    status: row.status,
    totalPrice: total,
    price: total,
    buyer: buyer.parse(JSON.parse(row.buyer)),
    items: items.map((item) => ({
      listingId: item.listing_id,
      price: toDollars(item.price_cents),
      listing: { id: item.listing_id, ...snapshotOf(item) },
    })),
    paymentMethod: row.payment_method,
    delivery: shownDelivery.parse(JSON.parse(row.delivery)),
    holdExpiresAt: holdsSomething && row.hold_expires_at !== null ? new Date(row.hold_expires_at).toISOString() : null,
  };
}
