import type { OrderDetails } from '#contract/orders.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  localeOf,
  page,
  setColumns,
  setFacts,
  setFooters,
  setLetterhead,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument } from '#server/platform/pdf/typesetter.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import { buyerColumns, sellerColumn } from './invoice-pdf.ts';
import type { IssuedNote } from './invoices.ts';
import { setAmount, setHeading, setTotal } from './paper-lines.ts';
import { changesBetween, type PaperChange } from './tax-paper.ts';
import { deliveryLabelIn, reasonIn } from './words-on-papers.ts';

/** An adjustment note as a tagged, searchable PDF: what changed since the tax invoice or the note before it. */
export function renderAdjustmentNote(issuer: Issuer, note: IssuedNote, order: OrderDetails): Promise<Buffer> {
  const { row, invoice, before, after } = note;
  const { currency, language } = issuer;
  const say = sayIn(language);
  const name = { title: say('Adjustment note'), number: row.number };
  const { setter, finish } = openDocument({
    info: {
      Title: `${name.title} ${row.number}`,
      Author: issuer.shopName,
      CreationDate: new Date(row.issued_at),
    },
    lang: localeOf(language),
  });
  const sheet = createSheet(setter, issuer, name);
  const dayOf = dayFormat(issuer);
  setLetterhead(sheet, issuer, name);
  setFacts(sheet, [
    [say('Number'), row.number],
    [say('To tax invoice'), invoice.number],
    [say('Date of note'), dayOf(row.issued_at)],
    [say('Date of invoice'), dayOf(invoice.issued_at)],
  ]);
  setColumns(sheet, [sellerColumn(say, after), ...buyerColumns(language, order)]);
  const words = say('Reason: {reason}', { reason: reasonIn(language, row.reason) });
  const reason = setter.linesOf(words, page.right - page.left, styles.text, 6);
  sheet.y = setParagraph(setter, reason, page.left, sheet.y, styles.text) + 16;
  setter.tagged('Table', () => {
    setHeading(sheet, say('What changed'), say('Difference'));
    for (const { of, label, what, cents } of changesBetween(before, after)) {
      const shown = of === 'delivery' ? deliveryLabelIn(language, label) : label;
      sheet.need(22);
      sheet.y += 20;
      setAmount(sheet, { label: `${shown}: ${whatIn[what](say)}`, cents }, currency, textRow);
    }
    sheet.y += 12;
    setTotal(sheet, { label: say('Difference ({currency})', { currency }), cents: row.difference_cents }, currency);
    const sums = [
      { label: say('GST included in the difference'), cents: row.gst_difference_cents },
      { label: say('Total of the order now'), cents: after.totalCents },
      { label: say('GST included in it now'), cents: after.gstCents },
    ];
    for (const sum of sums) {
      sheet.need(18);
      sheet.y += 18;
      setAmount(sheet, sum, currency, { ...textRow, head: 'Row' });
    }
  });
  setFooters(sheet, issuer, name);
  return finish();
}

const whatIn: Readonly<Record<PaperChange['what'], (say: Say) => string>> = {
  Added: (say) => say('added'),
  Removed: (say) => say('removed'),
  'Price changed': (say) => say('price changed'),
};

const textRow = { first: styles.text, price: styles.text };
