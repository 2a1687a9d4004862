import type { OwnConditionLink } from '#contract/condition-reports.ts';
import { conditionLinkPath } from '#contract/condition-words.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { durations } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { findConfirmedEmail, findLanguageOfAddress } from '#server/features/accounts/accounts.ts';
import { callerNetwork, countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { answerEnquiry } from '#server/features/enquiries/enquiries.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { conditionEmail, sentWords } from './condition-email.ts';
import {
  deleteLinksBefore,
  endLinkOf,
  forgetPerson,
  insertLink,
  lockReport,
  type ReportRow,
  selectIssuedOf,
  selectLinkByToken,
  selectLinksTo,
  selectReport,
} from './condition-reports.queries.ts';
import type { Changed } from './condition-reports.ts';
import { isOpen, isoOf, phaseOf, pieceOf, presentReport } from './present-report.ts';

const tokenBytes = 24;
/** Milliseconds after its end for which a link is stored. */
const linkRetention = 90 * 24 * 60 * 60_000;
/** Emails with links to one address; `window` in milliseconds. */
const emailLimit = { limit: 20, window: 60 * 60_000 };
/** Downloads by links from one network; `window` in milliseconds. */
const downloadLimit = { limit: 30, window: 10 * 60_000 };

interface Receiver {
  name: string;
  email: string;
  /** The account that asked for the report; null if none did. */
  userId: string | null;
  /** The language of the email. */
  language: Language;
}

/** Emails a link to an issued report. Refused: an unknown report (404), one that is not issued (409), too many emails (429). */
export function sendReport(
  shop: Shop,
  adminId: string,
  { id, ...to }: { id: string; name: string; email: string },
): Promise<Changed> {
  return shop.database.write(async (tx) => {
    const row = await lockReport(tx, id);
    if (!row) return refuse('conditionReportNotFound');
    const language = await findLanguageOfAddress(tx, to.email);
    const sent = await queueLink(tx, shop, adminId, { row, to: { ...to, userId: null, language } });
    return isRefusal(sent) ? sent : { report: await presentReport(tx, shop, row) };
  });
}

/**
 * Emails the sender of an enquiry a link to the newest report of the first of its pieces that has one. Refused: an unknown enquiry
 * (404), pieces without an issued report (409), too many emails (429).
 */
export function answerWithReport(
  shop: Shop,
  adminId: string,
  enquiryId: string,
): Promise<{ enquiry: Enquiry } | Refusal> {
  return shop.database.write(async (tx) => {
    const enquiry = await answerEnquiry(tx, shop, { id: enquiryId, adminId }, async ({ listingIds, ...to }) => {
      const reports = await selectIssuedOf(tx, listingIds);
      const newest = listingIds.flatMap((id) => reports.find((report) => report.listing_id === id) ?? [])[0];
      const row = newest && (await lockReport(tx, newest.id));
      if (!row) return refuse('noConditionReport');
      const sent = await queueLink(tx, shop, adminId, { row, to });
      return isRefusal(sent) ? sent : { words: sentWords(shop, { report: row, until: sent.until }) };
    });
    return isRefusal(enquiry) ? enquiry : { enquiry };
  });
}

/** Takes a link back; a repeated call changes nothing. Refused (404): an unknown report, or a link to another report. */
export function endConditionLink(
  shop: Shop,
  adminId: string,
  { id, linkId }: { id: string; linkId: string },
): Promise<Changed> {
  return shop.database.write(async (tx) => {
    const row = await lockReport(tx, id);
    if (!row) return refuse('conditionReportNotFound');
    if (!(await endLinkOf(tx, id, linkId, shop.clock()))) return refuse('conditionLinkNotFound');
    const action = 'link to a condition report taken back';
    await recordChange(tx, shop, { adminId, action, subject: id, before: null, after: null });
    return { report: await presentReport(tx, shop, row) };
  });
}

/** Which report a link opens; null once it has ended. Refused (404): a token that no link has. */
export async function openConditionLink(
  shop: Shop,
  token: string,
): Promise<{ report: { name: string; examinedOn: string; until: string } | null } | Refusal> {
  const found = await findLink(shop, token);
  if (isRefusal(found)) return found;
  const { report, until } = found;
  if (until === null) return { report: null };
  return { report: { name: pieceOf(report)?.name ?? '', examinedOn: report.examined_on, until: isoOf(until) } };
}

/**
 * The report that a link opens, for its PDF. Refused: a token that no link has (404), a link that has ended (409), and too many
 * downloads (429).
 */
export async function findByToken(shop: Shop, token: string, address: string): Promise<ReportRow | Refusal> {
  const found = await findLink(shop, token);
  if (isRefusal(found)) return found;
  if (found.until === null) return refuse('conditionLinkEnded');
  // Counted only for a valid token, so that guesses do not take up the single writer of the database.
  const subject = `condition reports address:${callerNetwork(address)}`;
  const limited = await shop.database.write((tx) => countAttempt(tx, shop, [{ subject, ...downloadLimit }]));
  return limited ?? found.report;
}

/** The links that a user asked for, or that their confirmed address got, the newest first. */
export async function listOwnConditionLinks(shop: Shop, userId: string): Promise<OwnConditionLink[]> {
  const { read } = shop.database;
  const email = await findConfirmedEmail(read, userId);
  const links = await selectLinksTo(read, userId, email === null ? null : foldText(email));
  return links.map(({ name, email, listing_id, sent_at, until_at }) => ({
    name,
    email,
    listingId: listing_id,
    sentAt: isoOf(sent_at),
    until: isoOf(until_at),
  }));
}

/** Removes a person whose account is deleted from the links that the account asked for or that its confirmed address got. */
export async function forgetConditionPerson(
  tx: Writer,
  { id, email, email_confirmed_at }: { id: string; email: string; email_confirmed_at: number | null },
): Promise<void> {
  await forgetPerson(tx, id, email_confirmed_at === null ? null : foldText(email));
}

/** The report of a link, and until when it opens (epoch milliseconds); null once it has ended. Refused (404): an unknown token. */
async function findLink(shop: Shop, token: string): Promise<{ report: ReportRow; until: number | null } | Refusal> {
  const { read } = shop.database;
  const link = await selectLinkByToken(read, hashOfToken(token));
  const report = link && (await selectReport(read, link.report_id));
  if (!link || !report) return refuse('conditionLinkNotFound');
  return { report, until: isOpen(shop, report, link) ? link.until_at : null };
}

/** Writes a link to a locked report and the email with it. Refused: a report that is not issued (409), too many emails (429). */
async function queueLink(
  tx: Writer,
  shop: Shop,
  adminId: string,
  { row, to }: { row: ReportRow; to: Receiver },
): Promise<{ until: number } | Refusal> {
  if (phaseOf(row) !== 'issued') return refuse('conditionReportNotIssued');
  const email_folded = foldText(to.email);
  const limited = await countAttempt(tx, shop, [{ subject: `condition reports:${email_folded}`, ...emailLimit }]);
  if (limited) return limited;
  const now = shop.clock();
  const until = now + durations.conditionLink;
  const token = shop.randomBytes(tokenBytes).toString('base64url');
  await deleteLinksBefore(tx, now - linkRetention);
  await insertLink(tx, {
    id: shop.randomBytes(12).toString('hex'),
    report_id: row.id,
    token_hash: hashOfToken(token),
    name: to.name,
    email: to.email,
    email_folded,
    user_id: to.userId,
    sent_at: now,
    until_at: until,
    ended_at: null,
  });
  // The token is in the fragment, which browsers send to no server.
  const path = `${conditionLinkPath}#${token}`;
  await shop.mailer.queueEmail(tx, {
    ...conditionEmail(shop, to.language, {
      name: to.name,
      piece: pieceOf(row)?.name ?? '',
      examinedOn: row.examined_on,
      until,
      path,
    }),
    kind: 'condition report',
    to: to.email,
    accountId: `condition ${email_folded}`,
  });
  // The audit does not get the email address: addresses are deleted with their links, but the audit is kept.
  const action = 'condition report sent';
  await recordChange(tx, shop, {
    adminId,
    action,
    subject: row.id,
    before: null,
    after: { listingId: row.listing_id },
  });
  return { until };
}
