import type { ShopFront } from '#contract/page-services.ts';
import type { CsvColumn } from './column.ts';

/**
 * The rows as RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. Every cell is quoted. A cell that
 * a spreadsheet would run as a formula starts with an apostrophe.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], shop: ShopFront): string {
  const written = columns.filter(({ csv }) => csv !== undefined);
  const head = written.map(({ title }) => csvCell(title));
  const lines = rows.map((row) => written.map(({ csv }) => csvCell(csv?.(row, shop) ?? '')));
  return `\uFEFF${[head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

/** Characters that start a formula, including full-width forms and leading white space (OWASP, CSV Injection). */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}

/** The currency of the amounts in a row. */
export const currencyColumn: CsvColumn<unknown> = { title: 'Currency', csv: (_row, { currency }) => currency };

/** A time as "2026-11-20 15:27" in the shop's time zone, which spreadsheets read as a date. */
export function localMoment(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );
}
