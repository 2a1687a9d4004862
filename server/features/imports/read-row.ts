import { type ImportTarget, labelOfTarget, type PieceColumnKey, pieceColumns } from '#contract/import-columns.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import { type CellContext, type Piece, readCell, writeCell } from './cells.ts';
import type { RowPlan } from './imports.queries.ts';

/** A column of a file, and the field that it becomes; null if it is left out. */
export interface MappedColumn extends CellContext {
  target: ImportTarget | null;
}

/** What a row says, in wire format, before the rules of the product form check it. */
export interface RowReading {
  values: Record<string, unknown>;
  problems: RowPlan['problems'];
  warnings: string[];
  /** The title of the column with this target; without one, the label of the target. */
  columnOf(target: ImportTarget): string;
  /** The cell in the column with this target; empty without one. */
  cellOf(target: ImportTarget): string;
}

/** The id and the inventory number that a row gives its piece; each is empty if it gives none. */
export function identityOf(cells: readonly string[], columns: readonly MappedColumn[]): { id: string; number: string } {
  const cellOf = finderOf(cells, columns);
  return { id: cellOf('id').trim(), number: cellOf('inventoryNumber').trim() };
}

/** Reads a row. A cell that says what the piece already has changes nothing, even if today's rules would refuse it. */
export function readRow(cells: readonly string[], columns: readonly MappedColumn[], piece: Piece | null): RowReading {
  const cellOf = finderOf(cells, columns);
  const reading: RowReading = {
    values: {},
    problems: [],
    warnings: [],
    cellOf,
    columnOf: (target) => columns.find((column) => column.target === target)?.title ?? labelOfTarget(target),
  };
  const others: Partial<Record<ImportTarget, unknown>> = {};
  for (const column of columns) {
    const { target } = column;
    if (target === null || target === 'id') continue;
    const cell = cellOf(target);
    if (piece && isColumn(target) && cell === String(writeCell(target, piece))) continue;
    const read = readCell(target, cell, column);
    if (read === null) continue;
    if ('problem' in read) {
      reading.problems.push({ column: column.title, message: read.problem, value: cell.slice(0, 200) });
      continue;
    }
    if (read.warning !== undefined) reading.warnings.push(read.warning);
    if (isColumn(target)) reading.values[fieldOf(target)] = read.value;
    else others[target] = read.value;
  }
  combine(reading, others, piece === null);
  return reading;
}

const isColumn = (target: ImportTarget): target is PieceColumnKey => target in pieceColumns;

const fieldOf = (key: PieceColumnKey): string =>
  key in fieldsOfPictures ? fieldsOfPictures[key as keyof typeof fieldsOfPictures] : key;

/** The columns whose fields have other names. */
export const fieldsOfPictures = {
  pictures: 'images',
  pictureTexts: 'imageAlts',
  pictureKinds: 'imageKinds',
  pictureGrounds: 'imageGrounds',
} as const satisfies Partial<Record<PieceColumnKey, string>>;

function finderOf(cells: readonly string[], columns: readonly MappedColumn[]): (target: ImportTarget) => string {
  return (target) => cells[columns.findIndex((column) => column.target === target)] ?? '';
}

/** Adds the columns that are not a field by themselves. Stock, and whether the other shop shows a piece, count for new pieces only. */
function combine(
  { values, warnings }: RowReading,
  { dimensions, salePrice, stock, inStock, published }: Partial<Record<ImportTarget, unknown>>,
  isNew: boolean,
): void {
  if (typeof dimensions === 'object') Object.assign(values, dimensions);
  if (typeof salePrice === 'number' && salePrice > 0) {
    if (values.price !== undefined)
      warnings.push(say('The sale price is taken; the regular price is {price}', { price: String(values.price) }));
    values.price = salePrice;
  }
  if (!isNew) return;
  const isGone = inStock === false || (typeof stock === 'number' && stock <= 0);
  if (isGone && values.status === undefined) {
    values.status = 'sold';
    warnings.push(say('It is not in stock there, so it becomes a sold piece'));
  }
  if (typeof stock === 'number' && stock > 1 && values.unique === undefined) values.unique = false;
  values.visibility ??= published === true ? 'listed' : 'draft';
}
