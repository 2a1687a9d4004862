import { lockUser } from '#server/features/accounts/accounts.ts';
import { endReservation, findOrderRow, lockOrder, queueTransferEmail } from '#server/features/orders/orders.ts';
import { findPaymentSettings } from '#server/features/settings/settings.ts';
import {
  findTransferStep,
  nextTimeOf,
  selectFirstTransfer,
  selectReceived,
  selectTransfer,
  type TransferRow,
  updateNextTime,
} from '#server/features/transfers/transfers.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

export async function findDueTransfer(shop: Shop, resting: readonly string[]): Promise<TransferRow | undefined> {
  const first = await selectFirstTransfer(shop.database.read, resting);
  return first && (first.next_at ?? 0) <= shop.clock() ? first : undefined;
}

/**
 * Reminds the buyer of a reservation that ends within a day, or ends it: the order is cancelled and its pieces are available
 * again. Does nothing for an order that has been paid or has ended meanwhile, so several processes may call it.
 */
export async function meetDeadline(shop: Shop, { order_id: orderId }: TransferRow): Promise<void> {
  const known = await findOrderRow(shop.database.read, orderId);
  await shop.database.write(async (tx) => {
    if (known) await lockUser(tx, known.user_id);
    const order = await lockOrder(tx, orderId);
    const transfer = await selectTransfer(tx, orderId);
    const now = shop.clock();
    if (!transfer || transfer.next_at === null || transfer.next_at > now) return;
    const until = order?.row.reserved_until ?? null;
    if (!order || until === null) return updateNextTime(tx, orderId, null);
    if (now >= until) {
      const isPart = (await selectReceived(tx, orderId)) > 0;
      await endReservation(
        tx,
        shop,
        order,
        isPart
          ? say('Reservation ended: only a part of the sum arrived')
          : say('Reservation ended: no transfer arrived'),
      );
      return updateNextTime(tx, orderId, null);
    }
    const step = await findTransferStep(tx, order.row, await findPaymentSettings(tx));
    if (step) await queueTransferEmail(tx, shop, order.row, { kind: 'transfer reminder', step });
    await updateNextTime(tx, orderId, nextTimeOf(now, until));
  });
}
