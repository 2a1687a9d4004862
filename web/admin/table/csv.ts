import type { Column } from './column.ts';

/**
 * The rows as RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. Every cell is quoted, and one that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export function csvOf<Row>(columns: readonly Column<Row, string>[], rows: readonly Row[]): string {
  const written = columns.filter(({ csv }) => csv !== undefined);
  const head = written.map(({ title }) => csvCell(title));
  const lines = rows.map((row) => written.map(({ csv }) => csvCell(csv?.(row) ?? '')));
  return `\uFEFF${[head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

/** What begins a formula, its full-width forms and white space before it included (OWASP, CSV Injection). */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
