import { fromCents } from '#contract/money.ts';
import type { OrderReturn } from '#contract/returns.ts';
import { isOpenReturn, isSale, type OrderStatus } from '#contract/states.ts';
import { findReturnDays } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import {
  endReturnItems,
  type ReturnItemRow,
  type ReturnList,
  type ReturnRow,
  selectReturnItems,
  selectReturns,
  selectReturnsOf,
  updateReturn,
} from './returns.queries.ts';

export {
  forgetReturnTexts,
  insertReturn,
  lockReturn,
  type ReturnList,
  type ReturnRow,
  selectReturn,
} from './returns.queries.ts';

/** The facts that decide until when an order can be returned. */
interface ReturnedOrder {
  id: string;
  status: OrderStatus;
  changed_at: number;
}

/** What an order's details say about returns: those that there are, and until when the shop offers one. Both may be absent. */
export async function returnsPartOf(
  reader: Reader,
  order: ReturnedOrder,
): Promise<{ returns?: OrderReturn[]; returnable?: { until: string | null } }> {
  const returns = await listReturnsOf(reader, order.id);
  const offer = isSale(order.status) ? await findReturnPeriod(reader, order) : null;
  return { ...(returns.length > 0 && { returns }), ...(offer && { returnable: { until: isoOrNull(offer.until) } }) };
}

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/**
 * Until when the order can be returned, epoch milliseconds; `until` is null before the delivery. The days count from the last
 * change of a delivered order, which is usually its delivery. Null if the owner has set no days: then pages offer no return, and a request
 * is accepted at any time (docs/behaviour/returns.md, 11).
 */
export async function findReturnPeriod(reader: Reader, order: ReturnedOrder): Promise<{ until: number | null } | null> {
  const days = await findReturnDays(reader);
  if (days === 0) return null;
  return { until: order.status === 'delivered' ? order.changed_at + days * 86_400_000 : null };
}

/** Oldest first. */
export async function listReturnsOf(reader: Reader, orderId: string): Promise<OrderReturn[]> {
  return presentReturns(reader, await selectReturnsOf(reader, orderId));
}

/** Newest first. */
export async function listReturns(
  reader: Reader,
  request: ReturnList,
): Promise<{ rows: (OrderReturn & { buyer: string })[]; total: number }> {
  const { rows, total } = await selectReturns(reader, request);
  const presented = await presentReturns(reader, rows);
  return { rows: presented.map((row, index) => ({ ...row, buyer: rows[index]?.buyer ?? '' })), total };
}

/** Writes a return's new state; once that is not open, its pieces can be in another return. */
export async function moveReturn(
  tx: Writer,
  id: string,
  changes: Pick<ReturnRow, 'state' | 'changed_at'> & Partial<ReturnRow>,
): Promise<void> {
  await updateReturn(tx, id, changes);
  if (!isOpenReturn(changes.state)) await endReturnItems(tx, id);
}

async function presentReturns(reader: Reader, rows: readonly ReturnRow[]): Promise<OrderReturn[]> {
  const ids = rows.map((row) => row.id);
  const items = Map.groupBy(await selectReturnItems(reader, ids), (item) => item.return_id);
  return rows.map((row) => present(row, items.get(row.id) ?? []));
}

function present(row: ReturnRow, items: readonly ReturnItemRow[]): OrderReturn {
  return {
    id: row.id,
    orderId: row.order_id,
    state: row.state,
    reason: row.reason,
    note: row.note,
    createdAt: new Date(row.created_at).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
    items: items.map(({ listing_id: listingId, name }) => ({ listingId, name })),
    ...(row.refund_cents !== null && { refunded: fromCents(row.refund_cents) }),
    ...(row.is_withdrawn === 1 && { isWithdrawn: true }),
  };
}
