import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { asCents, type Cents, fromCents, highestPrice, toCents } from '#contract/money.ts';

/** A row of a bank statement that adds money to the account. */
export interface StatementRow {
  /** SHA-256, hex, of day, amount, text and the number of equal rows above: the same file has the same hashes when it is read again. */
  hash: string;
  /** The day in ISO 8601. */
  bookedOn: string;
  amountCents: Cents;
  text: string;
}

export interface Statement {
  /** The rows that add money to the account. */
  rows: StatementRow[];
  /** Numbers of the lines that are left out because their day or their amount cannot be read. */
  unreadLines: number[];
}

/**
 * Reads a CSV file and leaves out rows that add no money. Finds the columns by their names in the first line or, in a file without names,
 * by their content. Refuses a file that is empty, is not CSV, or has no column of days or of amounts that can be read (400), and one
 * with too many rows (413).
 */
export function parseStatement(file: Buffer): Statement | Refusal {
  const records = readCsv(file);
  const [first] = records ?? [];
  if (!records || !first) return refuse('statementUnreadable');
  const isNamed = !first.cells.some((cell) => dayOf(cell) !== null);
  const data = isNamed ? records.slice(1) : records;
  if (data.length > limits.statementRows) return refuse('statementTooLarge');
  const table = data.map(({ cells }) => cells);
  const columns = isNamed ? columnsByName(first.cells, table) : columnsByContent(first.cells);
  if (!columns || !canBeRead(table, columns)) return refuse('statementUnreadable');
  const statement: Statement = { rows: [], unreadLines: [] };
  const seen = new Map<string, number>();
  for (const { cells, line } of data) {
    const amount = cells[columns.amount] ?? '';
    if (amount === '') continue;
    const bookedOn = dayOf(cells[columns.day] ?? '');
    const amountCents = amountOf(amount);
    if (bookedOn === null || amountCents === null) {
      statement.unreadLines.push(line);
      continue;
    }
    const isDebit = /^d(r|ebit)?$/i.test(cells[columns.direction] ?? '');
    if (amountCents <= 0 || isDebit) continue;
    const text = columns.texts.flatMap((column) => cells[column] || []).join(' ');
    const content = JSON.stringify([bookedOn, amountCents, text]);
    const count = seen.get(content) ?? 0;
    seen.set(content, count + 1);
    statement.rows.push({ hash: hashOf(`${content}${count}`), bookedOn, amountCents, text });
  }
  return statement;
}

/** Whether at least one day and one amount can be read, or there are no rows. Without this a file in another notation would seem empty. */
function canBeRead(rows: readonly string[][], { day, amount }: Columns): boolean {
  if (rows.length === 0) return true;
  const dated = rows.filter((record) => dayOf(record[day] ?? '') !== null);
  return dated.length > 0 && hasAmounts(dated, amount);
}

/** Whether some cell of the column is an amount, or all are empty. */
function hasAmounts(rows: readonly string[][], column: number): boolean {
  const filled = rows.map((record) => record[column] ?? '').filter((cell) => cell !== '');
  return filled.length === 0 || filled.some((cell) => amountOf(cell) !== null);
}

interface CsvRecord {
  cells: string[];
  line: number;
}

function readCsv(file: Buffer): CsvRecord[] | null {
  const records: CsvRecord[] = [];
  try {
    parse(file, {
      bom: true,
      delimiter: delimiterOf(file),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      // The line of column names, the rows that may be read, and one more, which shows that there are too many.
      to: limits.statementRows + 2,
      on_record: (cells: string[], { lines }) => {
        records.push({ cells, line: lines });
        return null;
      },
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** The most frequent delimiter of the first line. */
function delimiterOf(file: Buffer): string {
  const [firstLine = ''] = file.toString('utf8', 0, 4_096).split('\n', 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** The positions of the columns in a line. */
interface Columns {
  day: number;
  amount: number;
  /** The column that says of each amount whether it is a credit or a debit (CR, DR); -1 if there is none. */
  direction: number;
  texts: number[];
}

function columnsByName(names: readonly string[], rows: readonly string[][]): Columns | null {
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const day = find(/\bdate\b/i);
  // A column of its own for money that came in is preferred to one of signed amounts.
  const credit = names.findIndex(
    (name, column) => /credit|deposit|money in|paid in/i.test(name) && hasAmounts(rows, column),
  );
  // "Value Date" is a second column of days.
  const amount = credit === -1 ? find(/\bamount\b|\bvalue\b(?! date)/i) : credit;
  if (day === -1 || amount === -1) return null;
  const direction = names.findIndex((name, column) => column !== amount && /credit|debit|\b[cd]r\b|type/i.test(name));
  const texts = [...names.keys()].filter((column) =>
    /desc|narrat|detail|partic|reference|payee|payer|memo|transaction$|text/i.test(names[column] ?? ''),
  );
  return { day, amount, direction, texts: texts.filter((column) => column !== day && column !== amount) };
}

function columnsByContent(record: readonly string[]): Columns | null {
  const day = record.findIndex((cell) => dayOf(cell) !== null);
  const amount = record.findIndex((cell, column) => column !== day && amountOf(cell) !== null);
  if (amount === -1) return null;
  return {
    day,
    amount,
    direction: -1,
    texts: [...record.keys()].filter((column) => amountOf(record[column] ?? '') === null && column !== day),
  };
}

/** The day in ISO 8601 of `2026-11-23`, `23/11/2026`, `23-11-26` or `23 Nov 2026`; null for anything else. */
function dayOf(cell: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const australian = /^(\d{1,2})[/ .-](\d{1,2}|[a-z]{3,9})[/ .-](\d{4}|\d\d)$/i.exec(cell);
  if (!australian) return null;
  const [, day = '', month = '', year = ''] = australian;
  return validDay(Number(year.length === 2 ? `20${year}` : year), monthOf(month), Number(day));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthOf(month: string): number {
  return /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
}

function validDay(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** Cents of `1,250.00`, `$1250`, `+12.5`, `-40.00` or `(40.00)`; null for anything else, and above the highest price. */
function amountOf(cell: string): Cents | null {
  const match = /^(\()?([+-]?)\s?(?:AUD|A?\$)?\s?([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,2})?\)?$/.exec(cell);
  if (!match) return null;
  const [, bracket, sign, laterSign, whole = '', fraction = ''] = match;
  const amount = Number(whole.replaceAll(',', '') + fraction);
  if (amount > fromCents(highestPrice)) return null;
  const cents = toCents(amount);
  return bracket || sign === '-' || laterSign === '-' ? asCents(-cents) : cents;
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
