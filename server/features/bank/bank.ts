import type { BankRow } from '#contract/bank.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { formatCents, fromCents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { BankRowState } from '#contract/states.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findOrderDetails, receiveMoney } from '#server/features/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import {
  type BankRowRow,
  insertBankRows,
  lockBankRow,
  selectBankRows,
  selectBankRowsInState,
  updateBankRow,
} from './bank.queries.ts';
import { parseStatement } from './statement.ts';
import { listTransferOrders, presentRows } from './transfer-orders.ts';

export { listTransferOrders };

interface ReadStatement {
  rows: BankRow[];
  /** How many of the rows were in no earlier statement. */
  added: number;
  /** Numbers of the lines that could not be read; the first line has 1. */
  unreadLines: number[];
}

/**
 * Stores the rows of a statement that add money, and says which order each of them pays and which lines could not be read. Nothing is
 * recorded for an order before an owner matches the row. Refuses a file without columns of days and amounts (400), and one with too
 * many rows (413).
 */
export async function readStatement(shop: Shop, file: Buffer): Promise<ReadStatement | Refusal> {
  const parsed = await parseStatement(file);
  if (isRefusal(parsed)) return parsed;
  const { unreadLines } = parsed;
  if (parsed.rows.length === 0) return { rows: [], added: 0, unreadLines };
  const uploaded_at = shop.clock();
  const rows = parsed.rows.map(
    ({ hash, bookedOn, amountCents, text }): BankRowRow => ({
      hash,
      booked_on: bookedOn,
      amount_cents: amountCents,
      text,
      uploaded_at,
      order_id: null,
      matched_at: null,
      dismissed_at: null,
    }),
  );
  const added = await shop.database.write((tx) => insertBankRows(tx, rows));
  const { read } = shop.database;
  const stored = await selectBankRows(
    read,
    rows.map((row) => row.hash),
  );
  const byHash = new Map(stored.map((row) => [row.hash, row]));
  const known = rows.map((row) => byHash.get(row.hash) ?? row);
  return { rows: await presentRows(read, shop, known), added, unreadLines };
}

/** A page of the stored rows of statements, the latest day first. `waiting` is the number of orders that wait for a transfer. */
export async function listBankRows(
  shop: Shop,
  { state, ...page }: Pick<ListRequest, 'page' | 'pageSize'> & { state?: BankRowState | undefined },
): Promise<{ rows: BankRow[]; total: number; waiting: number }> {
  const { read } = shop.database;
  const { rows, total } = await selectBankRowsInState(read, { state, ...rowsOf(page) });
  const { total: waiting } = await listTransferOrders(shop, { page: 1, pageSize: 1 });
  return { rows: rows.length === 0 ? [] : await presentRows(read, shop, rows), total, waiting };
}

interface Match {
  hash: string;
  orderId: string;
  /** The part of the row's money to record, if not all of it. */
  amount?: number | undefined;
}

/**
 * Records the money of a row for an order, once. Refuses an unknown row or order (404), more than the row has, a row that was
 * matched to another order, and what `receiveMoney` refuses (409).
 */
export async function matchBankRow(shop: Shop, adminId: string, match: Match): Promise<OrderDetails | Refusal> {
  const { hash, orderId, amount } = match;
  const refused = await shop.database.write(async (tx) => {
    const row = await lockBankRow(tx, hash);
    if (!row) return refuse('bankRowNotFound');
    if (row.order_id !== null) return row.order_id === orderId ? null : refuse('bankRowUsed', { id: row.order_id });
    if (amount !== undefined && toCents(amount) > row.amount_cents)
      return refuse('moreThanRow', { most: formatCents(row.amount_cents, shop.settings.currency) });
    const payment = {
      amount: amount ?? fromCents(row.amount_cents),
      method: 'transfer',
      at: new Date(`${row.booked_on}T00:00:00Z`).toISOString(),
      note: row.text.slice(0, 200),
    } as const;
    const refusal = await receiveMoney(tx, shop, { adminId, orderId, payment });
    if (isRefusal(refusal)) return refusal;
    await updateBankRow(tx, hash, { order_id: orderId, matched_at: shop.clock(), dismissed_at: null });
    return null;
  });
  return refused ?? (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}

/** Puts a row aside because it pays no order, or brings it back. Refuses an unknown row (404) and a recorded one (409). */
export function dismissBankRow(
  shop: Shop,
  adminId: string,
  { hash, isDismissed }: { hash: string; isDismissed: boolean },
): Promise<BankRow | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await lockBankRow(tx, hash);
    if (!row) return refuse('bankRowNotFound');
    if (row.order_id !== null) return refuse('bankRowUsed', { id: row.order_id });
    const after = { ...row, dismissed_at: isDismissed ? (row.dismissed_at ?? shop.clock()) : null };
    if (after.dismissed_at !== row.dismissed_at) {
      await updateBankRow(tx, hash, { dismissed_at: after.dismissed_at });
      const details = { amount: fromCents(row.amount_cents), bookedOn: row.booked_on };
      const action = isDismissed ? 'bank row dismissed' : 'bank row brought back';
      await recordChange(tx, shop, { adminId, action, subject: row.text.slice(0, 200), before: null, after: details });
    }
    const [presented] = await presentRows(tx, shop, [after]);
    return presented ?? refuse('bankRowNotFound');
  });
}
