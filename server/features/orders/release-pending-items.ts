import { lockListings } from '#server/features/catalog/catalog.ts';
import { releaseHolds } from '#server/features/holds/holds.ts';
import { endLiveAttempts } from '#server/features/payments/payments.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { LockedOrder } from './order-records.ts';
import { unmarkLive } from './orders.queries.ts';

/** Releases the listings of a pending order. It has sold nothing: only its live items, its payment pages and its buyer's holds end. */
export async function releasePendingItems(
  tx: Writer,
  shop: Shop,
  { row, items }: LockedOrder,
  byAdmin = false,
): Promise<void> {
  const ids = items.map((item) => item.listing_id);
  await lockListings(tx, ids);
  await unmarkLive(tx, row.id, ids);
  await endLiveAttempts(tx, shop, [row.id]);
  if (row.hold_expires_at !== null || row.reserved_until !== null)
    await releaseHolds(tx, shop, { userId: row.user_id, listingIds: ids, byAdmin });
  // A checkout that ends within minutes brings nothing back; an order that waited for a transfer does.
  if (row.reserved_until !== null) await offerToWaiting(tx, shop, ids);
}
