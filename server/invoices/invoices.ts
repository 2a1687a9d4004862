import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { hasInvoice } from '#contract/states.ts';
import type { Writer } from '#server/database/database.ts';
import type { Session } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { type InvoiceRow, insertInvoices, selectLatestInvoice } from './invoices.queries.ts';

export type Invoice = InvoiceRow;

/**
 * Gives an order its next invoice, inside the transaction that makes or changes what it says. `at`: epoch milliseconds. The
 * number is the order's, so it needs no counter, has no gaps and is given once: INV-K7M-4QX9, then INV-K7M-4QX9-2.
 */
export async function issueInvoice(tx: Writer, orderId: string, at: number): Promise<Invoice> {
  const issue = ((await selectLatestInvoice(tx, orderId))?.issue ?? 0) + 1;
  const invoice = invoiceOf(orderId, issue, at);
  await insertInvoices(tx, [invoice]);
  return invoice;
}

/** The first invoices of orders that have none: for collections that come ready, such as the demo. */
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
 * The invoice of an order as it stands, for its buyer and for admins; to anybody else there is no such order. Refused while
 * nothing is paid, and once it is cancelled. An order that came without an invoice gets its first one now.
 */
export async function openInvoice(shop: Shop, order: OrderDetails, session: Session): Promise<Invoice | Refusal> {
  if (order.userId !== session.userId && !session.isAdmin) return refuse('orderNotFound');
  if (!hasInvoice(order.status)) return refuse('noInvoice');
  const issued = await selectLatestInvoice(shop.database.read, order.id);
  if (issued) return issued;
  return shop.database.write(
    async (tx) => (await selectLatestInvoice(tx, order.id)) ?? (await issueInvoice(tx, order.id, shop.clock())),
  );
}
