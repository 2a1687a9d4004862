import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { PaymentsTable } from '#server/platform/database/payment-tables.ts';

export type PaymentRow = PaymentsTable;

export function selectPayments(reader: Reader, orderId: string): Promise<PaymentRow[]> {
  return reader.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('position').execute();
}

export function lockPayments(tx: Writer, orderId: string): Promise<PaymentRow[]> {
  return lockRows(
    tx,
    tx.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('position'),
  ).execute();
}

/** Writes rows of the payments record, and makes open admin panels read the order again. */
export async function insertPayments(tx: Writer, rows: readonly PaymentRow[]): Promise<void> {
  await tx
    .insertInto('payments')
    .values([...rows])
    .execute();
  tx.raiseRevision();
}

/** Changes a row of the payments record. Call it only if something changes: it makes open admin panels read the order again. */
export async function updatePayment(
  tx: Writer,
  id: string,
  changes: Partial<Pick<PaymentRow, 'state' | 'provider_ref' | 'attempt_id' | 'method'>>,
): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', id).execute();
  tx.raiseRevision();
}
