import { formatAbn } from '#contract/abn.ts';
import { foreignCountry } from '#contract/country-names.ts';
import { formatPrice, toCents } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  page,
  type Sheet,
  setColumns,
  setFacts,
  setFooters,
  setLetterhead,
  setParagraph,
  setRow,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument } from '#server/platform/pdf/typesetter.ts';
import type { Invoice } from './invoices.ts';
import { type ListingLine, setLines } from './paper-lines.ts';
import { type PaperLine, parseTaxPaper, type TaxPaper } from './tax-paper.ts';

/** The invoice of an order as a tagged, searchable PDF of A4 pages. A tax invoice says what it said when it was issued. */
export function renderInvoice(issuer: Issuer, invoice: Invoice, order: OrderDetails): Promise<Buffer> {
  const paper = invoice.tax === '' ? null : parseTaxPaper(invoice.tax);
  const name = { title: paper ? 'Tax invoice' : 'Invoice', number: invoice.number };
  const { setter, finish } = openDocument({
    info: {
      Title: `${name.title} ${invoice.number}`,
      Author: issuer.shopName,
      CreationDate: new Date(invoice.issued_at),
    },
  });
  const sheet = createSheet(setter, issuer, name);
  const dayOf = dayFormat(issuer.timeZone);
  setLetterhead(sheet, issuer, name);
  setFacts(sheet, [
    ['Invoice number', invoice.number],
    ['Order', order.id],
    ['Date of invoice', dayOf(invoice.issued_at)],
    ['Date of order', dayOf(order.orderDate)],
  ]);
  setColumns(sheet, [...(paper ? [sellerColumn(paper)] : []), ...buyerColumns(order)]);
  if (paper) setTaxedLines(sheet, paper, issuer.currency);
  else setListings(sheet, order, issuer.currency);
  const isPast = ({ at }: { at: string }) => !paper || Date.parse(at) <= invoice.issued_at;
  setPayments(sheet, { ...order, payments: order.payments.filter(isPast) }, issuer.currency, dayOf);
  setWords(sheet, invoice.words);
  setThanks(sheet);
  setFooters(setter, issuer, name);
  return finish();
}

type Column = [label: string, lines: readonly string[]];

export const sellerColumn = ({ abn, seller }: TaxPaper): Column => [
  'From',
  [seller.name, `ABN ${formatAbn(abn)}`, ...seller.address],
];

/** The buyer, and where the order goes if that is known. */
export function buyerColumns({ buyer, delivery }: OrderDetails): Column[] {
  const place = [delivery.city, delivery.state, delivery.postcode, foreignCountry(delivery)].filter(Boolean).join(' ');
  const receiver = `${delivery.firstName} ${delivery.lastName}`.trim() || buyer.name;
  const billed: Column = ['Billed to', [buyer.name, buyer.email, buyer.phone]];
  // A profile without an address still has a state, which alone is no delivery address.
  if (!delivery.address && !delivery.city) return [billed];
  return [billed, ['Delivered to', [receiver, delivery.address, place, delivery.phone]]];
}

function setListings(sheet: Sheet, order: OrderDetails, currency: string): void {
  const pieces = order.items.map(
    ({ listing: { name, artist, year, spec }, price }): ListingLine => ({
      ...{ name, artist, year, spec, note: '' },
      cents: toCents(price),
    }),
  );
  const delivery = deliveryLine(order);
  setLines(
    sheet,
    {
      pieces,
      delivery: delivery && { label: delivery.label, cents: toCents(delivery.price), note: '' },
      total: { label: `Total (${currency})`, cents: toCents(order.totalPrice) },
      belowTotal: [],
    },
    currency,
  );
}

function setTaxedLines(sheet: Sheet, { lines, delivery, totalCents, gstCents }: TaxPaper, currency: string): void {
  setLines(
    sheet,
    {
      pieces: lines.map((line): ListingLine => ({ ...line, name: `1 × ${line.name}`, note: taxNoteOf(line) })),
      delivery: delivery && { ...delivery, note: delivery.cents === 0 ? '' : ruleNotes[delivery.rule] },
      total: { label: `Total (${currency})`, cents: totalCents },
      belowTotal: [{ label: 'GST included in the taxable lines', cents: gstCents }],
    },
    currency,
  );
}

const ruleNotes = {
  taxable: 'Taxable: the price includes GST.',
  agent: 'No GST on this line.',
  export: 'Exported, GST-free.',
};

/** The extent to which a line is taxable, which a tax invoice must say. */
function taxNoteOf({ rule, isConsigned, isResale }: PaperLine): string {
  const agent = `Sold as agent of the ${isResale ? 'owner' : 'artist'}. `;
  return `${isConsigned ? agent : ''}${ruleNotes[rule]}`;
}

function setPayments(sheet: Sheet, order: OrderDetails, currency: string, dayOf: (at: string) => string): void {
  const { setter } = sheet;
  const [first, ...others] = order.payments;
  if (others.length === 0) {
    const when = first ? ` on ${dayOf(first.at)}` : '';
    sheet.need(20);
    const paid = `Paid by ${methodInText[first?.method ?? order.paymentMethod]}${when}.`;
    sheet.y = setParagraph(setter, [paid], page.left, sheet.y, styles.muted) + 16;
    return;
  }
  sheet.need(60);
  setter.tagged('H2', () => setter.line('Payments and refunds', page.left, sheet.y, styles.label));
  sheet.y += 18;
  setter.tagged('Table', () => {
    for (const { kind, amount, method, at } of order.payments) {
      sheet.need(20);
      const what = `${kind === 'charge' ? 'Paid by' : 'Refunded to'} ${methodInText[method]}, ${dayOf(at)}`;
      const sum = formatPrice(kind === 'charge' ? amount : -amount, currency);
      setRow(setter, {
        head: 'Row',
        first: () => setter.line(what, page.left, sheet.y, styles.muted),
        price: () => setter.line(sum, page.right, sheet.y, styles.muted, 'right'),
      });
      sheet.y += 16;
    }
  });
  sheet.y += 16;
}

const methodInText: Readonly<Record<PaymentMethod, string>> = {
  credit: 'credit card',
  paypal: 'PayPal',
  bank: 'bank transfer',
  payto: 'PayTo',
  transfer: 'bank transfer',
  cash: 'cash',
  terminal: 'card terminal',
};

function setWords(sheet: Sheet, words: string): void {
  if (words === '') return;
  for (const paragraph of words.split('\n').filter((line) => line.trim() !== '')) {
    const lines = sheet.setter.linesOf(paragraph, page.right - page.left, styles.muted);
    sheet.need(lines.length * styles.muted.leading + 4);
    sheet.y = setParagraph(sheet.setter, lines, page.left, sheet.y, styles.muted) + 4;
  }
  sheet.y += 12;
}

function setThanks(sheet: Sheet): void {
  sheet.need(40);
  sheet.y += 14;
  setParagraph(sheet.setter, ['Thank you for your purchase.'], page.left, sheet.y, styles.thanks);
}
