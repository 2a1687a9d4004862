// Orders that wait for a bank transfer: pending, and their listings reserved for some banking days (docs/behaviour/payments.md).
import { type Refusal, refuse } from '#contract/errors.ts';
import { selectReceived } from '#server/features/transfers/transfers.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { areForSale } from './claim.ts';
import { queueEndedReservationEmails } from './order-emails.ts';
import { type LockedOrder, nameOf, recordEvent } from './order-records.ts';
import { selectItems, updateOrderRow } from './orders.queries.ts';
import { releasePendingItems } from './release-pending-items.ts';
import { lockReservedOrders, selectReservedOrders } from './reserved-orders.queries.ts';
import { queueTransferEmail } from './transfer-emails.ts';

/** The listings, by id, of the buyer's orders that wait for a transfer, each with the id of its order. */
export async function findReservedListings(
  reader: Reader,
  userId: string,
): Promise<Map<string, { orderId: string; name: string }>> {
  const orders = await selectReservedOrders(reader, userId);
  const items = await selectItems(
    reader,
    orders.map((order) => order.id),
  );
  return new Map(items.map((item) => [item.listing_id, { orderId: item.order_id, name: nameOf(item) }]));
}

/** Refuses (409) an order for a transfer while another one waits. Null if none does. */
export async function refuseSecondTransfer(reader: Reader, userId: string): Promise<Refusal | null> {
  const [waiting] = await selectReservedOrders(reader, userId);
  return waiting ? refuse('transferWaits', { id: waiting.id }, { orderId: waiting.id }) : null;
}

/** Makes the order, locked by the caller, wait for a transfer until `until` (epoch milliseconds). No new checkout replaces it. */
export async function markReserved(tx: Writer, shop: Shop, orderId: string, until: number): Promise<void> {
  await updateOrderRow(tx, orderId, { hold_expires_at: null, reserved_until: until, changed_at: shop.clock() });
  await recordEvent(tx, shop, { orderId, what: say('Waiting for the bank transfer'), by: 'buyer' });
  tx.raiseRevision();
}

/**
 * Cancels the buyer's orders that wait for a transfer, all of them or those over one listing. `what` is the line of their history.
 * The caller has locked the buyer.
 */
export async function endReservedOrders(
  tx: Writer,
  shop: Shop,
  { userId, overId, what }: { userId: string; overId?: string; what: string },
): Promise<void> {
  for (const row of await lockReservedOrders(tx, userId)) {
    const items = await selectItems(tx, [row.id]);
    if (overId !== undefined && !items.some((item) => item.listing_id === overId)) continue;
    await endReservation(tx, shop, { row, items }, what);
  }
}

/**
 * Cancels an order that waits for a transfer, and tells its buyer, and the owners if a part of the money has arrived. The caller has locked
 * buyer and order.
 */
export async function endReservation(tx: Writer, shop: Shop, order: LockedOrder, what: string): Promise<void> {
  const { row, items } = order;
  await releasePendingItems(tx, shop, order);
  await updateOrderRow(tx, row.id, { status: 'cancelled', changed_at: shop.clock() });
  await recordEvent(tx, shop, { orderId: row.id, what, by: 'shop' });
  const received = await selectReceived(tx, row.id);
  const isReleased = await areForSale(
    tx,
    shop,
    items.map((item) => item.listing_id),
  );
  await queueTransferEmail(tx, shop, row, { kind: 'transfer ended', received, areForSale: isReleased });
  if (received > 0) await queueEndedReservationEmails(tx, shop, { orderId: row.id, isReleased });
  tx.raiseRevision();
}
