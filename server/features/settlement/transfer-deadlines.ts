import { lockUser } from '#server/features/accounts/accounts.ts';
import { endReservedOrders, findOrderDetails, lockOrder, queueTransferEmail } from '#server/features/orders/orders.ts';
import { findPaymentSettings } from '#server/features/settings/settings.ts';
import {
  nextTimeOf,
  selectDueTransfer,
  selectReceived,
  selectTransfer,
  type TransferRow,
  transferStepOf,
  updateNextTime,
} from '#server/features/transfers/transfers.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

export function findDueTransfer(shop: Shop): Promise<TransferRow | undefined> {
  return selectDueTransfer(shop.database.read, shop.clock());
}

/**
 * Reminds the buyer of a reservation that ends within a day, or ends it: the order is cancelled and its pieces are available
 * again. Does nothing for an order that has been paid or has ended meanwhile, so several processes may call it.
 */
export async function meetDeadline(shop: Shop, { order_id: orderId }: TransferRow): Promise<void> {
  const order = await findOrderDetails(shop.database.read, orderId);
  await shop.database.write(async (tx) => {
    if (order) await lockUser(tx, order.userId);
    const locked = await lockOrder(tx, orderId);
    const transfer = await selectTransfer(tx, orderId);
    const now = shop.clock();
    if (!transfer || transfer.next_at === null || transfer.next_at > now) return;
    const until = locked?.row.reserved_until ?? null;
    if (!locked || until === null) return updateNextTime(tx, orderId, null);
    if (now >= until) {
      const { row, items } = locked;
      const [first] = items;
      const ended = { userId: row.user_id, what: 'Reservation ended: no transfer arrived' };
      await endReservedOrders(tx, shop, { ...ended, ...(first && { overId: first.listing_id }) });
      return updateNextTime(tx, orderId, null);
    }
    await remind(tx, shop, { transfer, total: locked.row.total_cents, until });
    await updateNextTime(tx, orderId, nextTimeOf(now, until));
  });
}

async function remind(
  tx: Writer,
  shop: Shop,
  { transfer, total, until }: { transfer: TransferRow; total: number; until: number },
): Promise<void> {
  const locked = await lockOrder(tx, transfer.order_id);
  const settings = await findPaymentSettings(tx);
  const left = total - (await selectReceived(tx, transfer.order_id));
  const step = transferStepOf(transfer, { left, until, settings });
  if (locked) await queueTransferEmail(tx, shop, locked.row, { kind: 'transfer reminder', step });
}
