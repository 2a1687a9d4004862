import { createHash } from 'node:crypto';
import { plainCell } from '#contract/csv.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { ImportFormat } from '#contract/import-columns.ts';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import { foldTitle } from './formats.ts';
import type { FileOfPieces, FileRecord } from './read-file.ts';
import { isInSalePeriod, type ReadingTime } from './sale-period.ts';

/** One piece of a file. Usually one row; for Shopify one variant, completed with the other rows of its product. */
export interface SourceRow {
  /** The number of its row in the file. */
  row: number;
  cells: string[];
  /**
   * Identifies the piece when the file is imported again: an id of the other shop, or a hash of the row. Null if WooCommerce gives neither
   * id nor SKU.
   */
  key: string | null;
  /** The reason why it is left out, known before any column is read; empty if it is not left out. */
  left: string;
  /** Warnings for the admin. */
  warnings: string[];
}

/** The most characters of all rows together. Each variant repeats the description of its product, so a small file can have many. */
const longest = 40_000_000;

/** The pieces of a file, in its order. Refused (400): a file with variants whose descriptions are too long together. */
export async function sourceRowsOf(
  format: ImportFormat,
  { titles, records, isGuarded }: FileOfPieces,
  time: ReadingTime,
): Promise<SourceRow[] | Refusal> {
  const at = placesOf(titles);
  // This shop and WooCommerce write an apostrophe before a text that a spreadsheet would run as a formula. In other files an apostrophe
  // is part of the text.
  const textOf = isGuarded || format === 'own' || format === 'woocommerce' ? plainCell : (cell: string) => cell;
  const pause = createPauses();
  const padded: FileRecord[] = [];
  for (const { row, cells } of records) {
    padded.push({ row, cells: titles.map((_, place) => textOf(cells[place] ?? '')) });
    await pause();
  }
  const rows =
    format === 'shopify'
      ? shopifyRows(padded, at)
      : format === 'woocommerce'
        ? woocommerceRows(padded, at, time)
        : rowsByContent(padded, titles);
  const all: SourceRow[] = [];
  let length = 0;
  for (const row of rows) {
    all.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > longest)
      return refuse('importUnreadable', {
        reason: say('The descriptions of its variants are too long together. Please split it.'),
      });
    await pause();
  }
  return all;
}

type Places = (...names: string[]) => number;

/** The index of the first column that has one of these titles; -1 if none has. */
function placesOf(titles: readonly string[]): Places {
  const folded = titles.map(foldTitle);
  return (...names) => folded.findIndex((title) => names.includes(title));
}

const plainRow = ({ row, cells }: FileRecord, key: string | null = null): SourceRow => ({
  row,
  cells,
  key,
  left: '',
  warnings: [],
});

/** The rows of other formats. The key is the content and how many equal rows are above, so the same file finds its pieces again. */
function* rowsByContent(records: readonly FileRecord[], titles: readonly string[]): Generator<SourceRow> {
  const seen = new Map<string, number>();
  const columns = JSON.stringify(titles);
  for (const record of records) {
    const content = createHash('sha256').update(columns).update(JSON.stringify(record.cells)).digest('hex');
    const count = seen.get(content) ?? 0;
    seen.set(content, count + 1);
    yield plainRow(record, `row:${content}:${count}`);
  }
}

/**
 * Shopify has a row for each variant and each further picture of a product, with the same handle; only the first one has the title.
 * Each variant is a piece with its option in the name, because a piece has one price.
 */
function* shopifyRows(records: readonly FileRecord[], at: Places): Generator<SourceRow> {
  const handle = at('handle', 'url handle');
  let last = '';
  const groups = Map.groupBy(records, ({ row, cells }) => {
    last = cells[handle]?.trim() || last || `row ${row}`;
    return last;
  });
  for (const [name, group] of groups) yield* piecesOfProduct(name, group, at);
}

/** The pieces of one product. Each repeats its cells, and the caller stops reading when all rows together are too long. */
function* piecesOfProduct(handle: string, group: readonly FileRecord[], at: Places): Generator<SourceRow> {
  const [first] = group;
  if (!first) return;
  const places = {
    title: at('title'),
    price: at('variant price', 'price'),
    picture: at('image src', 'product image url'),
    text: at('image alt text'),
    position: at('image position'),
    own: at('variant image', 'variant image url'),
    tracker: at('variant inventory tracker', 'inventory tracker'),
    stock: at('variant inventory qty', 'inventory quantity'),
    published: at('published', 'published on online store'),
    status: at('status'),
    sku: at('variant sku', 'sku'),
  };
  const options = [1, 2, 3].map((number) => at(`option${number} value`));
  const pictures = picturesOfGroup(group, places);
  const variants = group.filter(
    ({ cells }) => (cells[places.price] ?? '') !== '' || options.some((place) => cells[place]),
  );
  for (const variant of variants.length === 0 ? [first] : variants) {
    const option = options
      .map((place) => variant.cells[place] ?? '')
      .filter((value) => value !== '' && value !== 'Default Title')
      .join(', ');
    const title = first.cells[places.title] ?? '';
    const isOneOfSeveral = variants.length > 1 && option !== '';
    // Variants leave the cells of their product empty. SKU and stock in the product's row belong to its first variant only.
    const isOwn = (place: number) => isOneOfSeveral && (place === places.sku || place === places.stock);
    const cells = first.cells.map((cell, place) => variant.cells[place] || (isOwn(place) ? '' : cell));
    if (isOneOfSeveral && places.title !== -1) cells[places.title] = `${title}, ${option}`;
    const own = variant.cells[places.own] ?? '';
    const urls = [...new Set([...(own === '' ? [] : [own]), ...pictures.keys()])];
    if (places.picture !== -1) cells[places.picture] = urls.join('\n');
    if (places.text !== -1) cells[places.text] = urls.map((url) => pictures.get(url) ?? '').join('\n');
    // Without a tracker Shopify writes 0 for a product that is for sale.
    if (places.stock !== -1 && places.tracker !== -1 && !variant.cells[places.tracker]) cells[places.stock] = '';
    // A draft or an archived product is not shown, even if it counts as published.
    const isActive = (first.cells[places.status] || 'active').toLowerCase() === 'active';
    if (places.published !== -1) cells[places.published] = isActive ? cells[places.published] || 'TRUE' : 'FALSE';
    yield {
      row: variant.row,
      cells,
      key: `shopify:${isOneOfSeveral ? `${handle}#${option}` : handle}`.slice(0, 300),
      left: '',
      warnings: isOneOfSeveral
        ? [say('One of {count} variants of “{title}”: each becomes a piece', { count: variants.length, title })]
        : [],
    };
  }
}

/** One more than a piece may have, so that a later check can warn about pictures that are left out. */
const mostPictures = limits.imagesPerListing + 1;

/** The addresses of the pictures with their texts, in the order of their positions, `mostPictures` at most. */
function picturesOfGroup(
  group: readonly FileRecord[],
  { picture, text, position }: { picture: number; text: number; position: number },
): Map<string, string> {
  const rows = group
    .filter(({ cells }) => cells[picture])
    .toSorted((one, other) => Number(one.cells[position] || 0) - Number(other.cells[position] || 0));
  const all = new Map(rows.map(({ cells }) => [cells[picture]?.trim() ?? '', cells[text] ?? '']));
  return new Map([...all].slice(0, mostPictures).map(([url, words]) => [url, words.replace(/(?<!\s)\s*\n\s*/g, ' ')]));
}

/** WooCommerce has a row for each variation, which names its parent; the parent has no price and is not a piece. */
function* woocommerceRows(records: readonly FileRecord[], at: Places, time: ReadingTime): Generator<SourceRow> {
  const [id, sku, type, parent] = [at('id'), at('sku'), at('type'), at('parent')];
  const sale = { price: at('sale price'), starts: at('date sale price starts'), ends: at('date sale price ends') };
  const kindOf = ({ cells }: FileRecord) => (cells[type] ?? '').toLowerCase().split(',', 1)[0]?.trim() ?? '';
  const parents = new Map(
    records
      .filter((record) => kindOf(record) === 'variable')
      .flatMap(({ cells }) => [
        [`id:${cells[id] ?? ''}`, cells] as const,
        ...(cells[sku] ? [[cells[sku], cells] as const] : []),
      ]),
  );
  const notFromParent = new Set([id, sku, type, parent, at('regular price'), at('stock'), ...Object.values(sale)]);
  for (const record of records) {
    const kind = kindOf(record);
    const parentCells = parents.get(record.cells[parent] ?? '');
    const cells = record.cells.map(
      (cell, place) => cell || (kind === 'variation' && !notFromParent.has(place) ? (parentCells?.[place] ?? '') : ''),
    );
    const key = record.cells[id] || record.cells[sku];
    const warnings = cells[sale.price] ? withoutSale(cells[sale.starts] ?? '', cells[sale.ends] ?? '', time) : [];
    if (warnings.length > 0) cells[sale.price] = '';
    const row = plainRow({ row: record.row, cells: cells.map(unescapeWoocommerce) }, key ? `woocommerce:${key}` : null);
    yield { ...row, left: reasonsWithoutPiece.get(kind) ?? '', warnings };
  }
}

/** The warning that a sale price is not taken; empty if it is taken. */
function withoutSale(starts: string, ends: string, time: ReadingTime): string[] {
  const isOn = isInSalePeriod(starts, ends, time);
  if (isOn === null) return [say('The dates of its sale cannot be read, so the sale price is not taken')];
  return isOn ? [] : [say('Its sale is not on now, so the sale price is not taken')];
}

const reasonsWithoutPiece: ReadonlyMap<string, string> = new Map([
  ['variable', say('Its variations are pieces of their own')],
  ['grouped', say('It is a group of other products')],
  ['external', say('It is sold in another shop')],
]);

/** WooCommerce writes a line break as `\n`, and a backslash before an `n` as two backslashes. */
const unescapeWoocommerce = (cell: string) =>
  cell.replace(/\\\\n|\\n/g, (written) => (written === '\\n' ? '\n' : '\\n'));
