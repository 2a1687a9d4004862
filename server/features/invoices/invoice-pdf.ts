import { formatAbn } from '#contract/abn.ts';
import { foreignCountry } from '#contract/country-names.ts';
import type { Language } from '#contract/languages.ts';
import { formatPrice, toCents } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  localeOf,
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
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Invoice } from './invoices.ts';
import { type ListingLine, setLines } from './paper-lines.ts';
import { type PaperLine, parseTaxPaper, type TaxPaper } from './tax-paper.ts';
import { deliveryLabelIn } from './words-on-papers.ts';

/** The invoice of an order as a tagged, searchable PDF of A4 pages. A tax invoice says what it said when it was issued. */
export function renderInvoice(issuer: Issuer, invoice: Invoice, order: OrderDetails): Promise<Buffer> {
  const paper = invoice.tax === '' ? null : parseTaxPaper(invoice.tax);
  const { language } = issuer;
  const say = sayIn(language);
  // The law wants the English words "Tax invoice", so each translation has them in brackets.
  const name = { title: paper ? say('Tax invoice') : say('Invoice'), number: invoice.number };
  const { setter, finish } = openDocument({
    info: {
      Title: `${name.title} ${invoice.number}`,
      Author: issuer.shopName,
      CreationDate: new Date(invoice.issued_at),
    },
    lang: localeOf(language),
  });
  const sheet = createSheet(setter, issuer, name);
  const dayOf = dayFormat(issuer);
  setLetterhead(sheet, issuer, name);
  setFacts(sheet, [
    [say('Invoice number'), invoice.number],
    [say('Order'), order.id],
    [say('Date of invoice'), dayOf(invoice.issued_at)],
    [say('Date of order'), dayOf(order.orderDate)],
  ]);
  setColumns(sheet, [...(paper ? [sellerColumn(say, paper)] : []), ...buyerColumns(language, order)]);
  if (paper) setTaxedLines(sheet, paper, issuer);
  else setListings(sheet, order, issuer);
  const isShown = ({ at }: { at: string }) => !paper || Date.parse(at) <= invoice.issued_at;
  setPayments(sheet, { ...order, payments: order.payments.filter(isShown) }, issuer.currency, dayOf);
  setWords(sheet, invoice.words);
  setThanks(sheet);
  setFooters(sheet, issuer, name);
  return finish();
}

type Column = [label: string, lines: readonly string[]];

export const sellerColumn = (say: Say, { abn, seller }: TaxPaper): Column => [
  say('From'),
  [seller.name, `ABN ${formatAbn(abn)}`, ...seller.address],
];

/** The columns of the buyer and, if it is known, of the delivery address. */
export function buyerColumns(language: Language, { buyer, delivery }: OrderDetails): Column[] {
  const say = sayIn(language);
  const country = foreignCountry(delivery, language);
  const place = [delivery.city, delivery.state, delivery.postcode, country].filter(Boolean).join(' ');
  const receiver = `${delivery.firstName} ${delivery.lastName}`.trim() || buyer.name;
  const billed: Column = [say('Billed to'), [buyer.name, buyer.email, buyer.phone]];
  // A profile without an address still has a state, which alone is no delivery address.
  if (!delivery.address && !delivery.city) return [billed];
  return [billed, [say('Delivered to'), [receiver, delivery.address, place, delivery.phone]]];
}

function setListings(sheet: Sheet, order: OrderDetails, { currency, language }: Issuer): void {
  const { say } = sheet;
  const pieces = order.items.map(
    ({ listing: { name, artist, year, spec }, price }): ListingLine => ({
      name,
      artist,
      year,
      spec,
      note: '',
      cents: toCents(price),
    }),
  );
  const delivery = deliveryLine(order);
  setLines(
    sheet,
    {
      pieces,
      delivery: delivery && {
        label: deliveryLabelIn(language, delivery.label),
        cents: toCents(delivery.price),
        note: '',
      },
      total: { label: say('Total ({currency})', { currency }), cents: toCents(order.totalPrice) },
      belowTotal: [],
    },
    currency,
  );
}

function setTaxedLines(
  sheet: Sheet,
  { lines, delivery, totalCents, gstCents }: TaxPaper,
  { currency, language }: Issuer,
): void {
  const { say } = sheet;
  setLines(
    sheet,
    {
      pieces: lines.map((line): ListingLine => ({ ...line, name: `1 × ${line.name}`, note: taxNoteOf(say, line) })),
      delivery: delivery && {
        ...delivery,
        label: deliveryLabelIn(language, delivery.label),
        note: delivery.cents === 0 ? '' : ruleNotes[delivery.rule](say),
      },
      total: { label: say('Total ({currency})', { currency }), cents: totalCents },
      belowTotal: [{ label: say('GST included in the taxable lines'), cents: gstCents }],
    },
    currency,
  );
}

const ruleNotes = {
  taxable: (say: Say) => say('Taxable: the price includes GST.'),
  agent: (say: Say) => say('No GST on this line.'),
  export: (say: Say) => say('Exported, GST-free.'),
};

/** Whether a line is taxable, in words, which a tax invoice must say. */
function taxNoteOf(say: Say, { rule, isConsigned, isResale }: PaperLine): string {
  const agent = isResale ? say('Sold as agent of the owner.') : say('Sold as agent of the artist.');
  return [...(isConsigned ? [agent] : []), ruleNotes[rule](say)].join(' ');
}

function setPayments(sheet: Sheet, order: OrderDetails, currency: string, dayOf: (at: string) => string): void {
  const { setter, say } = sheet;
  const [first, ...others] = order.payments;
  if (others.length === 0) {
    sheet.need(20);
    const method = methodInText[first?.method ?? order.paymentMethod](say);
    const paid = first
      ? say('Paid by {method} on {day}.', { method, day: dayOf(first.at) })
      : say('Paid by {method}.', { method });
    sheet.y = setParagraph(setter, [paid], page.left, sheet.y, styles.muted) + 16;
    return;
  }
  sheet.need(60);
  setter.tagged('H2', () => setter.line(say('Payments and refunds'), page.left, sheet.y, styles.label));
  sheet.y += 18;
  setter.tagged('Table', () => {
    for (const { kind, amount, method, at } of order.payments) {
      sheet.need(20);
      const values = { method: methodInText[method](say), day: dayOf(at) };
      const what =
        kind === 'charge' ? say('Paid by {method}, {day}', values) : say('Refunded to {method}, {day}', values);
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

const methodInText: Readonly<Record<PaymentMethod, (say: Say) => string>> = {
  credit: (say) => say('credit card'),
  paypal: () => 'PayPal',
  bank: (say) => say('bank transfer'),
  payto: () => 'PayTo',
  transfer: (say) => say('bank transfer'),
  cash: (say) => say('cash'),
  terminal: (say) => say('card terminal'),
};

function setWords(sheet: Sheet, words: string): void {
  if (words === '') return;
  for (const paragraph of words.split('\n').filter((line) => line.trim() !== '')) {
    const lines = sheet.setter.linesOf(paragraph, page.right - page.left, styles.muted);
    sheet.need(lines.length * styles.muted.leading + 4);
    sheet.y = setParagraph(sheet.setter, lines, page.left, sheet.y, styles.muted, sheet.english) + 4;
  }
  sheet.y += 12;
}

function setThanks(sheet: Sheet): void {
  sheet.need(40);
  sheet.y += 14;
  const { say } = sheet;
  setParagraph(sheet.setter, [say('Thank you for your purchase.')], page.left, sheet.y, styles.thanks);
}
