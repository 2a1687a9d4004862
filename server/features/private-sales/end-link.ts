import { lockListings } from '#server/features/catalog/catalog.ts';
import { endReservations, findReservedIds } from '#server/features/holds/holds.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { sourceOf } from './present-link.ts';
import { type LinkRow, updateLink } from './private-sales.queries.ts';

/** Ends a locked link. The pieces of an offer go to their waiting lists; where nobody waits, anybody can buy them again. */
export async function endLink(tx: Writer, shop: Shop, row: LinkRow, by: 'shop' | 'client'): Promise<void> {
  await updateLink(tx, row.id, { closed_at: shop.clock(), closed_by: by });
  await lockListings(tx, await findReservedIds(tx, sourceOf(row)));
  const ids = await findReservedIds(tx, sourceOf(row));
  await endReservations(tx, shop, ids);
  await offerToWaiting(tx, shop, ids);
}
