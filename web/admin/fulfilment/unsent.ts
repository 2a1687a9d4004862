import type { OrderDetails, OrderItem } from '#contract/orders.ts';

/** The pieces of an order that are in no shipment. */
export function unsentOf({ items, shipments }: OrderDetails): OrderItem[] {
  const sent = new Set(shipments.flatMap(({ listingIds }) => listingIds));
  return items.filter(({ listingId }) => !sent.has(listingId));
}
