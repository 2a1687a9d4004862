import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { buyer } from '#contract/orders.ts';
import type { ListedReturn, NewReturn, OrderReturn } from '#contract/returns.ts';
import { isOpenReturn, isSale, returnAfter } from '#contract/states.ts';
import { lockUser } from '#server/features/accounts/accounts.ts';
import { findOrderRow, type LockedOrder, lockOrder, nameOf, recordEvent } from '#server/features/orders/orders.ts';
import {
  findReturnPeriod,
  insertReturn,
  listReturnsOf,
  listReturns as listRows,
  moveReturn,
  type ReturnList,
  type ReturnRow,
} from '#server/features/returns/returns.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { changeReturn, findReturn, namesOf } from './change-return.ts';
import { queueReturnEmail } from './return-emails.ts';

export { approveReturn, declineReturn, receiveReturn } from './answer-return.ts';
export { closeReturn } from './close-return.ts';
export { exampleReturnEmails } from './return-emails.ts';

/**
 * Requests a return of pieces of an order for its buyer. Refused: an unknown order (404); an order that is not sold, a period that is
 * over, a piece that is not in the order or is in an open return, too many returns (409) (docs/behaviour/returns.md).
 */
export async function requestReturn(
  shop: Shop,
  userId: string,
  orderId: string,
  input: NewReturn,
): Promise<OrderReturn | Refusal> {
  const id = shop.randomBytes(12).toString('base64url');
  const refused = await shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const order = await lockOrder(tx, orderId);
    if (order?.row.user_id !== userId) return refuse('orderNotFound');
    const refusal = await refuseReturn(tx, shop, order, input);
    if (refusal) return refusal;
    const wanted = new Set(input.listingIds);
    const listings = order.items.filter((item) => wanted.has(item.listing_id));
    const items = listings.map((item) => ({ listingId: item.listing_id, name: nameOf(item) }));
    await insertReturn(tx, newRow(shop, { id, orderId, reason: input.reason }), items);
    await recordEvent(tx, shop, {
      orderId,
      what: say('Return requested: {names}', { names: namesOf(items) }),
      by: 'buyer',
    });
    await queueReturnEmail(tx, shop, { orderId, returnId: id, step: 'request' });
    tx.raiseRevision();
    return null;
  });
  return refused ?? findReturn(shop, id);
}

async function refuseReturn(
  tx: Writer,
  shop: Shop,
  { row, items }: LockedOrder,
  { listingIds }: NewReturn,
): Promise<Refusal | null> {
  if (!isSale(row.status)) return refuse('onlySoldReturned');
  const period = await findReturnPeriod(tx, row);
  if (period?.until != null && period.until <= shop.clock()) return refuse('returnPeriodOver');
  const ordered = new Set(items.map((item) => item.listing_id));
  if (!listingIds.every((id) => ordered.has(id))) return refuse('notInOrder');
  const returns = await listReturnsOf(tx, row.id);
  if (returns.length >= limits.returnsPerOrder) return refuse('tooManyReturns', { count: limits.returnsPerOrder });
  const wanted = new Set(listingIds);
  const inReturn = returns
    .filter(({ state }) => isOpenReturn(state))
    .flatMap((known) => known.items)
    .find(({ listingId }) => wanted.has(listingId));
  return inReturn ? refuse('pieceInReturn', { name: inReturn.name }) : null;
}

function newRow(shop: Shop, { id, orderId, reason }: { id: string; orderId: string; reason: string }): ReturnRow {
  const now = shop.clock();
  const texts = { reason, note: '' };
  return {
    id,
    order_id: orderId,
    state: 'requested',
    ...texts,
    created_at: now,
    changed_at: now,
    refund_cents: null,
    is_withdrawn: 0,
  };
}

/** The returns of the caller's order, oldest first. Refuses an unknown order (404). */
export async function listOwnReturns(
  { database: { read } }: Shop,
  userId: string,
  orderId: string,
): Promise<OrderReturn[] | Refusal> {
  const order = await findOrderRow(read, orderId);
  return order?.user_id === userId ? listReturnsOf(read, orderId) : refuse('orderNotFound');
}

/**
 * Withdraws a return for its buyer, who keeps the pieces. Refused: an unknown return (404), one whose pieces have arrived or that has
 * ended (409).
 */
export async function withdrawReturn(
  shop: Shop,
  userId: string,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<OrderReturn | Refusal> {
  return changeReturn(shop, returnId, async (tx, { row, order }) => {
    if (order.row.user_id !== userId || order.row.id !== orderId) return refuse('returnNotFound');
    const state = returnAfter(row.state, 'withdraw');
    if (!state) return refuse('returnMovedOn', { state: row.state });
    await moveReturn(tx, returnId, { state, changed_at: shop.clock(), is_withdrawn: 1 });
    await recordEvent(tx, shop, { orderId, what: say('Return withdrawn'), by: 'buyer' });
    await queueReturnEmail(tx, shop, { orderId, returnId, step: 'withdraw' });
    return null;
  });
}

/** All returns, newest first, with the names of their buyers. */
export async function listReturns(
  shop: Shop,
  request: ReturnList,
): Promise<{ returns: ListedReturn[]; total: number }> {
  const { rows, total } = await listRows(shop.database.read, request);
  const returns = rows.map(({ buyer: json, ...row }) => ({ ...row, buyerName: buyer.parse(JSON.parse(json)).name }));
  return { returns, total };
}
