import { pieceFields } from '#contract/collection/piece.ts';
import { emptyOf } from '#contract/fields/kinds.ts';
import {
  type CellKind,
  type ColumnField,
  type ImportFormat,
  type ImportTarget,
  type PieceColumnKey,
  pieceColumnKeys,
  pieceColumns,
} from '#contract/import-columns.ts';
import { limits } from '#contract/limits.ts';
import type { ListingFields } from '#contract/listing-conflict.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import { textOfHtml } from './html-text.ts';
import { currencyInTitle, type DecimalMark, isUnclearPrice, numberOf, unitOf, withoutCurrency } from './numbers.ts';

/** A piece with the fields that become cells. */
export interface Piece {
  id: string;
  fields: ListingFields;
}

/** What the cells of a column have in common. */
export interface ColumnFacts {
  title: string;
  /** The decimal mark that the unambiguous numbers of the column prove; null if there are none or they disagree. */
  mark: DecimalMark | null;
}

export interface CellContext extends ColumnFacts {
  format: ImportFormat;
  /** The currency of the shop, an ISO 4217 code. */
  currency: string;
}

/** What a cell says, or why it cannot be read. `warning` tells the admin how it was read. Null: the cell changes nothing. */
export type Reading = { value: unknown; warning?: string } | { problem: string } | null;

/** The cells of a piece in the columns of the shop's own file, in their order. */
export const cellsOf = (piece: Piece): (string | number)[] => pieceColumnKeys.map((key) => writeCell(key, piece));

/** The cell of a piece in a column of the shop's own file. */
export function writeCell(key: PieceColumnKey, { id, fields }: Piece): string | number {
  const kind: CellKind = pieceColumns[key].kind;
  if (kind === 'id') return id;
  if (kind === 'pictures') return (fields.images ?? []).map(({ url }) => url).join('\n');
  if (kind === 'alternatives' || kind === 'choices') {
    const texts = (fields.images ?? []).map(({ alt, kind: shown = '', ground = '' }) =>
      key === 'pictureTexts' ? alt : key === 'pictureKinds' ? shown : ground,
    );
    return texts.some((text) => text !== '') ? texts.join('\n') : '';
  }
  // The other keys are names of fields.
  const value = fields[key as keyof ListingFields];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? value : '';
}

/** The value of a cell in wire format, before the rules of the product form check it. */
export function readCell(target: ImportTarget, cell: string, context: CellContext): Reading {
  const text = cell.trim();
  if (text === '') return context.format === 'own' ? emptyValue(target) : null;
  if (text.length > longestOf(target))
    return {
      problem: say('{title} is too long: at most {most} characters', { title: context.title, most: longestOf(target) }),
    };
  switch (target) {
    case 'dimensions':
      return readDimensions(text, context);
    case 'salePrice':
      return readPrice(text, context);
    case 'stock':
      return readNumber(text, context);
    case 'inStock':
    case 'published':
      return readFlag(text, context.title);
    default:
      return readers[pieceColumns[target].kind](cell, context);
  }
}

/** The most characters of a cell: enough for what the form accepts in the field. A row limits cells with texts and pictures. */
const longestOf = (target: ImportTarget): number =>
  isColumn(target) && longCells.includes(pieceColumns[target].kind) ? limits.importRow : limits.shortText;
const longCells: readonly CellKind[] = ['text', 'pictures', 'alternatives', 'choices'];

/** What an empty cell of the shop's own file means: the field is emptied, if it can be. */
function emptyValue(target: ImportTarget): Reading {
  if (!isColumn(target)) return null;
  const { kind } = pieceColumns[target];
  if (kind === 'pictures') return { value: [] };
  if (kind === 'alternatives' || kind === 'choices') return { value: noTexts };
  if (target === 'price') return { problem: say('A piece needs a price') };
  const empty = target in pieceFields ? emptyOf(pieceFields[target as ColumnField]) : undefined;
  return empty === '' || empty === null ? { value: empty } : null;
}

const isColumn = (target: ImportTarget): target is PieceColumnKey => target in pieceColumns;

const readers: Readonly<Record<CellKind, (cell: string, context: CellContext) => Reading>> = {
  id: (cell) => ({ value: cell.trim() }),
  text: (cell, { format }) => ({ value: format === 'shopify' || format === 'woocommerce' ? plainText(cell) : cell }),
  choice: (cell) => ({ value: cell.trim().toLowerCase() }),
  flag: (cell, { title }) => readFlag(cell.trim(), title),
  price: readPrice,
  whole: readNumber,
  decimal: (cell, context) => readNumber(cell.replace(/%\s*$/, ''), context),
  length: (cell, context) => readMeasure('length', cell, context),
  weight: (cell, context) => readMeasure('weight', cell, context),
  pictures: readPictures,
  alternatives: readLines,
  choices: (cell, context) => readLines(cell.toLowerCase(), context),
  moment: (cell) => ({ value: cell.trim() }),
};

/** An empty text for each picture that a piece may have. */
const noTexts: readonly string[] = Array.from({ length: limits.imagesPerListing }, () => '');

/** Reads one line for each picture. In the shop's own file, pictures without a line get an empty text. */
function readLines(cell: string, { format }: CellContext): Reading {
  const texts = cell.split('\n').map((text) => text.trim());
  return { value: [...texts, ...(format === 'own' ? noTexts : [])].slice(0, noTexts.length) };
}

/** The text of a cell that may be HTML. Without block elements the line breaks of the source count, as in WordPress. */
function plainText(cell: string): string {
  if (!/[<&]/.test(cell)) return cell;
  const hasBlocks = /<(?:p|br|div|li|ul|ol|h[1-6]|table)\b/i.test(cell);
  return textOfHtml(hasBlocks ? cell : cell.replace(/\r?\n/g, '<br>'));
}

function readFlag(text: string, title: string): Reading {
  if (/^(yes|true|1|y|x|ja|oui|unique|active|backorder)$/i.test(text)) return { value: true };
  if (/^(no|false|0|-1|n|nein|non|draft|archived|unlisted)$/i.test(text)) return { value: false };
  return { problem: say('{title} is neither yes nor no', { title }) };
}

function readPrice(cell: string, { mark, currency, title }: CellContext): Reading {
  const { amount, currency: inCell } = withoutCurrency(cell);
  const named = inCell ?? currencyInTitle(title);
  if (named !== null && named !== currency)
    return { problem: say('This price is in {named}, and the shop sells in {currency}', { named, currency }) };
  const hasThreeDecimals = decimalsOf(currency) === 3;
  if (!hasThreeDecimals && isUnclearPrice(amount, mark))
    return {
      problem: say('It is not clear whether {amount} has thousands or decimals', { amount: amount.trim() }),
    };
  // Prices of most currencies have at most two decimals, so in 3.200 the point separates thousands.
  const number = numberOf(amount, mark, amount.includes('.') && !hasThreeDecimals ? ',' : '.');
  return number === null ? { problem: say('The price is not a number') } : { value: number };
}

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

function readNumber(cell: string, { mark, title }: CellContext): Reading {
  const number = numberOf(cell, mark, usualMark(cell));
  return number === null ? { problem: say('{title} is not a number', { title }) } : { value: number };
}

/**
 * The decimal mark of an ambiguous number in a column that proves none. `factor` is that of the unit: in millimetres, a comma before three
 * digits separates thousands.
 */
const usualMark = (cell: string, factor = 1): DecimalMark => (cell.includes(',') && factor !== millimetre ? ',' : '.');
const millimetre = 0.1;

/** Reads a length or weight in the unit of the cell, else of the title, else of the shop. Other shops write 0 for an unknown one. */
function readMeasure(kind: 'length' | 'weight', cell: string, context: CellContext): Reading {
  const unit = unitOf(kind, cell.trim());
  const factor = unit?.factor ?? unitOf(kind, context.title)?.factor ?? 1;
  const text = unit?.rest ?? cell;
  const number = numberOf(text, context.mark, usualMark(text, factor));
  if (number === null) return { problem: say('{title} is not a number', { title: context.title }) };
  const value = inWireUnit(kind, number * factor);
  return value === 0 && context.format !== 'own' ? null : { value };
}

/** Rounds centimetres to one decimal and kilograms to three. */
function inWireUnit(kind: 'length' | 'weight', value: number): number {
  const steps = kind === 'length' ? 10 : 1000;
  return Math.round(value * steps) / steps;
}

/** Reads width, height and, if it is there, depth: `75x96x4,5`, `75 × 96 cm` or `29.5 in x 37.8 in`. */
function readDimensions(text: string, context: CellContext): Reading {
  const parts = text.split(/[x×*]|\bby\b/i).map((part) => part.trim());
  const common = unitOf('length', parts.at(-1) ?? '');
  const sides = parts.map((part) => {
    const own = unitOf('length', part);
    const factor = own?.factor ?? common?.factor ?? 1;
    const number = numberOf(own?.rest ?? part, context.mark, usualMark(part, factor));
    return number === null ? null : inWireUnit('length', number * factor);
  });
  if (parts.length < 2 || parts.length > 3 || sides.includes(null))
    return { problem: say('{title} is not like 75 x 96 x 4.5', { title: context.title }) };
  const [widthCm = null, heightCm = null, depthCm] = sides;
  return { value: { widthCm, heightCm, ...(depthCm !== undefined && { depthCm }) } };
}

/** Reads addresses separated by line breaks, or by commas, semicolons, vertical bars or spaces before the next address. */
function readPictures(cell: string): Reading {
  const all = cell
    .split(/\n|[,;|]\s*(?=https?:\/\/|\/media\/)|(?<!\s)\s+(?=https?:\/\/)/)
    .map((url) => url.trim())
    .filter((url) => url !== '');
  const most = limits.imagesPerListing;
  if (all.length <= most) return { value: all };
  return { value: all.slice(0, most), warning: say('Only the first {most} of its pictures are taken', { most }) };
}
