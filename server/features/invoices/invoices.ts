import { foreignCountry } from '#contract/country-names.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { asCents, fromCents } from '#contract/money.ts';
import type { AdjustmentNote, OrderDetails } from '#contract/orders.ts';
import { hasInvoice } from '#contract/states.ts';
import { findShopFacts, findTaxSettings } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  type AdjustmentNoteRow,
  type InvoiceRow,
  insertAdjustmentNote,
  insertInvoices,
  selectAdjustmentNotes,
  selectLatestAdjustmentNote,
  selectLatestInvoice,
} from './invoices.queries.ts';
import { parseTaxPaper, type Sale, type TaxPaper, taxPaperOf } from './tax-paper.ts';

export type { CertificatePaper } from './certificate-pdf.ts';
export type { ConditionPaper } from './condition-pdf.ts';
export { commissionIn, eleventh } from './gst.ts';
export { selectPapersOf } from './invoices.queries.ts';
export { renderInThread } from './render-in-thread.ts';
export { parseTaxPaper, type Sale, type SaleLine, type TaxPaper } from './tax-paper.ts';
export { reasonIn } from './words-on-papers.ts';

export type Invoice = InvoiceRow;

/**
 * Issues an order's next paper, in the transaction that makes the order paid or changes it: an invoice, or an adjustment note if
 * it has a tax invoice, which keeps what it said. Numbers come from the order's id and need no shared counter: INV-K7M-4QX9, then
 * INV-K7M-4QX9-2 (docs/behaviour/invoices.md, 1). `reason` is printed on a note.
 */
export async function issueInvoice(tx: Writer, shop: Shop, sale: Sale, reason = ''): Promise<void> {
  const latest = await selectLatestInvoice(tx, sale.orderId);
  if (latest && latest.tax !== '') return issueAdjustmentNote(tx, shop, { sale, invoice: latest, reason });
  await insertInvoices(tx, [await nextInvoice(tx, shop, sale, latest)]);
}

/** Issues an adjustment note if the order has a tax invoice. Returns whether the order has an invoice at all. */
export async function adjustInvoice(tx: Writer, shop: Shop, sale: Sale, reason: string): Promise<boolean> {
  const invoice = await selectLatestInvoice(tx, sale.orderId);
  if (invoice && invoice.tax !== '') await issueAdjustmentNote(tx, shop, { sale, invoice, reason });
  return invoice !== undefined;
}

/** Writes the first invoices of imported orders, for example those of the demo. */
export function issueFirstInvoices(tx: Writer, orders: readonly { orderId: string; at: number }[]): Promise<void> {
  return insertInvoices(
    tx,
    orders.map(({ orderId, at }) => invoiceOf(orderId, 1, at)),
  );
}

/** Returns the next invoice of an order, which is not stored yet. */
async function nextInvoice(
  reader: Reader,
  shop: Shop,
  sale: Sale,
  latest: Invoice | undefined,
  isOld = false,
): Promise<Invoice> {
  const settings = await findTaxSettings(reader);
  const invoice = { ...invoiceOf(sale.orderId, (latest?.issue ?? 0) + 1, shop.clock()), words: settings.words };
  // An order that was sold before the shop was registered stays without GST.
  const isTaxed = settings.registered && shop.settings.currency === 'AUD' && !latest && !isOld;
  if (isTaxed) {
    const paper = taxPaperOf(sale, { abn: settings.abn, seller: await findSeller(reader, shop) });
    Object.assign(invoice, { tax: JSON.stringify(paper), total_cents: paper.totalCents, gst_cents: paper.gstCents });
  }
  return invoice;
}

async function findSeller(reader: Reader, shop: Shop): Promise<TaxPaper['seller']> {
  const { legalName, name, ...place } = await findShopFacts(reader, shop);
  const { street, city, state, postcode } = place;
  const lines = [street, [city, state, postcode].filter(Boolean).join(' '), foreignCountry(place)];
  return { name: legalName || name, address: lines.filter(Boolean) };
}

function invoiceOf(orderId: string, issue: number, at: number): Invoice {
  const number = numberOf('INV', orderId, issue);
  return { order_id: orderId, issue, number, issued_at: at, words: '', tax: '', total_cents: null, gst_cents: null };
}

const numberOf = (kind: 'INV' | 'ADJ', orderId: string, issue: number) =>
  issue === 1 ? `${kind}-${orderId}` : `${kind}-${orderId}-${issue}`;

interface Adjustment {
  sale: Sale;
  invoice: Invoice;
  reason: string;
}

async function issueAdjustmentNote(tx: Writer, shop: Shop, { sale, invoice, reason }: Adjustment): Promise<void> {
  const latest = await selectLatestAdjustmentNote(tx, sale.orderId);
  const before = parseTaxPaper(latest?.tax ?? invoice.tax);
  const after = taxPaperOf(sale, { abn: before.abn, seller: before.seller });
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const issue = (latest?.issue ?? 0) + 1;
  await insertAdjustmentNote(tx, {
    order_id: sale.orderId,
    issue,
    number: numberOf('ADJ', sale.orderId, issue),
    issued_at: shop.clock(),
    reason,
    difference_cents: asCents(after.totalCents - before.totalCents),
    gst_difference_cents: asCents(after.gstCents - before.gstCents),
    tax: JSON.stringify(after),
  });
}

/**
 * The latest invoice of an order, for its buyer and for admins. Refused: anybody else (404), a pending or cancelled order (409).
 * Issues the first invoice of an order that has none: an older one, or one whose payment is being taken. It is stored after the answer.
 */
export async function openInvoice(
  shop: Shop,
  order: OrderDetails,
  session: Session,
  findSale: (reader: Reader) => Promise<Sale>,
): Promise<Invoice | Refusal> {
  if (!mayRead(order, session)) return refuse('orderNotFound');
  if (!hasInvoice(order.status)) return refuse('noInvoice');
  const { read } = shop.database;
  const issued = await selectLatestInvoice(read, order.id);
  if (issued) return issued;
  const isOld = order.status !== 'processing';
  const invoice = await nextInvoice(read, shop, await findSale(read), undefined, isOld);
  shop.backgroundWrites.add(`the invoice ${invoice.number}`, async (tx) => {
    if (!(await selectLatestInvoice(tx, order.id))) await insertInvoices(tx, [invoice]);
  });
  return invoice;
}

/** Whether the caller may read the papers of an order: its buyer and admins may. */
export const mayRead = (order: OrderDetails, session: Session) =>
  order.userId === session.userId || session.role !== null;

/** An adjustment note with its tax invoice, and what the invoice said before and after the note. */
export interface IssuedNote {
  row: AdjustmentNoteRow;
  invoice: Invoice;
  before: TaxPaper;
  after: TaxPaper;
}

/** An adjustment note of an order, for its buyer and for admins. Refused (404): anybody else, and an unknown number. */
export async function openAdjustmentNote(
  shop: Shop,
  { order, session, number }: { order: OrderDetails; session: Session; number: string },
): Promise<IssuedNote | Refusal> {
  if (!mayRead(order, session)) return refuse('orderNotFound');
  const invoice = await selectLatestInvoice(shop.database.read, order.id);
  const notes = await selectAdjustmentNotes(shop.database.read, order.id);
  const position = notes.findIndex((note) => note.number === number);
  const row = notes[position];
  if (!row || !invoice) return refuse('noAdjustmentNote');
  const before = parseTaxPaper(notes[position - 1]?.tax ?? invoice.tax);
  return { row, invoice, before, after: parseTaxPaper(row.tax) };
}

/** The adjustment notes of an order, oldest first. */
export async function adjustmentNotesOf(reader: Reader, orderId: string): Promise<AdjustmentNote[]> {
  const notes = await selectAdjustmentNotes(reader, orderId);
  return notes.map(({ number, issued_at, reason, difference_cents, gst_difference_cents }) => ({
    number,
    issuedAt: new Date(issued_at).toISOString(),
    reason,
    difference: fromCents(difference_cents),
    gst: fromCents(gst_difference_cents),
  }));
}
