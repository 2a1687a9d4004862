import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { UndoOutcome } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import { findChosenNames, removeUnusedNamed } from '#server/features/artists/artists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import {
  changeListing,
  deleteListing,
  type Editor,
  type Engagement,
  findEngagements,
  findRecords,
  findReferences,
  type ListingRecord,
  listingConflictOf,
  listingFieldsOf,
  lockListings,
  type OfferBack,
  recordAfter,
  recordOf,
  refusePricing,
  refuseSchedule,
} from '#server/features/catalog/catalog.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { inEnglish as say, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  type AppliedRow,
  type FieldChange,
  lockImport,
  selectAllPlans,
  selectImport,
  updateImport,
} from './imports.queries.ts';
import { changesTo, contentOf } from './plan-row.ts';
import { labelOfField } from './present.ts';
import { undoPeriod } from './undo-period.ts';

/** The largest number of pieces that an outcome names as kept. */
const namedPieces = 200;

/** What becomes of the pieces that the import wrote. */
interface UndoPlan {
  deleted: ListingRecord[];
  restored: { record: ListingRecord; changes: FieldChange[] }[];
  kept: UndoOutcome['kept'];
  editor: Editor;
  /** The language of the reasons in `kept`. */
  language: Language;
}

/** What an undo would do now. Refused: an unknown import (404), one that was not made or can no longer be taken back (409). */
export async function previewUndo(
  shop: Shop,
  { editor, id, language }: { editor: Editor; id: string; language: Language },
): Promise<UndoOutcome | Refusal> {
  const { read } = shop.database;
  const refusal = refuseUndo(shop, await selectImport(read, id));
  if (refusal) return refusal;
  const applied = await appliedRows(read, id);
  const records = await findRecords(
    read,
    applied.map(({ listingId }) => listingId),
  );
  return outcomeOf(await planUndo(read, shop, { applied, records, editor, language }));
}

/**
 * Takes an import back: deletes the pieces that it added unless they were changed or used since. In the others it puts back the earlier
 * values of the fields that nobody has changed since. Returns what it did, and which pieces stay as they are. Refused as in `previewUndo`.
 */
export function undoImport(
  shop: Shop,
  { editor, id, language }: { editor: Editor; id: string; language: Language },
): Promise<UndoOutcome | Refusal> {
  const { adminId } = editor;
  return shop.database.write(async (tx) => {
    const applied = await appliedRows(tx, id);
    const locked = await lockListings(
      tx,
      applied.map(({ listingId }) => listingId),
    );
    const record = await lockImport(tx, id);
    const refusal = refuseUndo(shop, record);
    if (refusal || !record) return refusal ?? refuse('importNotFound');
    const plan = await planUndo(tx, shop, { applied, records: locked.map(recordOf), editor, language });
    const refused = await writeUndo(tx, shop, plan);
    if (refused) return refused;
    for (const table of ['artists', 'series'] as const)
      await removeUnusedNamed(tx, shop, adminId, { table, ids: record.made[table] });
    await updateImport(tx, id, { state: 'undone', undone_at: shop.clock() });
    const outcome = outcomeOf(plan);
    const { deleted, restored, keptCount: kept } = outcome;
    const after = { file: record.file_name, deleted, restored, kept };
    await recordChange(tx, shop, { adminId, action: 'import undone', subject: id, before: null, after });
    return outcome;
  });
}

function refuseUndo(shop: Shop, record: Awaited<ReturnType<typeof selectImport>>): Refusal | null {
  if (!record) return refuse('importNotFound');
  if (record.state === 'undone') return refuse('importUndone');
  if (record.imported_at === null) return refuse('importNotMade');
  return shop.clock() - record.imported_at > undoPeriod ? refuse('importUndoOver') : null;
}

async function appliedRows(reader: Reader, id: string): Promise<AppliedRow[]> {
  const rows = await selectAllPlans(reader, id, ['new', 'change']);
  return rows.flatMap(({ applied }) => applied ?? []);
}

async function planUndo(
  reader: Reader,
  shop: Shop,
  {
    applied,
    records,
    ...by
  }: { applied: readonly AppliedRow[]; records: readonly ListingRecord[]; editor: Editor; language: Language },
): Promise<UndoPlan> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const engagements = await findEngagements(reader, records, shop.clock());
  const added = applied.filter(({ isNew }) => isNew).map(({ listingId }) => listingId);
  const references = await findReferences(reader, added);
  const plan: UndoPlan = { deleted: [], restored: [], kept: [], ...by };
  const pause = createPauses();
  for (const row of applied) {
    await pause();
    const record = byId.get(row.listingId);
    if (!record) continue;
    const engagement = engagements.get(record.id);
    // If the import itself made the piece sold, that is no reason to leave it as it is.
    if (engagement && !(engagement === 'sold' && row.status === 'sold')) keep(plan, record, engagedInWords[engagement]);
    else if (row.isNew) planDeletion(plan, record, row, references.get(record.id));
    else await planRestoring(reader, shop, plan, record, row);
  }
  return plan;
}

const engagedInWords: Readonly<Record<Engagement, string>> = {
  sold: say('It is sold now'),
  held: say('It is held now'),
  reserved: say('It is reserved now'),
  ordered: say('It is in an order now'),
};

function keep({ kept, language }: UndoPlan, { id, name }: ListingRecord, reason: string): void {
  kept.push({ listingId: id, name, reason: translateText(reason, language) });
}

function planDeletion(
  plan: UndoPlan,
  record: ListingRecord,
  { content }: AppliedRow,
  reference: string | undefined,
): void {
  if (contentOf(record) !== content) keep(plan, record, say('It was changed since'));
  else if (reference !== undefined) keep(plan, record, reference);
  else plan.deleted.push(record);
}

async function planRestoring(
  reader: Reader,
  shop: Shop,
  plan: UndoPlan,
  record: ListingRecord,
  { changes }: AppliedRow,
): Promise<void> {
  const left = changes.filter(({ field, after }) => !isValue(record, field, after));
  const back = changes.filter((change) => !left.includes(change));
  const after = recordAfter(record, record.id, valuesBefore(back), {}, shop.clock());
  const refusal =
    refusePricing(plan.editor, record, after) ??
    refuseSchedule(shop, record, after) ??
    (await listingConflictOf(reader, shop, { before: record, after }));
  if (refusal) return keep(plan, record, refusal.message);
  if (back.length > 0) plan.restored.push({ record, changes: back });
  if (left.length === 0) return;
  const fields = left.map(({ field }) => labelOfField(field, plan.language)).join(', ');
  keep(plan, record, say('Changed since: {fields}', { fields }));
}

const valuesBefore = (changes: readonly FieldChange[]) =>
  changesTo(changes.map(({ field, before }) => ({ field, value: before })));

const isValue = (record: ListingRecord, field: FieldChange['field'], value: unknown) =>
  JSON.stringify(listingFieldsOf(record)[field]) === JSON.stringify(value);

async function writeUndo(tx: Writer, shop: Shop, { deleted, restored, editor }: UndoPlan): Promise<Refusal | null> {
  const { adminId } = editor;
  const pause = createPauses();
  const offerBack: OfferBack = (writer, listingIds) => offerToWaiting(writer, shop, listingIds);
  for (const record of deleted) {
    const refused = await deleteListing(tx, shop, record, { adminId, action: 'product deleted by undo of import' });
    if (refused) return refused;
    await pause();
  }
  for (const { record, changes } of restored) {
    const { artistId, seriesId, ...others } = valuesBefore(changes);
    const choice = { ...(artistId !== undefined && { artistId }), ...(seriesId !== undefined && { seriesId }) };
    const by = { ...editor, action: 'product updated by undo of import', findChosenNames, offerBack };
    const after = await changeListing(tx, shop, record, { ...others, ...choice }, by);
    // If the former artist or series was deleted meanwhile, only the name is put back.
    const last = isRefusal(after) ? await changeListing(tx, shop, record, others, by) : after;
    if (isRefusal(last)) return last;
    await pause();
  }
  return null;
}

const outcomeOf = ({ deleted, restored, kept }: UndoPlan): UndoOutcome => ({
  deleted: deleted.length,
  restored: restored.length,
  kept: kept.slice(0, namedPieces),
  keptCount: kept.length,
});
