import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { AdjustmentNotesTable, InvoicesTable } from '#server/platform/database/order-tables.ts';
import { compileOnce, insertRow } from '#server/platform/database/prepared-query.ts';

export type InvoiceRow = InvoicesTable;
export type AdjustmentNoteRow = AdjustmentNotesTable;

/** The latest invoice of an order; undefined when there is none. */
export async function selectLatestInvoice(reader: Reader, orderId: string): Promise<InvoiceRow | undefined> {
  return (await latestInvoiceOf(reader, { orderId }))[0];
}

const latestInvoiceOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('invoices').selectAll().where('order_id', '=', orderId).orderBy('issue', 'desc').limit(1),
);

export async function insertInvoices(tx: Writer, rows: readonly InvoiceRow[]): Promise<void> {
  for (const row of rows) await insertRow(tx, 'invoices', row);
}

/** The adjustment notes of an order, oldest first. */
export function selectAdjustmentNotes(reader: Reader, orderId: string): Promise<AdjustmentNoteRow[]> {
  return notesOf(reader, { orderId });
}

const notesOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('adjustment_notes').selectAll().where('order_id', '=', orderId).orderBy('issue'),
);

export async function selectLatestAdjustmentNote(
  reader: Reader,
  orderId: string,
): Promise<AdjustmentNoteRow | undefined> {
  return (await selectAdjustmentNotes(reader, orderId)).at(-1);
}

export async function insertAdjustmentNote(tx: Writer, row: AdjustmentNoteRow): Promise<void> {
  await tx.insertInto('adjustment_notes').values(row).execute();
}

/** The tax invoices of these orders, at most one each, and their adjustment notes by order and in the order of issue. */
export async function selectPapersOf(
  reader: Reader,
  orderIds: readonly string[],
): Promise<{ invoices: InvoiceRow[]; notes: AdjustmentNoteRow[] }> {
  if (orderIds.length === 0) return { invoices: [], notes: [] };
  const invoices = await reader
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('tax', '<>', '')
    .execute();
  const notes = await reader
    .selectFrom('adjustment_notes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('issue')
    .execute();
  return { invoices, notes };
}
