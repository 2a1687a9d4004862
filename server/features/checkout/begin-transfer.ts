import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { PaymentStep, TransferStep } from '#contract/payments.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import { ownsListings } from '#contract/states.ts';
import { holdForTransfer, holdListings, type Keeper } from '#server/features/holds/holds.ts';
import {
  type LockedOrder,
  lockOrder,
  lockOrderedListings,
  markReserved,
  queueTransferEmail,
} from '#server/features/orders/orders.ts';
import { findPaymentSettings } from '#server/features/settings/settings.ts';
import { addTransfer, endOfReservation, findTransferStep } from '#server/features/transfers/transfers.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type Buyer, lockKeeper } from './checkout.ts';
import { refuseTransfer } from './refuse-transfer.ts';

/**
 * Begins to wait for the bank transfer of a pending order of this buyer: its listings are reserved for some banking days, and the buyer
 * gets an email with the account. A repeated call answers the same again. Refuses a buyer who was deleted or blocked meanwhile (401), an
 * unknown order or one of somebody else (404), an order that has ended, what `refuseTransfer` refuses, an unavailable listing (409), and
 * more holds than the buyer may have (409, 429).
 */
export function beginTransfer(shop: Shop, buyer: Buyer, orderId: string): Promise<PaymentStep | Refusal> {
  return shop.database.write(async (tx) => {
    const keeper = await lockKeeper(tx, shop, buyer);
    if (!keeper) return refuse('signInNeeded');
    const order = await lockOrder(tx, orderId);
    if (order?.row.user_id !== buyer.userId) return refuse('orderNotFound');
    if (ownsListings(order.row.status)) return { kind: 'none' };
    if (order.row.status !== 'pending') return refuse('checkoutEnded');
    const settings = await findPaymentSettings(tx);
    if (order.row.reserved_until === null) return reserve(tx, shop, { keeper, order, settings });
    return (await findTransferStep(tx, order.row, settings)) ?? refuse('orderNotFound');
  });
}

interface Reservation {
  keeper: Keeper;
  order: LockedOrder;
  settings: PaymentSettings;
}

async function reserve(
  tx: Writer,
  shop: Shop,
  { keeper, order, settings }: Reservation,
): Promise<TransferStep | Refusal> {
  const { id: orderId, total_cents: total } = order.row;
  const listings = await lockOrderedListings(tx, shop, order);
  if (isRefusal(listings)) return listings;
  const refused = await refuseTransfer(tx, shop, { keeper, listings, total, settings });
  if (refused) return refused;
  const held = await holdListings(tx, shop, { keeper, listings, mode: 'take over' });
  if (isRefusal(held)) return held;
  const until = endOfReservation(shop, settings);
  await holdForTransfer(tx, shop, { keeper, listings, until });
  await addTransfer(tx, shop, { orderId, until, settings });
  await markReserved(tx, shop, orderId, until);
  const step = await findTransferStep(tx, { ...order.row, reserved_until: until }, settings);
  if (!step) throw new Error('the transfer that was just written is not found');
  await queueTransferEmail(tx, shop, order.row, { kind: 'transfer begun', step });
  return step;
}
