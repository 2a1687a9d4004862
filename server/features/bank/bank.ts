import type { BankRow } from '#contract/bank.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { toDollars } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { findOrderDetails, receiveMoney } from '#server/features/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import {
  type AwaitedOrder,
  type BankRowRow,
  insertBankRows,
  lockBankRow,
  markMatched,
  selectAwaitedOrders,
  selectBankRows,
} from './bank.queries.ts';
import { parseStatement } from './statement.ts';

// Milliseconds. Money may come long after a reservation has ended.
const searchedPeriod = 180 * 24 * 60 * 60_000;

/**
 * Stores the rows of a statement that add money, and says which order each of them pays. Nothing is recorded for an order before an
 * owner matches the row. Refuses (400) a file without columns of days and amounts.
 */
export async function readStatement(shop: Shop, file: Buffer): Promise<BankRow[] | Refusal> {
  const parsed = parseStatement(file);
  if (!parsed) return refuse('statementUnreadable');
  if (parsed.length === 0) return [];
  const uploaded_at = shop.clock();
  const rows = parsed.map(
    ({ hash, bookedOn, amountCents, text }): BankRowRow => ({
      ...{ hash, booked_on: bookedOn, amount_cents: amountCents, text, uploaded_at },
      ...{ order_id: null, matched_at: null },
    }),
  );
  await shop.database.write((tx) => insertBankRows(tx, rows));
  const stored = await selectBankRows(
    shop.database.read,
    rows.map((row) => row.hash),
  );
  const awaited = await selectAwaitedOrders(shop.database.read, shop.clock() - searchedPeriod);
  const byHash = new Map(stored.map((row) => [row.hash, row]));
  return rows.map((row) => presentRow(byHash.get(row.hash) ?? row, awaited));
}

function presentRow(row: BankRowRow, awaited: readonly AwaitedOrder[]): BankRow {
  return {
    hash: row.hash,
    bookedOn: row.booked_on,
    amount: toDollars(row.amount_cents),
    text: row.text,
    ...(row.order_id === null
      ? { ...matchOf(row, awaited), isRecorded: false }
      : { match: 'matched', orderId: row.order_id, isRecorded: true }),
  };
}

/** A row is matched only by the reference and the exact sum; anything else is left to the owner. */
function matchOf(row: BankRowRow, awaited: readonly AwaitedOrder[]): Pick<BankRow, 'match' | 'orderId'> {
  const text = plain(row.text);
  const named = awaited.filter(({ id, crn }) => text.includes(plain(id)) || text.includes(crn));
  const [order] = named;
  if (!order) return { match: 'unknown' };
  const isExact = named.length === 1 && order.total_cents - order.received_cents === row.amount_cents;
  return isExact ? { match: 'matched', orderId: order.id } : { match: 'ambiguous' };
}

/** People write references with other spaces, hyphens and letters. */
const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Records the money of a row for an order, once. Refuses an unknown row or order (404), a row that was matched to another order,
 * and what `recordPayment` refuses (409).
 */
export async function matchBankRow(
  shop: Shop,
  adminId: string,
  { hash, orderId }: { hash: string; orderId: string },
): Promise<OrderDetails | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const row = await lockBankRow(tx, hash);
    if (!row) return refuse('bankRowNotFound');
    if (row.order_id !== null) return row.order_id === orderId ? null : refuse('bankRowUsed', { id: row.order_id });
    const payment = {
      amount: toDollars(row.amount_cents),
      method: 'transfer',
      at: new Date(`${row.booked_on}T00:00:00Z`).toISOString(),
      note: row.text.slice(0, 200),
    } as const;
    const refusal = await receiveMoney(tx, shop, { adminId, orderId, payment });
    if (isRefusal(refusal)) return refusal;
    await markMatched(tx, hash, { order_id: orderId, matched_at: shop.clock() });
    return null;
  });
  return refused ?? (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}
