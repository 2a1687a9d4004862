import type { Writer } from '#server/platform/database/database.ts';
import type { ItemRow } from './orders.queries.ts';

/** Writes the price that the item has in its order. */
export async function updateItemPrice(tx: Writer, { order_id, listing_id, price_cents }: ItemRow): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ price_cents })
    .where('order_id', '=', order_id)
    .where('listing_id', '=', listing_id)
    .execute();
}
