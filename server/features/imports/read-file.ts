import { CsvError } from 'csv-parse';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { parseCsvInParts } from '#server/platform/files/csv-in-parts.ts';
import { decodeText } from '#server/platform/files/decode-text.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import { reasonTitle } from './formats.ts';

export interface FileRecord {
  /** The number of the row in the file; the titles are row 1. */
  row: number;
  cells: string[];
}

export interface FileOfPieces {
  titles: string[];
  /** The rows below the titles, without empty ones. */
  records: FileRecord[];
  /** Whether it has this shop's refused rows, with an apostrophe before texts that a spreadsheet would run (`plainCell`). */
  isGuarded: boolean;
}

/**
 * Reads a CSV file in parts, so that other requests are not kept waiting. Commas, semicolons or tabs separate cells. Refused (400)
 * with a reason: a file without titles or rows, with too many rows or columns, or with a quoted cell that never ends, and one that is not
 * text.
 */
export async function readFileOfPieces(file: Buffer, pause = createPauses()): Promise<FileOfPieces | Refusal> {
  const delimiter = delimiterOf(file);
  if (delimiter === null) return unreadable(say('This is no text file. Please export the pieces as CSV.'));
  const rows = await parseRows(file, delimiter, pause);
  if (isRefusal(rows)) return rows;
  const reasons = rows[0]?.cells.findIndex((title) => title.trim() === reasonTitle) ?? -1;
  const [first, ...records] = withoutReasons(rows, reasons);
  if (!first?.cells.some((title) => title.trim() !== ''))
    return unreadable(say('The first row has no titles of columns.'));
  const tooLong = first.cells.findIndex((title) => title.trim().length > limits.shortText);
  if (tooLong !== -1)
    return unreadable(
      say('The title of column {column} has more than {most} characters.', {
        column: tooLong + 1,
        most: limits.shortText,
      }),
    );
  if (records.length === 0) return unreadable(say('There is no row below the titles.'));
  return { titles: first.cells.map((title) => title.trim()), records, isGuarded: reasons !== -1 };
}

/** Removes the column of reasons, whose index is `place` (-1: none), so that corrected rows have the columns of their former file. */
function withoutReasons(rows: readonly FileRecord[], place: number): readonly FileRecord[] {
  if (place === -1) return rows;
  return rows
    .map(({ row, cells }) => ({ row, cells: cells.toSpliced(place, 1) }))
    .filter(({ cells }, index) => index === 0 || cells.some((cell) => cell.trim() !== ''));
}

type Pauses = ReturnType<typeof createPauses>;

/** Parses all rows that are not empty. */
async function parseRows(file: Buffer, delimiter: string, pause: Pauses): Promise<FileRecord[] | Refusal> {
  const rows: FileRecord[] = [];
  let [row, refusal]: [number, Refusal | null] = [0, null];
  const options = { delimiter, relax_column_count: true, relax_quotes: true, max_record_size: limits.importRow };
  try {
    await parseCsvInParts(file, options, pause, (cells) => {
      row += 1;
      refusal = refuseRow(row, cells, rows.length);
      if (!refusal && (row === 1 || cells.some((cell) => cell.trim() !== ''))) rows.push({ row, cells });
      return refusal === null;
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refusal ??= unreadable(wordsOf(error, row + 1));
  }
  return refusal ?? rows;
}

function refuseRow(row: number, cells: readonly string[], rowsBefore: number): Refusal | null {
  if (cells.length > limits.importColumns)
    return unreadable(
      say('Row {row} has {columns} columns. A file may have at most {most}.', {
        row,
        columns: shown(cells.length),
        most: limits.importColumns,
      }),
    );
  // One of the rows before has the titles.
  if (rowsBefore > limits.importRows)
    return unreadable(
      say('The file has more than {most} rows. Please split it into several files.', {
        most: shown(limits.importRows),
      }),
    );
  return cells.some((cell) => cell.includes('\0'))
    ? unreadable(say('Row {row} has characters that are no text. Please export the pieces as CSV.', { row }))
    : null;
}

/** The most frequent delimiter of the first line, outside of quotes. Null for a file that is not text. */
function delimiterOf(file: Buffer): string | null {
  const [beginning = ''] = decodeText(file.subarray(0, 16_384));
  if (beginning.includes('\0')) return null;
  const unquoted = beginning.replace(/"[^"]*"/g, '');
  const [firstLine = ''] = unquoted.split(/\r?\n/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function wordsOf({ code }: CsvError, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return say('Row {row} has a quotation mark that opens a cell and is never closed.', { row });
  if (code === 'CSV_MAX_RECORD_SIZE')
    return say('Row {row} is longer than {most} characters. A quotation mark may be missing.', {
      row,
      most: shown(limits.importRow),
    });
  return say('Row {row} cannot be read as CSV.', { row });
}

const shown = (count: number) => count.toLocaleString('en-US');

const unreadable = (reason: string) => refuse('importUnreadable', { reason });
