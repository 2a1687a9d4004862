import { type Cents, formatCents } from '#contract/money.ts';
import {
  fitted,
  hairline,
  ink,
  page,
  priceColumn,
  rule,
  type Sheet,
  setParagraph,
  setRow,
  styles,
} from '#server/platform/pdf/sheet.ts';
import type { Style, TagOptions, Typesetter } from '#server/platform/pdf/typesetter.ts';

/** A piece on an invoice. */
export interface ListingLine {
  name: string;
  artist: string;
  year: number | null;
  spec: string;
  cents: Cents;
  /** Set below the other lines; empty for none. */
  note: string;
}

/** The line of the delivery, below the pieces. */
interface DeliveryLine {
  label: string;
  cents: Cents;
  /** Empty for none. */
  note: string;
}

interface Lines {
  pieces: readonly ListingLine[];
  delivery: DeliveryLine | null;
  /** Set in bold below a rule. */
  total: { label: string; cents: Cents };
  belowTotal: readonly { label: string; cents: Cents }[];
}

/** Sets the table of pieces, delivery and total with their prices. */
export function setLines(sheet: Sheet, { pieces, delivery, total, belowTotal }: Lines, currency: string): void {
  const { setter, say } = sheet;
  setter.tagged('Table', () => {
    setHeading(sheet, pieces.length === 1 ? say('Piece') : say('Pieces'), say('Price'));
    for (const [position, listing] of pieces.entries())
      setListing(sheet, listing, formatCents(listing.cents, currency), position === 0);
    if (delivery) setDelivery(sheet, delivery, currency);
    setTotal(sheet, total, currency);
    for (const line of belowTotal) {
      sheet.need(18);
      sheet.y += 18;
      setAmount(sheet, line, currency, { first: styles.muted, price: styles.text, head: 'Row' });
    }
  });
  sheet.y += 36;
}

/** Sets the headings of the two columns. */
export function setHeading(sheet: Sheet, first: string, price: string): void {
  const { setter } = sheet;
  setRow(setter, {
    head: 'Column',
    first: () => setter.line(first, page.left, sheet.y, styles.label),
    price: () => setter.line(price, page.right, sheet.y, styles.label, 'right'),
  });
  sheet.y += 8;
  rule(setter, sheet.y, ink, 0.75);
}

/** Sets the total below a rule. */
export function setTotal(sheet: Sheet, total: { label: string; cents: Cents }, currency: string): void {
  sheet.need(60);
  rule(sheet.setter, sheet.y, ink, 0.75);
  sheet.y += 24;
  setAmount(sheet, total, currency, { first: styles.strong, price: styles.total, head: 'Row' });
}

/** Sets a label with an amount at the right edge, at the current position. */
export function setAmount(
  { setter, y }: Sheet,
  { label, cents }: { label: string; cents: Cents },
  currency: string,
  { first, price, head = null }: { first: Style; price: Style; head?: 'Row' | null },
): void {
  const shown = fitted(setter, label, page.right - page.left - priceColumn, first);
  setRow(setter, {
    head,
    first: () => setter.line(shown, page.left, y, first),
    price: () => setter.line(formatCents(cents, currency), page.right, y, price, 'right'),
  });
}

function setDelivery(sheet: Sheet, { label, cents, note }: DeliveryLine, currency: string): void {
  const { setter } = sheet;
  sheet.need(52);
  sheet.y += 20;
  const { y } = sheet;
  const shown = fitted(setter, label, page.right - page.left - priceColumn, styles.text);
  setRow(setter, {
    head: null,
    first: () => {
      setter.line(note === '' ? shown : `${shown} `, page.left, y, styles.text);
      if (note !== '') setter.line(note, page.left, y + styles.text.leading, styles.small);
    },
    price: () => setter.line(formatCents(cents, currency), page.right, y, styles.text, 'right'),
  });
  sheet.y += note === '' ? 16 : 16 + styles.small.leading;
}

/** Sets a piece with `amount` at the right edge, which is its price or its weight. */
export function setListing(sheet: Sheet, listing: Omit<ListingLine, 'cents'>, amount: string, isFirst: boolean): void {
  const { setter } = sheet;
  const width = page.right - page.left - priceColumn;
  const names = setter.linesOf(listing.name, width, styles.name, 4);
  const made = [listing.artist, listing.year].filter(Boolean).join(', ');
  const makers = made === '' ? [] : setter.linesOf(made, width, styles.muted, 2);
  const specs = shortSpec(setter, listing.spec, width);
  const notes = listing.note === '' ? [] : setter.linesOf(listing.note, width, styles.small, 2);
  const paragraphs: [lines: string[], set: Style, options?: TagOptions][] = [
    [names, styles.name, sheet.english],
    [makers, styles.muted],
    [specs, styles.small, sheet.english],
    [notes, styles.small],
  ];
  sheet.need(paragraphs.reduce((height, [lines, set]) => height + lines.length * set.leading, 22));
  const isFirstOfPage = sheet.y < page.top + 50;
  if (!isFirst && !isFirstOfPage) rule(setter, sheet.y, hairline, 0.5);
  sheet.y += 22;
  const top = sheet.y;
  setRow(setter, {
    head: null,
    first: () => {
      for (const [lines, set, options] of paragraphs)
        sheet.y = setParagraph(setter, lines, page.left, sheet.y, set, options);
    },
    price: () => setter.line(amount, page.right, top, styles.text, 'right'),
  });
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
