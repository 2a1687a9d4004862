import { createHash } from 'node:crypto';
import { CsvError } from 'csv-parse';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { asCents, type Cents, fromCents, highestPrice, toCents } from '#contract/money.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { parseCsvInParts } from '#server/platform/files/csv-in-parts.ts';

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

/** More columns than the statement of any bank has. */
const mostColumns = 100;

/**
 * Reads a CSV file and leaves out rows that add no money. Finds the columns by their names in the first line or, in a file without names,
 * by their content. Works in parts, so that other requests are not kept waiting. Refuses a file that is empty, is not CSV, has too many
 * columns, or no column of days or of amounts that can be read (400), and one with too many rows (413).
 */
export async function parseStatement(file: Buffer, pause = createPauses()): Promise<Statement | Refusal> {
  const records = await readCsv(file, pause);
  const [first] = records ?? [];
  if (!records || !first || first.cells.length > mostColumns) return refuse('statementUnreadable');
  const isNamed = !first.cells.some((cell) => dayOf(cell) !== null);
  const data = isNamed ? records.slice(1) : records;
  if (data.length > limits.statementRows) return refuse('statementTooLarge');
  const columns = isNamed ? await columnsByName(first.cells, data, pause) : columnsByContent(first.cells);
  if (!columns) return refuse('statementUnreadable');
  const statement: Statement = { rows: [], unreadLines: [] };
  const seen = new Map<string, number>();
  // A file in another notation, of which no day or no amount can be read, would seem empty.
  const read = { days: 0, amounts: 0, filled: 0 };
  for (const { cells, line } of data) {
    await pause();
    const bookedOn = dayOf(cells[columns.day] ?? '');
    if (bookedOn !== null) read.days += 1;
    const amount = cells[columns.amount] ?? '';
    if (amount === '') continue;
    const amountCents = amountOf(amount);
    if (bookedOn !== null) read.filled += 1;
    if (bookedOn === null || amountCents === null) {
      statement.unreadLines.push(line);
      continue;
    }
    read.amounts += 1;
    const isDebit = /^d(r|ebit)?$/i.test(cells[columns.direction] ?? '');
    if (amountCents <= 0 || isDebit) continue;
    const text = columns.texts.flatMap((column) => cells[column] || []).join(' ');
    const content = JSON.stringify([bookedOn, amountCents, text]);
    const count = seen.get(content) ?? 0;
    seen.set(content, count + 1);
    statement.rows.push({ hash: hashOf(`${content}${count}`), bookedOn, amountCents, text });
  }
  const canBeRead = data.length === 0 || (read.days > 0 && (read.filled === 0 || read.amounts > 0));
  return canBeRead ? statement : refuse('statementUnreadable');
}

type Pauses = ReturnType<typeof createPauses>;

interface CsvRecord {
  cells: string[];
  line: number;
}

async function readCsv(file: Buffer, pause: Pauses): Promise<CsvRecord[] | null> {
  const records: CsvRecord[] = [];
  const options = {
    bom: true,
    delimiter: delimiterOf(file),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  };
  // The line of column names, the rows that may be read, and one more, which shows that there are too many.
  const most = limits.statementRows + 2;
  try {
    await parseCsvInParts(file, options, pause, (cells, line) => records.push({ cells, line }) < most);
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

async function columnsByName(
  names: readonly string[],
  data: readonly CsvRecord[],
  pause: Pauses,
): Promise<Columns | null> {
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const day = find(/\bdate\b/i);
  // A column of its own for money that came in is preferred to one of signed amounts.
  const credit = await findCredits(names, data, pause);
  // "Value Date" is a second column of days.
  const amount = credit === -1 ? find(/\bamount\b|\bvalue\b(?! date)/i) : credit;
  if (day === -1 || amount === -1) return null;
  const direction = names.findIndex((name, column) => column !== amount && /credit|debit|\b[cd]r\b|type/i.test(name));
  const texts = [...names.keys()].filter((column) =>
    /desc|narrat|detail|partic|reference|payee|payer|memo|transaction$|text/i.test(names[column] ?? ''),
  );
  return { day, amount, direction, texts: texts.filter((column) => column !== day && column !== amount) };
}

/** The column of money that came in, of which some cell is an amount or all are empty; -1 if there is none. */
async function findCredits(names: readonly string[], data: readonly CsvRecord[], pause: Pauses): Promise<number> {
  for (const [column, name] of names.entries()) {
    if (!/credit|deposit|money in|paid in/i.test(name)) continue;
    let isEmpty = true;
    for (const { cells } of data) {
      await pause();
      const cell = cells[column] ?? '';
      if (amountOf(cell) !== null) return column;
      if (cell !== '') isEmpty = false;
    }
    if (isEmpty) return column;
  }
  return -1;
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
