import { conditionLinkPath } from '#contract/condition-words.ts';
import { type Language, localeIn } from '#contract/languages.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { type EmailKind, type EmailParts, pageAddress, salutation } from '#server/features/mail/mail.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { ReportRow } from './condition-reports.queries.ts';
import { pieceOf } from './present-report.ts';

interface SentReport {
  /** The name of the receiver; may be empty. */
  name: string;
  piece: string;
  examinedOn: string;
  /** When the link ends, in epoch milliseconds. */
  until: number;
  /** The path of the page that the link opens, with the token. */
  path: string;
}

/** The email with the link to a report. */
export function conditionEmail(
  shop: Shop,
  language: Language,
  { name, piece, examinedOn, until, path }: SentReport,
): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Condition report: {piece}', { piece }),
    heading: say('The condition report'),
    paragraphs: [
      salutation(say, name),
      say(
        'You find the condition report of {piece} behind this link until {until}. Whoever has the link can read it.',
        { piece, until: dayOf(shop, until, language) },
      ),
    ],
    lines: [
      { label: say('Piece'), value: piece },
      { label: say('Examined'), value: partialDateInWords(examinedOn, language) },
    ],
    button: { label: say('Open the report'), href: pageAddress(shop, language, path) },
  };
}

/** The stored reply to an enquiry that was answered with a report, which staff reads in the panel. */
export function sentWords(shop: Shop, { report, until }: { report: ReportRow; until: number }): string {
  const day = partialDateInWords(report.examined_on);
  return `The condition report of ${pieceOf(report)?.name ?? ''} of ${day} was sent. Its link ends on ${dayOf(shop, until, 'en')}.`;
}

/** An example of the email, with invented data. */
export function exampleConditionEmails(shop: Shop) {
  const path = `${conditionLinkPath}#example`;
  const until = shop.clock();
  const report = { name: 'Anna Weber', piece: 'Red River Moon', examinedOn: '2026-11-03', until, path };
  return { 'condition report': conditionEmail(shop, 'en', report) } satisfies Partial<Record<EmailKind, EmailParts>>;
}

const dayOf = ({ settings }: Shop, at: number, language: Language) =>
  new Intl.DateTimeFormat(localeIn(language, 'en-AU'), { dateStyle: 'long', timeZone: settings.timeZone }).format(at);
