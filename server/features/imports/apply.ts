import { type ListingChanges, listingChanges, newListing } from '#contract/catalog.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { OutdatedRow } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import { foldText } from '#contract/text.ts';
import { findChosenNames, makeNamed } from '#server/features/artists/artists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import {
  changeListing,
  type Editor,
  findEngagements,
  findRecords,
  insertNewListing,
  type ListingRecord,
  lockListings,
  type OfferBack,
  recordOf,
} from '#server/features/catalog/catalog.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  type ImportRecord,
  lockImport,
  type PlacedPlan,
  selectAllPlans,
  selectImport,
  selectKeys,
  updateImport,
  upsertKey,
  writeApplied,
} from './imports.queries.ts';
import { changesBetween, contentOf } from './plan-row.ts';

interface ImportRequest {
  editor: Editor;
  id: string;
  plan: string;
  withoutRefused: boolean;
  /** The language of the reasons in a refusal. */
  language: Language;
}

/**
 * Writes everything that a dry run showed, in one transaction, or nothing. Requests that only read are answered between the rows. Refused:
 * an unknown import (404). Refused (409): an import that was applied or planned again meanwhile, that has nothing to write, or that has
 * rows that cannot be read unless `withoutRefused` is set; a piece that somebody changed, bought, holds or imported since; an artist or a
 * series that somebody added since; a row that can no longer be written.
 */
export async function applyImport(
  shop: Shop,
  { editor, id, plan, withoutRefused, language }: ImportRequest,
): Promise<ImportRecord | Refusal> {
  const { read } = shop.database;
  const rows = await selectAllPlans(read, id, ['new', 'change']);
  const refused = await shop.database.write(async (tx) => {
    const records = await lockPieces(tx, rows);
    const record = await lockImport(tx, id);
    if (!record) return refuse('importNotFound');
    if (record.state !== 'planned') return refuse('importOver');
    if (plan === '' || record.plan !== plan) return refuse('importReplanned');
    if (record.counts.refused > 0 && !withoutRefused) return refuse('importRowsRefused');
    if (rows.length === 0) return refuse('importEmpty');
    const say = sayIn(language);
    const outdated = await findOutdated(tx, shop, { say, rows, records });
    if (outdated.length > 0) return refuseOutdated(say, outdated);
    const made = await writeRows(tx, shop, { editor, id, rows, records, language });
    if (isRefusal(made)) return made;
    await updateImport(tx, id, { state: 'imported', imported_at: shop.clock(), made });
    const { new: added, change: changed } = record.counts;
    const after = { file: record.file_name, format: record.format, added, changed };
    const { adminId } = editor;
    await recordChange(tx, shop, { adminId, action: 'pieces imported', subject: id, before: null, after });
    return null;
  });
  return refused ?? (await selectImport(read, id)) ?? refuse('importNotFound');
}

async function lockPieces(tx: Writer, rows: readonly PlacedPlan[]): Promise<Map<string, ListingRecord>> {
  const ids = rows.flatMap(({ kind, plan }) => (kind === 'change' ? (plan.listingId ?? []) : []));
  return new Map((await lockListings(tx, ids)).map((row) => [row.id, recordOf(row)]));
}

/** The rows whose pieces have changed since the dry run, and the new rows whose pieces another import has added since. */
async function findOutdated(
  tx: Writer,
  shop: Shop,
  { say, rows, records }: Pick<Rows, 'rows' | 'records'> & { say: Say },
): Promise<OutdatedRow[]> {
  const engagements = await findEngagements(tx, [...records.values()], shop.clock());
  const newRows = rows.filter(({ kind }) => kind === 'new').map(({ plan }) => plan);
  const keys = await selectKeys(
    tx,
    newRows.flatMap(({ key }) => key ?? []),
  );
  const taken = await findRecords(
    tx,
    newRows.flatMap(({ wantedId }) => wantedId ?? []),
  );
  const takenIds = new Set(taken.map(({ id }) => id));
  return rows.flatMap(({ kind, plan: { row, name, listingId, seen, key, wantedId } }) => {
    if (kind !== 'change') {
      const isMade = keys.has(key ?? '') || takenIds.has(wantedId ?? '');
      return isMade ? { row, name, reason: say('It was imported meanwhile') } : [];
    }
    const record = records.get(listingId ?? '');
    if (!record) return { row, name, reason: say('It was deleted') };
    if (engagements.has(record.id)) return { row, name, reason: say('It was sold or is kept for somebody') };
    const isSame = record.updated_at === seen?.updatedAt && record.status === seen.status;
    return isSame ? [] : { row, name, reason: say('It was changed') };
  });
}

function refuseOutdated(say: Say, outdated: readonly OutdatedRow[]): Refusal {
  const shown = outdated.slice(0, 5).map(({ row, name }) => say('{name} (row {row})', { name, row }));
  const more = outdated.length - shown.length;
  const names = more > 0 ? say('{names} and {more} more', { names: shown.join(', '), more }) : shown.join(', ');
  return refuse('importOutdated', { names }, { outdated: outdated.slice(0, 200) });
}

interface Rows {
  editor: Editor;
  id: string;
  rows: readonly PlacedPlan[];
  records: ReadonlyMap<string, ListingRecord>;
  language: Language;
}

async function writeRows(
  tx: Writer,
  shop: Shop,
  { editor, id, rows, records, language }: Rows,
): Promise<ImportRecord['made'] | Refusal> {
  const { adminId } = editor;
  const pause = createPauses();
  const makers = {
    artists: createMaker(tx, shop, adminId, 'artists'),
    series: createMaker(tx, shop, adminId, 'series'),
  };
  const offerBack: OfferBack = (writer, listingIds) => offerToWaiting(writer, shop, listingIds);
  const by = { ...editor, findChosenNames, offerBack };
  for (const row of rows) {
    const { position, plan } = row;
    const artistId = await makers.artists.idOf(plan.make.artists);
    const seriesId = await makers.series.idOf(plan.make.series);
    if (isRefusal(artistId) || isRefusal(seriesId)) return refuse('importNamesAdded', { row: plan.row });
    const choice = { ...(artistId !== null && { artistId }), ...(seriesId !== null && { seriesId }) };
    const before = records.get(plan.listingId ?? '') ?? null;
    const after = before
      ? await changeListing(tx, shop, before, parsedChanges(plan.values, choice), {
          ...by,
          action: 'product updated by import',
        })
      : await insertNewListing(tx, shop, newListing.parse({ ...plan.values, ...choice }), {
          ...by,
          action: 'product added by import',
          id: plan.wantedId ?? undefined,
        });
    if (isRefusal(after)) {
      const reason = translateText(reasonOf(after), language);
      return refuse('importFailed', { row: plan.row, name: plan.name, reason });
    }
    const changes = before ? changesBetween(before, after) : [];
    const { id: listingId, status } = after;
    const applied = { listingId, status, changes, isNew: before === null, content: contentOf(after) };
    await writeApplied(tx, id, position, applied);
    if (!before && plan.key !== null) await upsertKey(tx, plan.key, after.id);
    await pause();
  }
  return { artists: makers.artists.made(), series: makers.series.made() };
}

const parsedChanges = (values: Record<string, unknown>, choice: ListingChanges): ListingChanges =>
  listingChanges.parse({ ...values, ...choice });

/** The message of the first issue, which is more exact than that of the refusal; without issues that of the refusal. */
function reasonOf({ message, details }: Refusal): string {
  const [issue] = Array.isArray(details.issues) ? details.issues : [];
  return typeof issue?.message === 'string' ? issue.message : message;
}

/** Adds artists or series by name, each name once. */
function createMaker(tx: Writer, shop: Shop, adminId: string, table: 'artists' | 'series') {
  const ids = new Map<string, string>();
  return {
    /** The id of the record with this name; null without a name. Refused: somebody has added the name since the dry run. */
    async idOf(name: string | undefined): Promise<string | null | Refusal> {
      if (name === undefined) return null;
      const known = ids.get(foldText(name));
      if (known !== undefined) return known;
      const id = await makeNamed(tx, shop, adminId, { table, name });
      if (!isRefusal(id)) ids.set(foldText(name), id);
      return id;
    },
    /** The ids of the records that were added. */
    made: () => [...ids.values()],
  };
}
