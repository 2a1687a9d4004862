/**
 * Rows as RFC 4180, with a byte order mark so that spreadsheets read them as UTF-8. Texts are quoted. A text that a spreadsheet
 * would run as a formula starts with an apostrophe.
 */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

/** Characters that start a formula, including full-width forms and leading white space (OWASP, CSV Injection). */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}
