import type { ConditionLinksTable, ConditionReportsTable } from '#server/platform/database/condition-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';

export type ReportRow = ConditionReportsTable;
export type LinkRow = ConditionLinksTable;

/** The latest examination first; drafts without a day of examination last. There are at most `limits.conditionReports`. */
export function selectReportsOf(reader: Reader, listingId: string): Promise<ReportRow[]> {
  return reader
    .selectFrom('condition_reports')
    .selectAll()
    .where('listing_id', '=', listingId)
    .orderBy('examined_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The reports of these listings that were issued and not withdrawn, the latest examination first. */
export async function selectIssuedOf(reader: Reader, listingIds: readonly string[]): Promise<ReportRow[]> {
  return listingIds.length === 0 ? [] : issuedOf(reader, { listingIds: [...listingIds] });
}

const issuedOf = compileOnce({ listingIds: [''] }, (reader, { listingIds }) =>
  reader
    .selectFrom('condition_reports')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('issued_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('examined_on', 'desc')
    .orderBy('issued_at', 'desc')
    .orderBy('id'),
);

export function selectReport(reader: Reader, id: string): Promise<ReportRow | undefined> {
  return reader.selectFrom('condition_reports').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockReport(tx: Writer, id: string): Promise<ReportRow | undefined> {
  return lockRows(tx, tx.selectFrom('condition_reports').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function insertReport(tx: Writer, row: ReportRow): Promise<void> {
  await tx.insertInto('condition_reports').values(row).execute();
}

export async function updateReport(tx: Writer, id: string, changes: Partial<ReportRow>): Promise<void> {
  await tx.updateTable('condition_reports').set(changes).where('id', '=', id).execute();
}

/** The database deletes the links to it as well. */
export async function deleteReport(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('condition_reports').where('id', '=', id).execute();
}

/** Deletes the reports of listings that are removed with the demo. */
export async function deleteReportsOf(tx: Writer, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await tx.deleteFrom('condition_reports').where('listing_id', 'in', listingIds).execute();
}

/** The photographs of all reports, as they are stored. */
export async function selectPhotographs(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('condition_reports').select('photographs').execute();
  return rows.map(({ photographs }) => photographs);
}

/** The newest first. */
export function selectLinksOf(reader: Reader, reportId: string, limit: number): Promise<LinkRow[]> {
  return reader
    .selectFrom('condition_links')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function selectLinkByToken(reader: Reader, tokenHash: string): Promise<LinkRow | undefined> {
  return reader.selectFrom('condition_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function insertLink(tx: Writer, row: LinkRow): Promise<void> {
  await tx.insertInto('condition_links').values(row).execute();
}

/** Ends a link. False if the report has no such link. A link that has ended already keeps its time. */
export async function endLinkOf(tx: Writer, reportId: string, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('condition_links')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(now)) }))
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLinksBefore(tx: Writer, until: number): Promise<void> {
  await tx.deleteFrom('condition_links').where('until_at', '<', until).execute();
}

export type SentLinkRow = LinkRow & { listing_id: string };

/** Links that this user asked for, or that were sent to this address; null: to none. The newest first. */
export function selectLinksTo(reader: Reader, userId: string, emailFolded: string | null): Promise<SentLinkRow[]> {
  return reader
    .selectFrom('condition_links')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_links.report_id')
    .selectAll('condition_links')
    .select('condition_reports.listing_id')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email_folded', '=', addressOf(emailFolded))]))
    .orderBy('sent_at', 'desc')
    .orderBy('condition_links.id')
    .execute();
}

/** Removes name, address and account from the links that `selectLinksTo` returns. */
export async function forgetPerson(tx: Writer, userId: string, emailFolded: string | null): Promise<void> {
  await tx
    .updateTable('condition_links')
    .set({ name: '', email: '', email_folded: '', user_id: null })
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email_folded', '=', addressOf(emailFolded))]))
    .execute();
}

/** For no address: '-', which matches no link. An empty text would match the links of deleted accounts. */
const addressOf = (emailFolded: string | null) => emailFolded || '-';
