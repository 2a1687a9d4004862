import { type ImportTarget, labelOfTarget, type PieceColumnKey, pieceColumns } from '#contract/import-columns.ts';
import type { ImportColumn, ImportRow, ImportSummary, PieceImport } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import type { ListingField } from '#contract/listing-conflict.ts';
import { formatPrice } from '#contract/money.ts';
import { type Say, sayIn, translateContractText, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type CellContext, readCell } from './cells.ts';
import type { ImportRecord, PlacedPlan, StoredColumn } from './imports.queries.ts';
import { unitOf } from './numbers.ts';
import { undoPeriod } from './undo-period.ts';

/** The largest number of characters that a table shows of a value. */
const shownLength = 160;

export function presentSummary(shop: Shop, record: ImportRecord): ImportSummary {
  const { id, file_name, format, state, created_at, counts, imported_at } = record;
  const until = imported_at === null || state !== 'imported' ? null : imported_at + undoPeriod;
  return {
    id,
    format,
    state,
    counts,
    fileName: file_name,
    createdAt: new Date(created_at).toISOString(),
    importedAt: imported_at === null ? null : new Date(imported_at).toISOString(),
    undoUntil: until === null || until < shop.clock() ? null : new Date(until).toISOString(),
  };
}

/** An import with its columns and notices, in the language of the page that shows it. */
export function presentImport(shop: Shop, record: ImportRecord, language: Language): PieceImport {
  const { plan, notices, format } = record;
  const columns = record.columns.map((column): ImportColumn => {
    const context = { ...column, format, currency: shop.settings.currency };
    return {
      title: column.title,
      sample: shorten(column.sample),
      target: column.target,
      readAs: readAs(column, context, language),
    };
  });
  return {
    ...presentSummary(shop, record),
    plan,
    columns,
    notices: notices.map((notice) => translateText(notice, language)),
  };
}

/** How the cells of a column are read: the first one that is not empty is the example. */
function readAs({ target, sample, found, mark }: StoredColumn, context: CellContext, language: Language): string {
  const say = sayIn(language);
  if (target === null) return say('Left out');
  if (sample === '') return say('Empty');
  const read = readCell(target, sample, context);
  if (read === null) return '';
  if ('problem' in read) return translateText(read.problem, language);
  const value = shownValue(say, target, read.value, context.currency);
  const kind = kindOf(target);
  const decimals = mark === ',' && (kind === 'price' || kind === 'length' || kind === 'weight');
  const unit = (kind === 'length' || kind === 'weight') && unitOf(kind, sample) === null && unitOf(kind, context.title);
  const isText = kind === 'text' || kind === 'choice' || kind === 'id' || kind === 'moment';
  const shown = shorten(value, 60);
  const remarks = [
    decimals ? say('Comma as decimal point.') : '',
    unit ? say('Unit of the title.') : '',
    translateFound(found, language),
  ].filter(Boolean);
  const first = isText ? (sample === value ? say('Text') : say('Text: {text}', { text: shown })) : shown;
  return remarks.length === 0 ? first : [`${first}.`, ...remarks].join(' ');
}

/** Translates the sentences of `Names` about how artists or series were found. */
const translateFound = (found: string, language: Language): string =>
  found
    .split(/(?<=\.) /)
    .map((sentence) => translateText(sentence, language))
    .join(' ');

/** A row of a dry run, in the language of the page that shows it. */
export function presentRow(shop: Shop, { kind, plan }: PlacedPlan, language: Language): ImportRow {
  const say = sayIn(language);
  const translate = (text: string) => translateText(text, language);
  const { currency } = shop.settings;
  const changes =
    kind === 'new'
      ? Object.entries(plan.values)
          .filter(([field, value]) => isShown(field) && value !== null && value !== '' && !isEmptyList(value))
          // Keys of `newListing` besides those left out above are fields.
          .map(([field, after]) => ({ field: field as ListingField, before: null, after }))
      : plan.changes.filter(({ field }) => isShown(field));
  return {
    row: plan.row,
    kind,
    name: plan.name,
    listingId: plan.listingId,
    foundBy: translate(plan.foundBy),
    changes: changes.map(({ field, before, after }) => ({
      label: labelOfField(field, language),
      before: shorten(shownValue(say, targetOf(field), before, currency)),
      after: shorten(shownValue(say, targetOf(field), after, currency)),
      warning: field === 'price' ? priceWarning(say, before, after) : '',
    })),
    problems: plan.problems.map(({ message, value, ...problem }) => ({
      ...problem,
      message: translate(message),
      value: shorten(value),
    })),
    reason: translate(plan.reason),
    warnings: plan.warnings.map(translate),
  };
}

/** Whether a row lists this field. Ids say nothing to people, and the texts of pictures belong to the field `images`. */
const isShown = (field: string) =>
  !['artistId', 'seriesId', 'imageAlts', 'imageKinds', 'imageGrounds', 'sold'].includes(field);
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const targetOf = (field: ListingField): ImportTarget => (field === 'images' ? 'pictures' : (field as PieceColumnKey));

/** The label of a field of a listing. */
export function labelOfField(field: ListingField, language: Language): string {
  const say = sayIn(language);
  if (field === 'artistId') return say('Page of the artist');
  if (field === 'seriesId') return say('Page of the series');
  return translateContractText(labelOfTarget(targetOf(field)), language);
}

const kindOf = (target: ImportTarget) =>
  target in pieceColumns ? pieceColumns[target as PieceColumnKey].kind : target === 'salePrice' ? 'price' : 'other';

function shownValue(say: Say, target: ImportTarget, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return say('empty');
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  if (Array.isArray(value))
    return value.length === 1 ? say('1 picture') : say('{count} pictures', { count: value.length });
  if (typeof value === 'number') {
    const kind = kindOf(target);
    if (kind === 'price') return formatPrice(value, currency);
    return kind === 'length' ? `${value} cm` : kind === 'weight' ? `${value} kg` : String(value);
  }
  return typeof value === 'object' ? Object.values(value).join(' × ') : String(value);
}

/** A warning about a price that falls to a tenth or rises tenfold, because that is usually a mistake; empty for others. */
function priceWarning(say: Say, before: unknown, after: unknown): string {
  if (typeof before !== 'number' || typeof after !== 'number') return '';
  if (after * 10 <= before) return say('A tenth of now or less: look again');
  return after >= before * 10 ? say('Ten times as much or more: look again') : '';
}

const shorten = (text: string, length = shownLength) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
