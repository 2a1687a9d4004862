import { type Cents, sumCents } from '#contract/money.ts';
import { dueKeyOf } from '#server/platform/concurrency/failed-work.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { ReceiptsTable, TransfersTable } from '#server/platform/database/payment-tables.ts';

export type TransferRow = TransfersTable;
export type ReceiptRow = ReceiptsTable;

export function selectTransfer(reader: Reader, orderId: string): Promise<TransferRow | undefined> {
  return reader.selectFrom('transfers').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Inserts the transfer of an order. False if another order has the same customer reference number (`crn`). */
export async function insertTransfer(tx: Writer, row: TransferRow): Promise<boolean> {
  const result = await tx
    .insertInto('transfers')
    .values(row)
    .onConflict((conflict) => conflict.column('crn').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateNextTime(tx: Writer, orderId: string, nextAt: number | null): Promise<void> {
  await updateTransfer(tx, orderId, { next_at: nextAt });
}

export async function updateTransfer(tx: Writer, orderId: string, changes: Partial<TransferRow>): Promise<void> {
  await tx.updateTable('transfers').set(changes).where('order_id', '=', orderId).execute();
}

/** The transfer whose reminder or end of reservation is due first; undefined if none is due. */
export function selectFirstTransfer(reader: Reader, resting: readonly string[]): Promise<TransferRow | undefined> {
  return reader
    .selectFrom('transfers')
    .selectAll()
    .where('next_at', 'is not', null)
    .$if(resting.length > 0, (query) => query.where(dueKeyOf('order_id', 'next_at'), 'not in', resting))
    .orderBy('next_at')
    .orderBy('order_id')
    .limit(1)
    .executeTakeFirst();
}

/** Locks and returns the receipts of an order, in the order in which the money came. */
export function lockReceipts(tx: Writer, orderId: string): Promise<ReceiptRow[]> {
  return lockRows(
    tx,
    tx.selectFrom('receipts').selectAll().where('order_id', '=', orderId).orderBy('at').orderBy('id'),
  ).execute();
}

export async function selectReceived(reader: Reader, orderId: string): Promise<Cents> {
  const rows = await reader.selectFrom('receipts').select('amount_cents').where('order_id', '=', orderId).execute();
  return sumCents(rows.map((row) => row.amount_cents));
}

export async function insertReceipt(tx: Writer, row: ReceiptRow): Promise<void> {
  await tx.insertInto('receipts').values(row).execute();
}

export async function deleteReceipts(tx: Writer, orderId: string): Promise<void> {
  await tx.deleteFrom('receipts').where('order_id', '=', orderId).execute();
}
