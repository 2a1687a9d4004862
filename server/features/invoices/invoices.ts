import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { hasInvoice } from '#contract/states.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { type InvoiceRow, insertInvoices, selectLatestInvoice } from './invoices.queries.ts';

export type Invoice = InvoiceRow;

/**
 * Issues an order's next invoice, in the transaction that makes the order paid or changes it. `at` in epoch milliseconds. The
 * number comes from the order's id and needs no shared counter: INV-K7M-4QX9, then INV-K7M-4QX9-2
 * (docs/behaviour/invoices.md, 1).
 */
export async function issueInvoice(tx: Writer, orderId: string, at: number): Promise<Invoice> {
  const issue = ((await selectLatestInvoice(tx, orderId))?.issue ?? 0) + 1;
  const invoice = invoiceOf(orderId, issue, at);
  await insertInvoices(tx, [invoice]);
  return invoice;
}

/** Writes the first invoices of imported orders, for example those of the demo. */
export function issueFirstInvoices(tx: Writer, orders: readonly { orderId: string; at: number }[]): Promise<void> {
  return insertInvoices(
    tx,
    orders.map(({ orderId, at }) => invoiceOf(orderId, 1, at)),
  );
}

function invoiceOf(orderId: string, issue: number, at: number): Invoice {
  const number = issue === 1 ? `INV-${orderId}` : `INV-${orderId}-${issue}`;
  return { order_id: orderId, issue, number, issued_at: at };
}

/**
 * The latest invoice of an order, for its buyer and for admins. Refused: anybody else (404), a pending or cancelled order (409).
 * Issues the first invoice of an order that an admin set to paid.
 */
export async function openInvoice(shop: Shop, order: OrderDetails, session: Session): Promise<Invoice | Refusal> {
  if (order.userId !== session.userId && session.role === null) return refuse('orderNotFound');
  if (!hasInvoice(order.status)) return refuse('noInvoice');
  const issued = await selectLatestInvoice(shop.database.read, order.id);
  if (issued) return issued;
  return shop.database.write(
    async (tx) => (await selectLatestInvoice(tx, order.id)) ?? (await issueInvoice(tx, order.id, shop.clock())),
  );
}
