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

/** Makes open admin panels read the order again. */
export async function insertPayments(tx: Writer, rows: readonly PaymentRow[]): Promise<void> {
  await tx
    .insertInto('payments')
    .values([...rows])
    .execute();
  tx.raiseRevision();
}

/** Makes open admin panels read the order again, so it is called only if something changes. */
export async function updatePayment(
  tx: Writer,
  id: string,
  changes: Partial<Pick<PaymentRow, 'state' | 'provider_ref' | 'attempt_id' | 'method'>>,
): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', id).execute();
  tx.raiseRevision();
}
