import type { BankRow, TransferOrder } from '#contract/bank.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { asCents, type Cents, fromCents } from '#contract/money.ts';
import { buyer } from '#contract/orders.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  type BankRowRow,
  selectTransferOrders,
  selectUnpaidTransferOrders,
  type TransferOrderRow,
} from './bank.queries.ts';

/** Milliseconds: transfers that began longer ago are not searched. Money may come long after a reservation has ended. */
const searchedPeriod = 180 * 24 * 60 * 60_000;

/** A page of the orders that wait for a transfer; with `ended` also of the unpaid ones whose reservation has ended. */
export async function listTransferOrders(
  { clock, database: { read } }: Shop,
  { q, ended, ...page }: Pick<ListRequest, 'page' | 'pageSize' | 'q'> & { ended?: '0' | '1' | undefined },
): Promise<{ orders: TransferOrder[]; total: number }> {
  const begunSince = ended === '1' ? clock() - searchedPeriod : null;
  const { rows, total } = await selectUnpaidTransferOrders(read, { q, begunSince, ...rowsOf(page) });
  return { orders: rows.map(presentTransferOrder), total };
}

/** Rows of bank statements as the API returns them, with the orders that they name. */
export async function presentRows(
  reader: Reader,
  { clock }: Pick<Shop, 'clock'>,
  rows: readonly BankRowRow[],
): Promise<BankRow[]> {
  const found = await selectTransferOrders(reader, clock() - searchedPeriod);
  const orders = found.map((order) => ({ ...order, plainId: plain(order.id) }));
  // A statement may have many thousand rows, each of which is compared with every order.
  const pause = createPauses();
  const presented: BankRow[] = [];
  for (const row of rows) {
    presented.push(presentRow(row, orders));
    await pause();
  }
  return presented;
}

type SearchedOrder = TransferOrderRow & { plainId: string };

function presentRow(row: BankRowRow, orders: readonly SearchedOrder[]): BankRow {
  return {
    hash: row.hash,
    bookedOn: row.booked_on,
    amount: fromCents(row.amount_cents),
    text: row.text,
    isDismissed: row.order_id === null && row.dismissed_at !== null,
    ...(row.order_id === null
      ? { ...matchOf(row, orders), isRecorded: false }
      : { match: 'matched', orderId: row.order_id, isRecorded: true, named: [] }),
  };
}

/** Matches a row to an order if it names no other order and has exactly the sum that is left; the owner decides about all other rows. */
function matchOf(row: BankRowRow, orders: readonly SearchedOrder[]): Pick<BankRow, 'match' | 'orderId' | 'named'> {
  const text = plain(row.text);
  const found = orders.filter(({ plainId, crn }) => text.includes(plainId) || text.includes(crn));
  const named = found.slice(0, 5).map(presentTransferOrder);
  const [order] = found;
  if (!order) return { match: 'unknown', named };
  const isExact = found.length === 1 && leftOf(order) === row.amount_cents;
  return isExact ? { match: 'matched', orderId: order.id, named } : { match: 'ambiguous', named };
}

/** The letters and digits of a text, in capitals: people write references with other spaces, hyphens and small letters. */
const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

function presentTransferOrder(row: TransferOrderRow): TransferOrder {
  const { name, email } = buyer.parse(JSON.parse(row.buyer));
  return {
    id: row.id,
    status: row.status,
    buyer: name || email,
    total: fromCents(row.total_cents),
    left: fromCents(leftOf(row)),
    until: row.reserved_until === null ? null : new Date(row.reserved_until).toISOString(),
  };
}

/** What is left to pay of an order, in cents: 0 if it is neither pending nor cancelled. */
function leftOf({ status, total_cents, received_cents }: TransferOrderRow): Cents {
  return status === 'pending' || status === 'cancelled' ? asCents(total_cents - received_cents) : asCents(0);
}
