import type { ListingChanges } from '#contract/catalog.ts';
import { pieceFieldNames, pieceFields } from '#contract/collection/piece.ts';
import type { Field } from '#contract/fields/kinds.ts';
import type { ListingConflict, ListingField } from '#contract/listing-conflict.ts';
import { findRecentChanges } from '#server/features/audit/audit.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { fieldsOf, type ListingRecord } from './listing-record.ts';

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
  const differing = pieceFieldNames.filter(
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

/**
 * Who wrote the stored value of a field, and when, by the newest audit entry that changed the field. Null if that entry has another
 * value, because an order has changed it by selling the listing.
 */
function lastChangeOf(
  field: ListingField,
  record: ListingRecord,
  changes: Awaited<ReturnType<typeof findRecentChanges>>,
): Pick<ListingConflict, 'changedBy' | 'changedAt'> {
  const { column = field }: Field = pieceFields[field];
  const change = changes.find(({ before, after }) => !isSame(before?.[column], after?.[column]));
  if (!change || !isSame(change.after?.[column], Reflect.get(record, column)))
    return { changedBy: null, changedAt: null };
  return { changedBy: change.adminName || change.adminEmail, changedAt: new Date(change.at).toISOString() };
}

/** Compares JSON values: texts, numbers, and lists of pictures, whose keys are always in the same order. */
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
