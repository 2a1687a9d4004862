import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { OrderReturn, ReturnClosing } from '#contract/returns.ts';
import { returnAfter } from '#contract/states.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { lockListings, markDiscontinued } from '#server/features/catalog/catalog.ts';
import { type LockedOrder, queueHandRefundEmails, recordEvent, refundPieces } from '#server/features/orders/orders.ts';
import { listReturnsOf, moveReturn } from '#server/features/returns/returns.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeReturn, namesOf } from './change-return.ts';
import { queueReturnEmail } from './return-emails.ts';

/**
 * Ends a return whose pieces have arrived. With a refund its pieces leave the order, and are for sale again or discontinued;
 * without one they stay the buyer's. Refused: an unknown return (404), one in another state, pieces for sale again without a
 * refund, and what refundPieces() refuses (409).
 */
export function closeReturn(
  shop: Shop,
  adminId: string,
  id: string,
  { refund, restock }: ReturnClosing,
): Promise<OrderReturn | Refusal> {
  return changeReturn(shop, id, async (tx, { row, order }) => {
    const state = returnAfter(row.state, 'close');
    if (!state) return refuse('returnMovedOn', { state: row.state });
    if (restock && refund === undefined) return refuse('restockNeedsRefund');
    const { order_id: orderId } = row;
    if (refund !== undefined) {
      const refused = await refundReturn(tx, shop, { adminId, id, order, amount: refund, restock });
      if (refused) return refused;
    }
    const refund_cents = refund === undefined ? null : toCents(refund);
    await moveReturn(tx, id, { state, changed_at: shop.clock(), refund_cents });
    await recordEvent(tx, shop, { orderId, what: say('Return closed'), by: 'shop' });
    await queueReturnEmail(tx, shop, { orderId, returnId: id, step: 'close' });
    await recordChange(tx, shop, {
      adminId,
      action: 'return closed',
      subject: orderId,
      before: { state: row.state },
      after: { state, refunded: refund ?? 0, restock },
    });
    return null;
  });
}

interface ReturnRefund {
  adminId: string;
  id: string;
  order: LockedOrder;
  amount: number;
  restock: boolean;
}

async function refundReturn(
  tx: Writer,
  shop: Shop,
  { adminId, id, order, amount, restock }: ReturnRefund,
): Promise<Refusal | null> {
  const orderId = order.row.id;
  const known = (await listReturnsOf(tx, orderId)).find((entry) => entry.id === id);
  const listings = known?.items ?? [];
  const listingIds = listings.map(({ listingId }) => listingId);
  if (!restock) await discontinue(tx, order, listingIds);
  const reason = `Return of ${namesOf(listings)}`;
  const refunded = await refundPieces(tx, shop, { adminId, orderId, amount, reason, listingIds });
  if (isRefusal(refunded)) return refunded;
  await queueHandRefundEmails(tx, shop, { ...refunded, by: 'shop' });
  return null;
}

/** Discontinues the unique pieces of a return; they stay discontinued when they leave the order. Editions stay for sale. */
async function discontinue(tx: Writer, { items }: LockedOrder, listingIds: readonly string[]): Promise<void> {
  await lockListings(tx, listingIds);
  const wanted = new Set(listingIds);
  for (const item of items)
    if (item.is_unique === 1 && wanted.has(item.listing_id)) await markDiscontinued(tx, item.listing_id);
}
