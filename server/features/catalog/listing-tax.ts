import { taxFields } from '#contract/collection/piece.ts';
import { type RecordColumns, shownValuesOf } from '#server/platform/database/record-columns.ts';

/** The tax fields that an order keeps of its listing, as JSON; empty if all are those of a listing that belongs to the shop. */
export function taxSnapshotOf(columns: RecordColumns<typeof taxFields>): string {
  const shown = shownValuesOf(taxFields, columns);
  return Object.keys(shown).length === 0 ? '' : JSON.stringify(shown);
}
