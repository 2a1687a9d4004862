import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { BankRowsTable } from '#server/platform/database/payment-tables.ts';

export type BankRowRow = BankRowsTable;

/** Rows that are known already stay as they are. */
export async function insertBankRows(tx: Writer, rows: readonly BankRowRow[]): Promise<void> {
  for (const row of rows)
    await tx
      .insertInto('bank_rows')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
}

export function selectBankRows(reader: Reader, hashes: readonly string[]): Promise<BankRowRow[]> {
  return reader.selectFrom('bank_rows').selectAll().where('hash', 'in', hashes).execute();
}

export function lockBankRow(tx: Writer, hash: string): Promise<BankRowRow | undefined> {
  return lockRows(tx, tx.selectFrom('bank_rows').selectAll().where('hash', '=', hash)).executeTakeFirst();
}

export async function markMatched(tx: Writer, hash: string, match: { order_id: string; matched_at: number }) {
  await tx.updateTable('bank_rows').set(match).where('hash', '=', hash).execute();
}

export interface AwaitedOrder {
  id: string;
  crn: string;
  total_cents: number;
  received_cents: number;
}

/** Orders that wait, or waited since `since`, for a transfer and are not paid. */
export function selectAwaitedOrders(reader: Reader, since: number): Promise<AwaitedOrder[]> {
  return reader
    .selectFrom('transfers')
    .innerJoin('orders', 'orders.id', 'transfers.order_id')
    .where('transfers.begun_at', '>=', since)
    .where('orders.status', 'in', ['pending', 'cancelled'])
    .select((select) => [
      'orders.id',
      'transfers.crn',
      'orders.total_cents',
      select.fn
        .coalesce(
          select
            .selectFrom('receipts')
            .select((sum) => sum.fn.sum<number>('receipts.amount_cents').as('received'))
            .whereRef('receipts.order_id', '=', 'orders.id'),
          select.val(0),
        )
        .as('received_cents'),
    ])
    .execute();
}
