/**
 * A CSV file of these rows (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. Texts are quoted. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return csvMark + csvLines(rows);
}

/** The byte order mark at the beginning of a CSV file. */
export const csvMark = '\uFEFF';

/** The lines of these rows without a byte order mark, for a file that is written in parts. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * Characters that start a formula, including full-width forms and leading white space (OWASP, CSV Injection). Apostrophes before them
 * count, too, so that `plainCell` knows which one `csvCell` added.
 */
const formula = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/** A cell as `csvText` writes it. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}

/** The text of a cell that `csvCell` wrote, after a CSV reader removed the quotes. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
