import { foreignCountry } from '#contract/country-names.ts';
import { formatPrice } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails, OrderItem } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import type { InvoiceLogo } from './invoice-logo.ts';
import type { Invoice } from './invoices.ts';
import { openDocument, type Style, type Typesetter } from './typesetter.ts';

/** The shop that issues the invoice. */
export interface Issuer {
  shopName: string;
  timeZone: string;
  currency: string;
  logo: InvoiceLogo | null;
}

/** Points; an A4 page is 595.28 by 841.89. */
const page = { left: 56, right: 539, top: 56, bottom: 770, footer: 802 };
const priceColumn = 110;

/** The colours of tokens.css for light ground. */
const ink = '#1b1210';
const muted = '#524944';
const subtle = '#6b625b';
const hairline = '#d8d4cb';
const gold = '#c6a04d';

const style = (face: Style['face'], size: number, leading: number, color = ink): Style => ({
  face,
  size,
  leading,
  color,
});
const styles = {
  shop: style('display', 26, 32),
  shopSmall: style('display', 13, 18),
  heading: style('display', 26, 32),
  name: style('title', 15, 18),
  text: style('text', 9.5, 14),
  muted: style('text', 9.5, 14, muted),
  small: style('text', 8.5, 12.5, subtle),
  label: style('text', 8.5, 12.5, subtle),
  strong: style('strong', 9.5, 14),
  total: style('strong', 13, 18),
  thanks: style('display', 15, 22),
};

/** The current position: `y` in points from the upper edge of the page. */
interface Sheet {
  setter: Typesetter;
  y: number;
  /** Begins a new page if less than `height` points are left. */
  need(height: number): void;
}

/** The invoice of an order as a tagged, searchable PDF of A4 pages. */
export function renderInvoice(issuer: Issuer, invoice: Invoice, order: OrderDetails): Promise<Buffer> {
  const { setter, finish } = openDocument({
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: issuer.shopName,
      CreationDate: new Date(invoice.issued_at),
    },
  });
  const sheet = createSheet(setter, issuer, invoice);
  const dayOf = dayFormat(issuer.timeZone);
  setLetterhead(sheet, issuer);
  setFacts(sheet, invoice, order, dayOf);
  setParties(sheet, order);
  setListings(sheet, order, issuer);
  setPayments(sheet, order, issuer.currency, dayOf);
  setThanks(sheet);
  setFooters(setter, issuer, invoice);
  return finish();
}

function createSheet(setter: Typesetter, issuer: Issuer, invoice: Invoice): Sheet {
  const sheet: Sheet = {
    setter,
    y: page.top,
    need(height) {
      if (sheet.y + height <= page.bottom) return;
      setter.document.addPage();
      setter.decoration('Pagination', () => {
        setter.line(fitted(setter, issuer.shopName, 300, styles.shopSmall), page.left, page.top + 10, styles.shopSmall);
        setter.line(`Invoice ${invoice.number}`, page.right, page.top + 10, styles.small, 'right');
        rule(setter, page.top + 24, hairline, 0.5);
      });
      sheet.y = page.top + 40;
    },
  };
  return sheet;
}

function setLetterhead(sheet: Sheet, { logo, shopName }: Issuer): void {
  const { setter } = sheet;
  const baseline = page.top + 36;
  if (logo) {
    const { png, width, height } = logo;
    setter.image(png, page.left, baseline + 4 - height, { width, height, alt: `Logo of ${shopName}` });
  }
  const nameStyle = logo ? styles.shopSmall : styles.shop;
  const nameLeft = logo ? page.left + logo.width + 14 : page.left;
  const name = fitted(setter, shopName, page.right - 120 - nameLeft, nameStyle);
  setter.tagged('P', () => setter.line(name, nameLeft, baseline, nameStyle));
  setter.tagged('H1', () => setter.line('Invoice', page.right, baseline, styles.heading, 'right'));
  rule(setter, baseline + 18, gold, 1.5);
  sheet.y = baseline + 44;
}

function setFacts(sheet: Sheet, invoice: Invoice, order: OrderDetails, dayOf: (at: string | number) => string): void {
  const facts: [label: string, value: string][] = [
    ['Invoice number', invoice.number],
    ['Order', order.id],
    ['Date of invoice', dayOf(invoice.issued_at)],
    ['Date of order', dayOf(order.orderDate)],
  ];
  const column = (page.right - page.left) / facts.length;
  for (const [position, [label, value]] of facts.entries()) {
    const left = page.left + position * column;
    sheet.setter.tagged('P', () => {
      sheet.setter.line(`${label} `, left, sheet.y, styles.label);
      sheet.setter.line(fitted(sheet.setter, value, column - 8, styles.text), left, sheet.y + 15, styles.text);
    });
  }
  sheet.y += 48;
}

function setParties(sheet: Sheet, { buyer, delivery }: OrderDetails): void {
  const place = [delivery.city, delivery.state, delivery.postcode, foreignCountry(delivery)].filter(Boolean).join(' ');
  const receiver = `${delivery.firstName} ${delivery.lastName}`.trim() || buyer.name;
  const columns: [label: string, lines: string[]][] = [['Billed to', [buyer.name, buyer.email, buyer.phone]]];
  // A profile without an address still has a state, which alone is no delivery address.
  if (delivery.address || delivery.city) {
    columns.push(['Delivered to', [receiver, delivery.address, place, delivery.phone]]);
  }
  const width = (page.right - page.left) / 2;
  const heights = columns.map(([label, lines], position) => {
    const left = page.left + position * width;
    sheet.setter.tagged('H2', () => sheet.setter.line(label, left, sheet.y, styles.label));
    const [first = '', ...rest] = lines.filter((line) => line.trim() !== '');
    let y = sheet.y + 16;
    for (const [number, line] of [first, ...rest].entries()) {
      const set = number === 0 ? styles.strong : styles.muted;
      y = setParagraph(sheet.setter, sheet.setter.linesOf(line, width - 16, set, 3), left, y, set);
    }
    return y - sheet.y;
  });
  sheet.y += Math.max(...heights) + 18;
}

function setListings(sheet: Sheet, order: OrderDetails, issuer: Issuer): void {
  const { setter } = sheet;
  setter.tagged('Table', () => {
    const heading = order.items.length === 1 ? 'Piece' : 'Pieces';
    setRow(setter, {
      head: 'Column',
      first: () => setter.line(heading, page.left, sheet.y, styles.label),
      price: () => setter.line('Price', page.right, sheet.y, styles.label, 'right'),
    });
    sheet.y += 8;
    rule(setter, sheet.y, ink, 0.75);
    for (const [position, item] of order.items.entries()) setListing(sheet, item, issuer.currency, position === 0);
    setDelivery(sheet, order, issuer.currency);
    sheet.need(60);
    rule(setter, sheet.y, ink, 0.75);
    sheet.y += 24;
    setRow(setter, {
      head: 'Row',
      first: () => setter.line(`Total (${issuer.currency})`, page.left, sheet.y, styles.strong),
      price: () =>
        setter.line(formatPrice(order.totalPrice, issuer.currency), page.right, sheet.y, styles.total, 'right'),
    });
  });
  sheet.y += 36;
}

function setDelivery(sheet: Sheet, order: OrderDetails, currency: string): void {
  const delivery = deliveryLine(order);
  if (!delivery) return;
  const { setter } = sheet;
  sheet.need(40);
  sheet.y += 20;
  const label = fitted(setter, delivery.label, page.right - page.left - priceColumn, styles.text);
  setRow(setter, {
    head: null,
    first: () => setter.line(label, page.left, sheet.y, styles.text),
    price: () => setter.line(formatPrice(delivery.price, currency), page.right, sheet.y, styles.text, 'right'),
  });
  sheet.y += 16;
}

interface Row {
  /** Which cells are headings: both in the row of column headings, the first one in a row with a row heading. */
  head: 'Column' | 'Row' | null;
  first: () => void;
  price: () => void;
}

function setRow(setter: Typesetter, { head, first, price }: Row): void {
  setter.tagged('TR', () => {
    setter.tagged(head ? 'TH' : 'TD', first, head ? { scope: head } : {});
    setter.tagged(head === 'Column' ? 'TH' : 'TD', price, head === 'Column' ? { scope: head } : {});
  });
}

function setListing(sheet: Sheet, { listing, price }: OrderItem, currency: string, isFirst: boolean): void {
  const { setter } = sheet;
  const width = page.right - page.left - priceColumn;
  const names = setter.linesOf(listing.name, width, styles.name, 4);
  const made = [listing.artist, listing.year].filter(Boolean).join(', ');
  const makers = made === '' ? [] : setter.linesOf(made, width, styles.muted, 2);
  const specs = shortSpec(setter, listing.spec, width);
  const paragraphs: [lines: string[], set: Style][] = [
    [names, styles.name],
    [makers, styles.muted],
    [specs, styles.small],
  ];
  sheet.need(paragraphs.reduce((height, [lines, set]) => height + lines.length * set.leading, 22));
  const isFirstOfPage = sheet.y < page.top + 50;
  if (!isFirst && !isFirstOfPage) rule(setter, sheet.y, hairline, 0.5);
  sheet.y += 22;
  const top = sheet.y;
  setRow(setter, {
    head: null,
    first: () => {
      for (const [lines, set] of paragraphs) sheet.y = setParagraph(setter, lines, page.left, sheet.y, set);
    },
    price: () => setter.line(formatPrice(price, currency), page.right, top, styles.text, 'right'),
  });
}

/** Sets lines of one text; returns the next `y`. Each line but the last ends with a space, so that copied text keeps it. */
function setParagraph(setter: Typesetter, lines: readonly string[], left: number, top: number, set: Style): number {
  if (lines.length === 0) return top;
  setter.tagged('P', () => {
    for (const [number, line] of lines.entries()) {
      const isLast = number === lines.length - 1;
      setter.line(isLast ? line : `${line} `, left, top + number * set.leading, set);
    }
  });
  return top + lines.length * set.leading;
}

/** The first sentences of a specification that fit in two lines, or the beginning of the first sentence. */
function shortSpec(setter: Typesetter, spec: string, width: number): string[] {
  let lines: string[] = [];
  let shown = '';
  for (const sentence of spec.slice(0, 400).split(/(?<=[.;])\s+/)) {
    shown = `${shown} ${sentence}`.trim();
    const longer = setter.linesOf(shown, width, styles.small);
    if (longer.length > 2 || (spec.length > 400 && !/[.;]$/.test(shown))) break;
    lines = longer;
  }
  return lines.length > 0 ? lines : setter.linesOf(shown, width, styles.small, 2);
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
};

function setThanks(sheet: Sheet): void {
  sheet.need(40);
  sheet.y += 14;
  setParagraph(sheet.setter, ['Thank you for your purchase.'], page.left, sheet.y, styles.thanks);
}

function setFooters(setter: Typesetter, { shopName }: Issuer, { number }: Invoice): void {
  const { start, count } = setter.document.bufferedPageRange();
  for (let position = 0; position < count; position++) {
    setter.document.switchToPage(start + position);
    setter.decoration('Pagination', () => {
      rule(setter, page.footer - 16, hairline, 0.5);
      setter.line(fitted(setter, `${shopName} · ${number}`, 360, styles.small), page.left, page.footer, styles.small);
      setter.line(`Page ${position + 1} of ${count}`, page.right, page.footer, styles.small, 'right');
    });
  }
}

function rule(setter: Typesetter, y: number, color: string, thickness: number): void {
  setter.decoration('Layout', () => {
    setter.document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(thickness).strokeColor(color).stroke();
  });
}

const fitted = (setter: Typesetter, text: string, width: number, set: Style) =>
  setter.linesOf(text, width, set, 1)[0] ?? '';

function dayFormat(timeZone: string): (at: string | number) => string {
  const format = new Intl.DateTimeFormat('en-AU', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });
  return (at) => format.format(new Date(at));
}
