import type { OrderDetails } from '#contract/orders.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  page,
  setColumns,
  setFacts,
  setFooters,
  setLetterhead,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument } from '#server/platform/pdf/typesetter.ts';
import { buyerColumns, sellerColumn } from './invoice-pdf.ts';
import type { IssuedNote } from './invoices.ts';
import { setAmount, setHeading, setTotal } from './paper-lines.ts';
import { changesBetween } from './tax-paper.ts';

/** An adjustment note as a tagged, searchable PDF: what changed since the tax invoice or the note before it. */
export function renderAdjustmentNote(issuer: Issuer, note: IssuedNote, order: OrderDetails): Promise<Buffer> {
  const { row, invoice, before, after } = note;
  const name = { title: 'Adjustment note', number: row.number };
  const { setter, finish } = openDocument({
    info: {
      Title: `${name.title} ${row.number}`,
      Author: issuer.shopName,
      CreationDate: new Date(row.issued_at),
    },
  });
  const { currency } = issuer;
  const sheet = createSheet(setter, issuer, name);
  const dayOf = dayFormat(issuer.timeZone);
  setLetterhead(sheet, issuer, name);
  setFacts(sheet, [
    ['Number', row.number],
    ['To tax invoice', invoice.number],
    ['Date of note', dayOf(row.issued_at)],
    ['Date of invoice', dayOf(invoice.issued_at)],
  ]);
  setColumns(sheet, [sellerColumn(after), ...buyerColumns(order)]);
  const reason = setter.linesOf(`Reason: ${row.reason}`, page.right - page.left, styles.text, 6);
  sheet.y = setParagraph(setter, reason, page.left, sheet.y, styles.text) + 16;
  setter.tagged('Table', () => {
    setHeading(sheet, 'What changed', 'Difference');
    for (const { label, what, cents } of changesBetween(before, after)) {
      sheet.need(22);
      sheet.y += 20;
      setAmount(sheet, { label: `${label}: ${what.toLowerCase()}`, cents }, currency, textRow);
    }
    sheet.y += 12;
    setTotal(sheet, { label: `Difference (${currency})`, cents: row.difference_cents }, currency);
    const sums = [
      { label: 'GST included in the difference', cents: row.gst_difference_cents },
      { label: 'Total of the order now', cents: after.totalCents },
      { label: 'GST included in it now', cents: after.gstCents },
    ];
    for (const sum of sums) {
      sheet.need(18);
      sheet.y += 18;
      setAmount(sheet, sum, currency, { ...textRow, head: 'Row' });
    }
  });
  setFooters(setter, issuer, name);
  return finish();
}

const textRow = { first: styles.text, price: styles.text };
