import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderReturn } from '#contract/returns.ts';
import { returnAfter } from '#contract/states.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { recordEvent } from '#server/features/orders/orders.ts';
import { moveReturn } from '#server/features/returns/returns.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeReturn } from './change-return.ts';
import { queueReturnEmail } from './return-emails.ts';

/** Approves a return: the buyer may send the pieces. Refused: an unknown return (404), one that is not requested any more (409). */
export const approveReturn = (shop: Shop, adminId: string, id: string, note: string) =>
  answerReturn(shop, { adminId, id, step: 'approve', note });

/** Declines a return: the pieces stay with the buyer, who reads why. Refused as in `approveReturn`. */
export const declineReturn = (shop: Shop, adminId: string, id: string, note: string) =>
  answerReturn(shop, { adminId, id, step: 'decline', note });

/** Records that the pieces of a return have arrived. Refused: an unknown return (404), one that is not approved (409). */
export const receiveReturn = (shop: Shop, adminId: string, id: string) =>
  answerReturn(shop, { adminId, id, step: 'receive' });

interface Answer {
  adminId: string;
  id: string;
  step: 'approve' | 'decline' | 'receive';
  note?: string;
}

/** The line in the order's history for each step. */
const events = {
  approve: say('Return approved'),
  decline: say('Return declined'),
  receive: say('Returned pieces received'),
};

function answerReturn(shop: Shop, { adminId, id, step, note }: Answer): Promise<OrderReturn | Refusal> {
  return changeReturn(shop, id, async (tx, { row }) => {
    const state = returnAfter(row.state, step);
    if (!state) return refuse('returnMovedOn', { state: row.state });
    const { order_id: orderId } = row;
    await moveReturn(tx, id, { state, changed_at: shop.clock(), note: note ?? row.note });
    await recordEvent(tx, shop, { orderId, what: events[step], by: 'shop' });
    await queueReturnEmail(tx, shop, { orderId, returnId: id, step });
    await recordChange(tx, shop, {
      adminId,
      action: `return ${state}`,
      subject: orderId,
      before: { state: row.state },
      after: { state, ...(note !== undefined && { note }) },
    });
    return null;
  });
}
