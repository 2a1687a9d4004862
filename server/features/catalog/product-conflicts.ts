import type { ProductChanges } from '#contract/catalog.ts';
import { toDollars } from '#contract/money.ts';
import {
  type ProductConflict,
  type ProductField,
  type ProductFields,
  productFieldNames,
} from '#contract/product-conflict.ts';
import { findRecentChanges } from '#server/features/audit/audit.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { ListingRecord } from './listing-record.ts';

/**
 * The fields that a change would write although their stored value is no longer the one in `expected`, with who changed them.
 * A field that both admins changed to the same value is no conflict.
 */
export async function conflictsOf(
  reader: Reader,
  before: ListingRecord,
  after: ListingRecord,
  { expected }: ProductChanges,
): Promise<ProductConflict[]> {
  if (!expected) return [];
  const [stored, wanted] = [fieldsOf(before), fieldsOf(after)];
  const differing = productFieldNames.filter(
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

function fieldsOf({ price_cents, is_unique, ...record }: ListingRecord): ProductFields {
  return { ...record, price: toDollars(price_cents), unique: is_unique === 1, images: [...record.images] };
}

/** From the newest audit entry that wrote the stored value. There is none when an order changed it, by selling the listing. */
function lastChangeOf(
  field: ProductField,
  record: ListingRecord,
  changes: Awaited<ReturnType<typeof findRecentChanges>>,
): Pick<ProductConflict, 'changedBy' | 'changedAt'> {
  const column = columnOf(field);
  const change = changes.find(({ before, after }) => !isSame(before?.[column], after?.[column]));
  if (!change || !isSame(change.after?.[column], record[column])) return { changedBy: null, changedAt: null };
  return { changedBy: change.adminName || change.adminEmail, changedAt: new Date(change.at).toISOString() };
}

function columnOf(field: ProductField) {
  if (field === 'price') return 'price_cents';
  return field === 'unique' ? 'is_unique' : field;
}

/** For JSON values only: texts, numbers, and lists of pictures whose keys have one order. */
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
