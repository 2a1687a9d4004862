// The only file of this feature that other features and the composition import (docs/behaviour/condition-reports.md, decision 0052).
import type { Image } from '#contract/catalog.ts';
import type { ConditionReport, ListedReport, OwnConditionReport, WrittenReport } from '#contract/condition-reports.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findListingAsAdmin, lockListings } from '#server/features/catalog/catalog.ts';
import { storedPictures } from '#server/features/media/media.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteReport,
  insertReport,
  lockReport,
  type ReportRow,
  selectIssuedOf,
  selectPhotographs,
  selectReport,
  selectReportsOf,
  updateReport,
} from './condition-reports.queries.ts';
import { missingIn } from './missing-in-report.ts';
import {
  type DescribedListing,
  describe,
  phaseOf,
  photographsOf,
  presentListed,
  presentReport,
} from './present-report.ts';

export { exampleConditionEmails } from './condition-email.ts';
export {
  answerWithReport,
  endConditionLink,
  findByToken,
  forgetConditionPerson,
  listOwnConditionLinks,
  openConditionLink,
  sendReport,
} from './condition-links.ts';
export { deleteReportsOf } from './condition-reports.queries.ts';
export type { DescribedListing } from './present-report.ts';

/** The whole report after a change, or why it was refused. */
export type Changed = { report: ConditionReport } | Refusal;

/** The reports of a piece, the latest examination first. Refused (404): an unknown listing without reports. */
export async function listReports(shop: Shop, listingId: string): Promise<{ reports: ListedReport[] } | Refusal> {
  const rows = await selectReportsOf(shop.database.read, listingId);
  if (rows.length === 0) {
    const listing = await findListingAsAdmin(shop, listingId);
    if (isRefusal(listing)) return listing;
  }
  return { reports: rows.map(presentListed) };
}

/** A report, and for a draft the stored pictures of its piece; else `pictures` is empty. Refused (404): an unknown report. */
export async function findReport(
  shop: Shop,
  id: string,
): Promise<{ report: ConditionReport; pictures: Image[] } | Refusal> {
  const { read } = shop.database;
  const row = await selectReport(read, id);
  if (!row) return refuse('conditionReportNotFound');
  const listing = row.issued_at === null ? await findListingAsAdmin(shop, row.listing_id) : null;
  const pictures = listing && !isRefusal(listing) ? listing.imageSet.filter(({ width }) => width > 0) : [];
  return { report: await presentReport(read, shop, row), pictures };
}

/**
 * Begins a draft. Refused: an unknown listing (404), an edition, a listing with as many reports as it may have (409), and as in
 * `changeReport` (400).
 */
export function addReport(shop: Shop, listingId: string, written: WrittenReport): Promise<Changed> {
  return shop.database.write(async (tx) => {
    const [listing] = await lockListings(tx, [listingId]);
    if (!listing) return refuse('listingNotFound');
    if (listing.is_unique === 0) return refuse('conditionOfEdition');
    if ((await selectReportsOf(tx, listingId)).length >= limits.conditionReports) return refuse('conditionReportsFull');
    const refused = await refuseWritten(tx, shop, written);
    if (refused) return refused;
    const row = draftRow(shop, listingId, written);
    await insertReport(tx, row);
    return { report: await presentReport(tx, shop, row) };
  });
}

/**
 * Writes the whole draft again. Refused: an unknown report (404), one that was issued, a draft that was changed since `version` (409),
 * a day in the future, and a photograph that the shop does not have (400).
 */
export function changeReport(
  shop: Shop,
  id: string,
  { version, ...written }: WrittenReport & { version: number },
): Promise<Changed> {
  return changeRow(shop, id, async (tx, row) => {
    const refused = refuseChange(row, version) ?? (await refuseWritten(tx, shop, written));
    if (refused) return refused;
    const { examinedOn, photographs, ...texts } = written;
    const changes = { ...texts, examined_on: examinedOn, photographs: JSON.stringify(photographs) };
    return { ...changes, version: row.version + 1 };
  });
}

/** Deletes a draft. Refused: an unknown report (404), one that was issued (409). */
export function removeDraft(shop: Shop, adminId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const row = await lockReport(tx, id);
    if (!row) return refuse('conditionReportNotFound');
    if (row.issued_at !== null) return refuse('conditionReportIssued');
    await deleteReport(tx, id);
    const before = { listingId: row.listing_id, examinedOn: row.examined_on };
    await recordChange(tx, shop, { adminId, action: 'condition report deleted', subject: id, before, after: null });
    return null;
  });
}

/**
 * Issues a draft for good, with what the shop says about the piece now. Refused: an unknown report or listing (404), one that was
 * issued, was changed since `version` or lacks something (409).
 */
export function issueReport(
  shop: Shop,
  adminId: string,
  { id, version, language }: { id: string; version: number; language: Language },
): Promise<Changed> {
  return changeRow(shop, id, async (tx, row) => {
    const listing = await findListingAsAdmin(shop, row.listing_id, tx);
    if (isRefusal(listing)) return listing;
    const refused = refuseChange(row, version);
    if (refused) return refused;
    if (!listing.unique) return refuse('conditionOfEdition');
    const missing = missingIn(row, photographsOf(row.photographs), language);
    if (missing !== null) return refuse('conditionReportIncomplete', { missing });
    const after = { listingId: row.listing_id, examinedOn: row.examined_on, state: row.state };
    await recordChange(tx, shop, { adminId, action: 'condition report issued', subject: id, before: null, after });
    tx.raiseRevision();
    return issued(shop, listing, (await findShopFacts(tx, shop)).name);
  });
}

/** Withdraws an issued report for good. Refused: an unknown report (404), one that is not issued (409). */
export function withdrawReport(
  shop: Shop,
  adminId: string,
  { id, reason }: { id: string; reason: string },
): Promise<Changed> {
  return changeRow(shop, id, async (tx, row) => {
    if (phaseOf(row) !== 'issued') return refuse('conditionReportNotIssued');
    const after = { listingId: row.listing_id, examinedOn: row.examined_on, reason };
    await recordChange(tx, shop, { adminId, action: 'condition report withdrawn', subject: id, before: null, after });
    tx.raiseRevision();
    return { withdrawn_at: shop.clock(), reason };
  });
}

/** The month of the latest examination that visitors may ask about, as YYYY-MM; null without an issued report. */
export async function findConditionMonth(reader: Reader, listingId: string): Promise<string | null> {
  const [newest] = await selectIssuedOf(reader, [listingId]);
  return newest?.examined_on.slice(0, 7) ?? null;
}

/** The newest issued report of each of these listings, for their buyer. */
export async function findOwnReports(reader: Reader, listingIds: readonly string[]): Promise<OwnConditionReport[]> {
  const rows = await selectIssuedOf(reader, listingIds);
  const newest = new Map(rows.toReversed().map((row) => [row.listing_id, row]));
  return listingIds.flatMap((listingId) => {
    const row = newest.get(listingId);
    return row ? [{ id: row.id, listingId, examinedOn: row.examined_on }] : [];
  });
}

/** The addresses of all photographs in reports, so that these pictures count as used. */
export async function picturesInReports(reader: Reader): Promise<string[]> {
  return (await selectPhotographs(reader)).flatMap((stored) => photographsOf(stored).map(({ url }) => url));
}

/** Writes an issued report of a demo listing. */
export async function insertIssuedReport(
  tx: Writer,
  shop: Shop,
  { id, listing, ...written }: WrittenReport & { id: string; listing: DescribedListing },
): Promise<void> {
  const { name } = await findShopFacts(tx, shop);
  await insertReport(tx, { ...draftRow(shop, listing.id, written), ...issued(shop, listing, name), id });
}

/** The columns that change when a draft is issued. */
function issued(shop: Shop, listing: DescribedListing, shopName: string): Partial<ReportRow> {
  return { piece: JSON.stringify(describe(listing, shopName)), draft_of: null, issued_at: shop.clock() };
}

function draftRow(shop: Shop, listingId: string, { examinedOn, photographs, ...texts }: WrittenReport): ReportRow {
  return {
    id: shop.randomBytes(12).toString('hex'),
    listing_id: listingId,
    draft_of: listingId,
    ...texts,
    examined_on: examinedOn,
    photographs: JSON.stringify(photographs),
    piece: '',
    version: 1,
    created_at: shop.clock(),
    issued_at: null,
    withdrawn_at: null,
    reason: '',
  };
}

function changeRow(
  shop: Shop,
  id: string,
  decide: (tx: Writer, row: ReportRow) => Promise<Partial<ReportRow> | Refusal>,
): Promise<Changed> {
  return shop.database.write(async (tx) => {
    const row = await lockReport(tx, id);
    if (!row) return refuse('conditionReportNotFound');
    const changes = await decide(tx, row);
    if (isRefusal(changes)) return changes;
    await updateReport(tx, id, changes);
    return { report: await presentReport(tx, shop, { ...row, ...changes }) };
  });
}

function refuseChange(row: ReportRow, version: number): Refusal | null {
  if (row.issued_at !== null) return refuse('conditionReportIssued');
  return row.version === version ? null : refuse('conditionReportChanged');
}

async function refuseWritten(
  reader: Reader,
  shop: Shop,
  { examinedOn, photographs }: WrittenReport,
): Promise<Refusal | null> {
  if (examinedOn > localDay(shop.clock(), shop.settings.timeZone).toString())
    return refuseField('examinedOn', 'The examination cannot be in the future');
  const known = await storedPictures(
    reader,
    photographs.map(({ url }) => url),
  );
  if (photographs.every(({ url }) => known.has(url))) return null;
  return refuseField('photographs', 'The shop does not have one of the photographs. Please upload it again');
}

const refuseField = (path: string, message: string): Refusal => ({
  ...refuse('invalidInput', {}, { issues: [{ path, message }] }),
  message,
});
