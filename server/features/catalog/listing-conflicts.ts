import type { ListingChanges } from '#contract/catalog.ts';
import {
  type ListingConflict,
  type ListingField,
  type ListingFields,
  listingFieldNames,
} from '#contract/listing-conflict.ts';
import { fromCents } from '#contract/money.ts';
import { findRecentChanges } from '#server/features/audit/audit.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { customsOf, type ListingRecord, measureColumns, sizeOf } from './listing-record.ts';
import { taxColumns, taxOf } from './listing-tax.ts';

/**
 * The fields that a change would write although their stored value is no longer the one in `expected`, with who changed them.
 * A field that both admins changed to the same value is no conflict.
 */
export async function conflictsOf(
  reader: Reader,
  before: ListingRecord,
  after: ListingRecord,
  { expected }: ListingChanges,
): Promise<ListingConflict[]> {
  if (!expected) return [];
  const [stored, wanted] = [fieldsOf(before), fieldsOf(after)];
  const differing = listingFieldNames.filter(
    (field) =>
      expected[field] !== undefined && !isSame(stored[field], wanted[field]) && !isSame(stored[field], expected[field]),
  );
  if (differing.length === 0) return [];
  const changes = await findRecentChanges(reader, before.id);
  return differing.map((field) => ({
    field,
    theirs: { [field]: stored[field] },
    ...lastChangeOf(field, before, changes),
  }));
}

/** The fields that staff write, as the API names them. Some columns of the record that are no such fields are in the result, too. */
export function fieldsOf(record: ListingRecord): ListingFields {
  const { price_cents, is_unique, images, ...rest } = record;
  return {
    ...rest,
    ...sizeOf(record),
    ...taxOf(record),
    ...customsOf(record),
    price: fromCents(price_cents),
    artistId: record.artist_id,
    seriesId: record.series_id,
    unique: is_unique === 1,
    publishAt: record.publish_at === null ? null : new Date(record.publish_at).toISOString(),
    inventoryNumber: record.inventory_number,
    images: [...images],
  };
}

/**
 * Who wrote the stored value of a field, and when, by the newest audit entry that changed the field. Null if that entry has another
 * value, because an order has changed it by selling the listing.
 */
function lastChangeOf(
  field: ListingField,
  record: ListingRecord,
  changes: Awaited<ReturnType<typeof findRecentChanges>>,
): Pick<ListingConflict, 'changedBy' | 'changedAt'> {
  const column = columnOf(field);
  const change = changes.find(({ before, after }) => !isSame(before?.[column], after?.[column]));
  if (!change || !isSame(change.after?.[column], record[column])) return { changedBy: null, changedAt: null };
  return { changedBy: change.adminName || change.adminEmail, changedAt: new Date(change.at).toISOString() };
}

/** The columns of the fields that have another name than their column. */
const renamed = {
  ...measureColumns,
  ...taxColumns,
  price: 'price_cents',
  artistId: 'artist_id',
  seriesId: 'series_id',
  unique: 'is_unique',
  sizeClass: 'size_class',
  hsCode: 'hs_code',
  publishAt: 'publish_at',
  inventoryNumber: 'inventory_number',
} as const;

const columnOf = (field: ListingField): keyof ListingRecord => (isRenamed(field) ? renamed[field] : field);
const isRenamed = (field: ListingField): field is keyof typeof renamed => field in renamed;

/** Compares JSON values: texts, numbers, and lists of pictures, whose keys are always in the same order. */
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
