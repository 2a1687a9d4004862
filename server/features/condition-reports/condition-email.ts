import { conditionLinkPath } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { type EmailKind, type EmailParts, nameInEmail } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import type { ReportRow } from './condition-reports.queries.ts';
import { pieceOf } from './present-report.ts';

interface SentReport {
  /** Of the receiver; may be empty. */
  name: string;
  piece: string;
  examinedOn: string;
  /** Epoch milliseconds. */
  until: number;
  url: string;
}

/** The email with the link to a report. */
export function conditionEmail(shop: Shop, { name, piece, examinedOn, until, url }: SentReport): EmailParts {
  return {
    subject: `Condition report: ${piece}`,
    heading: 'The condition report',
    paragraphs: [
      `Dear ${nameInEmail(name) || 'collector'}`,
      `You find the condition report of ${piece} behind this link until ${dayOf(shop, until)}. Whoever has the link can read it.`,
    ],
    lines: [
      { label: 'Piece', value: piece },
      { label: 'Examined', value: partialDateInWords(examinedOn) },
    ],
    button: { label: 'Open the report', href: url },
  };
}

/** What stands below an enquiry that was answered with a report. */
export function sentWords(shop: Shop, { report, until }: { report: ReportRow; until: number }): string {
  const day = partialDateInWords(report.examined_on);
  return `The condition report of ${pieceOf(report)?.name ?? ''} of ${day} was sent. Its link ends on ${dayOf(shop, until)}.`;
}

/** The same email with made-up data. */
export function exampleConditionEmails(shop: Shop) {
  const url = `${shop.settings.publicUrl}${conditionLinkPath}#example`;
  const until = shop.clock();
  const report = { name: 'Anna Weber', piece: 'Red River Moon', examinedOn: '2026-11-03', until, url };
  return { 'condition report': conditionEmail(shop, report) } satisfies Partial<Record<EmailKind, EmailParts>>;
}

const dayOf = ({ settings }: Shop, at: number) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: settings.timeZone }).format(at);
