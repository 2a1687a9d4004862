import type { Selectable } from 'kysely';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { InvoicesTable } from '#server/platform/database/tables.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

/** The latest invoice of an order; undefined when there is none. */
export function selectLatestInvoice(reader: Reader, orderId: string): Promise<InvoiceRow | undefined> {
  return reader
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issue', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertInvoices(tx: Writer, rows: readonly InvoiceRow[]): Promise<void> {
  await tx
    .insertInto('invoices')
    .values([...rows])
    .execute();
}
