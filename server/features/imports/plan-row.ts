import { createHash } from 'node:crypto';
import { type ListingChanges, listingChanges, type NewListing, newListing } from '#contract/catalog.ts';
import { pieceFieldNames } from '#contract/collection/piece.ts';
import type { Refusal } from '#contract/errors.ts';
import type { ImportKind, ImportTarget } from '#contract/import-columns.ts';
import type { ListingField } from '#contract/listing-conflict.ts';
import { priceProblem } from '#contract/money.ts';
import { foldText, idShape } from '#contract/text.ts';
import {
  type Editor,
  type Engagement,
  type ListingRecord,
  listingFieldsOf,
  recordAfter,
  refusePricing,
  refuseSchedule,
} from '#server/features/catalog/catalog.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { FieldChange, PlacedPlan, PlacedSource, RowPlan } from './imports.queries.ts';
import type { Choice, Names } from './names.ts';
import { fieldsOfPictures, type RowReading } from './read-row.ts';

/** A row with the id of its piece as the file gives it; empty if it gives none. */
export interface IdentifiedRow extends PlacedSource {
  id: string;
}

/** What the shop has for a batch of rows: their pieces, and the names, pictures and numbers that they mention. */
export interface Known {
  /** The piece of each row, by the position of the row, and how it was found. */
  pieces: ReadonlyMap<number, { record: ListingRecord; foundBy: string }>;
  /** Why pieces must not change now, by their ids. */
  engagements: ReadonlyMap<string, Engagement>;
  /** The folded names in the rows that pieces of the shop already have. */
  takenNames: ReadonlySet<string>;
  /** The `/media/` addresses in the rows whose pictures this shop has. */
  storedPictures: ReadonlySet<string>;
  /** Pieces of the shop, by their folded inventory numbers. */
  numbers: ReadonlyMap<string, { id: string; name: string }>;
  names: Names;
  /** Who imports. */
  editor: Editor;
  shop: Shop;
}

/** What the import does with a row. `change` is for rules that need the database (`listingConflictOf`); null unless a piece changes. */
export interface PlannedRow extends PlacedPlan {
  change: { before: ListingRecord; after: ListingRecord } | null;
}

/** Decides what the import does with a row that was read. Writes nothing. */
export function planRow(source: IdentifiedRow, reading: RowReading, known: Known): PlannedRow {
  const found = known.pieces.get(source.position) ?? null;
  const blank = blankPlan(source, reading, found);
  if (source.left !== '') return placed(source, 'left', { ...blank, reason: source.left });
  if (reading.problems.length > 0) return placed(source, 'refused', { ...blank, problems: reading.problems });
  const parsed = parseValues(
    found?.record ?? null,
    withKnownPictures(reading.values, known, blank),
    reading,
    known.shop,
  );
  if ('problems' in parsed) return placed(source, 'refused', { ...blank, problems: parsed.problems });
  const choice = known.names.choose(found?.record ?? null, parsed.values);
  return found
    ? planChange(source, blank, found.record, choice, known)
    : planNew(source, reading, blank, choice, known);
}

function planNew(
  source: IdentifiedRow,
  reading: RowReading,
  blank: RowPlan,
  { values, names, make }: Choice,
  { shop, editor, numbers, takenNames }: Known,
): PlannedRow {
  // `newListing` has parsed the values.
  const listing = values as NewListing;
  const record = recordAfter(null, '', listing, names, shop.clock());
  const other = numbers.get(foldText(record.inventory_number));
  const isId = source.id === '' || idShape.test(source.id);
  const refusals = [
    isId ? null : problemAt('id', say('An id has letters, digits, - and _, at most 64'), reading),
    problemOf(refusePricing(editor, null, record)),
    refuseSchedule(shop, null, record) && problemAt('publishAt', say('Please give a time in the future'), reading),
    other &&
      problemAt('inventoryNumber', say("'{name}' has this inventory number already", { name: other.name }), reading),
  ].filter((problem) => problem !== null && problem !== undefined);
  if (refusals.length > 0) return placed(source, 'refused', { ...blank, problems: refusals });
  const hasNamesake = takenNames.has(foldText(record.name));
  const warnings = [...blank.warnings, ...(hasNamesake ? [say('There is a piece with this name already')] : [])];
  return placed(source, 'new', { ...blank, name: record.name, values, make, warnings });
}

function planChange(
  source: IdentifiedRow,
  blank: RowPlan,
  record: ListingRecord,
  { values, names, make }: Choice,
  { shop, editor, engagements }: Known,
): PlannedRow {
  const after = recordAfter(record, record.id, values, names, shop.clock());
  const changes = changesBetween(record, after);
  if (changes.length === 0) return placed(source, 'same', { ...blank, warnings: [] });
  const engagement = engagements.get(record.id);
  if (engagement) return placed(source, 'left', { ...blank, changes, reason: reasonOf[engagement] });
  const refused = refuseSchedule(shop, record, after);
  const problem = { column: 'publishAt', message: say('Please give a time in the future'), value: '' };
  if (refused) return placed(source, 'refused', { ...blank, problems: [problem] });
  const pricing = problemOf(refusePricing(editor, record, after));
  if (pricing) return placed(source, 'refused', { ...blank, problems: [pricing] });
  const plan = { ...blank, values: changedOnly(values, changes), make, changes };
  return { ...placed(source, 'change', plan), change: { before: record, after } };
}

const reasonOf: Readonly<Record<Engagement, string>> = {
  sold: say('It is sold, and sold pieces never change by import'),
  held: say('Somebody is paying for it right now'),
  reserved: say('It is reserved for somebody'),
  ordered: say('It is in an order'),
};

/** A refusal that is not about the value of one cell. */
const problemOf = (refusal: Refusal | null): RowPlan['problems'][number] | null =>
  refusal && { column: '', message: refusal.message, value: '' };

const placed = ({ position }: PlacedSource, kind: ImportKind, plan: RowPlan): PlannedRow => ({
  position,
  kind,
  plan,
  change: null,
});

function blankPlan(
  source: IdentifiedRow,
  reading: RowReading,
  found: { record: ListingRecord; foundBy: string } | null,
): RowPlan {
  return {
    row: source.row,
    name: found?.record.name ?? String(reading.values.name ?? ''),
    listingId: found?.record.id ?? null,
    foundBy: found?.foundBy ?? '',
    wantedId: found || source.id === '' ? null : source.id,
    values: {},
    make: {},
    changes: [],
    problems: [],
    reason: '',
    warnings: [...source.warnings, ...reading.warnings],
    key: source.key,
    seen: found ? { updatedAt: found.record.updated_at, status: found.record.status } : null,
  };
}

/** Leaves out `/media/` pictures that this shop does not have, and adds a warning to `plan`. */
function withKnownPictures(
  values: RowReading['values'],
  { storedPictures }: Known,
  plan: RowPlan,
): RowReading['values'] {
  const { images } = values;
  if (!Array.isArray(images)) return values;
  const isHere = (url: unknown) => !String(url).startsWith('/media/') || storedPictures.has(String(url));
  const missing = images.filter((url) => !isHere(url)).length;
  if (missing === 0) return values;
  plan.warnings.push(
    missing === 1
      ? say('One picture is not in this shop and left out: upload them here')
      : say('{count} pictures are not in this shop and left out: upload them here', { count: missing }),
  );
  const lists = Object.entries(values).filter(([field]) => pictureLists.has(field));
  const kept = lists.map(([field, list]) => [
    field,
    Array.isArray(list) ? list.filter((_, place) => isHere(images[place])) : list,
  ]);
  return { ...values, ...Object.fromEntries(kept) };
}

type Parsed = { values: ListingChanges } | { problems: RowPlan['problems'] };

/** Checks the values of a row by the rules of the product form. */
function parseValues(
  before: ListingRecord | null,
  values: RowReading['values'],
  reading: RowReading,
  { settings: { currency } }: Shop,
): Parsed {
  const parsed = (before ? listingChanges : newListing).safeParse(values);
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => problemAt(String(path[0]), message, reading)) };
  const { price } = parsed.data;
  const impossible = price === undefined ? null : priceProblem(price, currency);
  if (impossible !== null) return { problems: [problemAt('price', impossible, reading)] };
  return { values: parsed.data };
}

/** Fields with one value for each picture. */
const pictureLists = new Set<string>(Object.values(fieldsOfPictures));

const targetOfField = new Map<string, string>(Object.entries(fieldsOfPictures).map(([key, field]) => [field, key]));

function problemAt(field: string, message: string, { columnOf, cellOf }: RowReading): RowPlan['problems'][number] {
  // The keys of `fieldsOfPictures` and the names of the other fields are targets.
  const target = (targetOfField.get(field) ?? field) as ImportTarget;
  const missing: Readonly<Record<string, string>> = {
    name: say('A piece needs a name'),
    price: say('A piece needs a price'),
  };
  const value = cellOf(target);
  return {
    column: columnOf(target),
    message: (value === '' ? missing[field] : undefined) ?? message,
    value: value.slice(0, 200),
  };
}

/** The fields that differ, with their values in wire format. */
export function changesBetween(before: ListingRecord, after: ListingRecord): FieldChange[] {
  const [old, current] = [listingFieldsOf(before), listingFieldsOf(after)];
  return pieceFieldNames
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(current[field]))
    .map((field) => ({ field, before: old[field], after: current[field] }));
}

/** The SHA-256 of all fields of a listing, in hex. */
export const contentOf = (record: ListingRecord): string => {
  const fields = listingFieldsOf(record);
  return createHash('sha256')
    .update(JSON.stringify(pieceFieldNames.map((field) => fields[field] ?? null)))
    .digest('hex');
};

/** The values of the fields that change, so that only what the dry run shows is written. */
function changedOnly(values: ListingChanges, changes: readonly FieldChange[]): ListingChanges {
  const changed = new Set<string>(changes.map(({ field }) => field));
  if (changed.has('images')) for (const list of pictureLists) changed.add(list);
  // With a name, the id of its record is written.
  for (const field of ['artist', 'series'] as const)
    if (values[field] !== undefined && changed.has(field)) changed.add(`${field}Id`);
  return Object.fromEntries(Object.entries(values).filter(([field]) => changed.has(field)));
}

/** The changes as the product form would send them to give a piece these values. */
export function changesTo(values: readonly { field: ListingField; value: unknown }[]): ListingChanges {
  const entries = values.map(({ field, value }) => [field, value] as const);
  const fields = Object.fromEntries(entries.filter(([field]) => field !== 'images'));
  const images = entries.find(([field]) => field === 'images')?.[1];
  const pictures = Array.isArray(images)
    ? {
        images: images.map(({ url }) => url),
        imageAlts: images.map(({ alt }) => alt),
        imageKinds: images.map(({ kind }) => kind ?? ''),
        imageGrounds: images.map(({ ground }) => ground ?? ''),
      }
    : {};
  // The values were in a listing, so they are written back even if today's rules would refuse them.
  return { ...fields, ...pictures } as ListingChanges;
}
