import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { PaymentsTable } from '#server/platform/database/payment-tables.ts';
import { compileOnce, insertRow } from '#server/platform/database/prepared-query.ts';

export type PaymentRow = PaymentsTable;

const paymentsOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('position'),
);

export function selectPayments(reader: Reader, orderId: string): Promise<PaymentRow[]> {
  return paymentsOf(reader, { orderId });
}

const lockedPaymentsOf = compileOnce({ orderId: '' }, (tx, { orderId }) =>
  lockRows(tx, tx.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('position')),
);

export function lockPayments(tx: Writer, orderId: string): Promise<PaymentRow[]> {
  return lockedPaymentsOf(tx, { orderId });
}

/** Writes rows of the payments record, and makes open admin panels read the order again. */
export async function insertPayments(tx: Writer, rows: readonly PaymentRow[]): Promise<void> {
  for (const row of rows) await insertRow(tx, 'payments', row);
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
