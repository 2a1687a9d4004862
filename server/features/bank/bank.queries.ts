import { type SelectQueryBuilder, sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { BankRowState } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { contains, lockRows } from '#server/platform/database/dialect.ts';
import type { OrdersTable } from '#server/platform/database/order-tables.ts';
import type { BankRowsTable } from '#server/platform/database/payment-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type BankRowRow = BankRowsTable;

interface Page {
  offset: number;
  limit: number;
}

/** Rows of one statement of SQL, which lets nothing else run. */
const rowsAtOnce = 200;

/** Inserts the rows that are not stored yet, and returns their number. Lets other requests run in between. */
export async function insertBankRows(tx: Writer, rows: readonly BankRowRow[]): Promise<number> {
  const pause = createPauses();
  let added = 0n;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const result = await tx
      .insertInto('bank_rows')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    added += result.numInsertedOrUpdatedRows ?? 0n;
    await pause();
  }
  return Number(added);
}

/** The rows with these hashes, in any order; unknown hashes are left out. */
export async function selectBankRows(reader: Reader, hashes: readonly string[]): Promise<BankRowRow[]> {
  const found: BankRowRow[] = [];
  for (let start = 0; start < hashes.length; start += rowsAtOnce) {
    const part = hashes.slice(start, start + rowsAtOnce);
    found.push(...(await reader.selectFrom('bank_rows').selectAll().where('hash', 'in', part).execute()));
  }
  return found;
}

/** A page of the rows in this state (of all rows if it is undefined), the latest day first, and their number on all pages. */
export async function selectBankRowsInState(
  reader: Reader,
  { state, offset, limit }: Page & { state: BankRowState | undefined },
): Promise<{ rows: BankRowRow[]; total: number }> {
  const matching = reader
    .selectFrom('bank_rows')
    .$if(state === 'open', (rows) => rows.where('order_id', 'is', null).where('dismissed_at', 'is', null))
    .$if(state === 'recorded', (rows) => rows.where('order_id', 'is not', null))
    .$if(state === 'dismissed', (rows) => rows.where('order_id', 'is', null).where('dismissed_at', 'is not', null));
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('booked_on', 'desc')
    .orderBy('hash', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: count };
}

export function lockBankRow(tx: Writer, hash: string): Promise<BankRowRow | undefined> {
  return lockRows(tx, tx.selectFrom('bank_rows').selectAll().where('hash', '=', hash)).executeTakeFirst();
}

export async function updateBankRow(tx: Writer, hash: string, changes: Partial<BankRowRow>): Promise<void> {
  await tx.updateTable('bank_rows').set(changes).where('hash', '=', hash).execute();
}

export interface TransferOrderRow
  extends Pick<OrdersTable, 'id' | 'status' | 'buyer' | 'total_cents' | 'reserved_until'> {
  /** The customer reference number of BPAY. */
  crn: string;
  received_cents: Cents;
}

/** The orders, paid ones too, whose transfer began at `since` (epoch milliseconds) or later. */
export function selectTransferOrders(reader: Reader, since: number): Promise<TransferOrderRow[]> {
  return withReceived(transferOrders(reader)).where('transfers.begun_at', '>=', since).execute();
}

/**
 * A page of the unpaid orders: those that wait for a transfer, by the end of their reservation. If `begunSince` (epoch milliseconds)
 * is not null, only those whose transfer began then or later, followed by those whose reservation has ended, the newest first.
 */
export async function selectUnpaidTransferOrders(
  reader: Reader,
  { q, begunSince, offset, limit }: Page & { q?: string | undefined; begunSince: number | null },
): Promise<{ rows: TransferOrderRow[]; total: number }> {
  const matching = transferOrders(reader)
    .$if(begunSince === null, (orders) =>
      // `next_at` has an index, and few transfers have a value there: those of waiting orders.
      orders.where('transfers.next_at', 'is not', null).where('orders.reserved_until', 'is not', null),
    )
    .$if(begunSince !== null, (orders) =>
      orders.where('transfers.begun_at', '>=', begunSince ?? 0).where('orders.status', 'in', ['pending', 'cancelled']),
    )
    .$if(q !== undefined, (orders) =>
      orders.where((where) =>
        where.or([
          contains(reader, sql.ref('orders.search_text'), foldText(q ?? '')),
          where('transfers.crn', '=', (q ?? '').replace(/\s/g, '')),
        ]),
      ),
    );
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await withReceived(matching)
    .orderBy((order) => order.case().when('orders.reserved_until', 'is', null).then(1).else(0).end())
    .orderBy('orders.reserved_until')
    .orderBy('transfers.begun_at', 'desc')
    .orderBy('orders.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: count };
}

function transferOrders(reader: Reader) {
  return reader.selectFrom('transfers').innerJoin('orders', 'orders.id', 'transfers.order_id');
}

function withReceived(orders: SelectQueryBuilder<Tables, 'transfers' | 'orders', object>) {
  return orders.select((select) => [
    'orders.id',
    'orders.status',
    'orders.buyer',
    'orders.total_cents',
    'orders.reserved_until',
    'transfers.crn',
    select.fn
      .coalesce(
        select
          .selectFrom('receipts')
          .select((sum) => sum.fn.sum<Cents>('receipts.amount_cents').as('received'))
          .whereRef('receipts.order_id', '=', 'orders.id'),
        select.val(asCents(0)),
      )
      .as('received_cents'),
  ]);
}
