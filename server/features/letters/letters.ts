import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { LetterKind, SentLetter } from '#contract/letters.ts';
import { rowsOf } from '#contract/lists.ts';
import { exampleAccountEmails, findBuyer } from '#server/features/accounts/accounts.ts';
import { exampleAlertEmails } from '#server/features/alerts/alerts.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { exampleConditionEmails } from '#server/features/condition-reports/condition-reports.ts';
import { exampleEnquiryEmails } from '#server/features/enquiries/enquiries.ts';
import {
  defaultAdminEmail,
  type EmailParts,
  isSecurityKind,
  renderEmail,
  reviveEmail,
  selectKind,
  selectSentCounts,
  selectSentEmails,
  stateOf,
} from '#server/features/mail/mail.ts';
import { exampleOrderEmails } from '#server/features/orders/orders.ts';
import { examplePrivateEmails } from '#server/features/private-sales/private-sales.ts';
import { exampleDifferenceEmails } from '#server/features/reconciliation/reconciliation.ts';
import { exampleReturnEmails } from '#server/features/returning/returning.ts';
import { findLetterFacts } from '#server/features/settings/settings.ts';
import { examplePaymentEmails } from '#server/features/settlement/settlement.ts';
import { exampleWaitingEmails } from '#server/features/waiting-list/waiting-list.ts';
import { sayIn, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { failureInWords } from './failure-words.ts';
import { type CausedKind, causedKinds, letterIdOf, letterInWords, letterNameOf } from './letter-kinds.ts';

/** The most tests that one account can send; `window` in milliseconds. */
const testLimit = { limit: 20, window: 60 * 60_000 };

/** Every kind of email that the shop sends, described in `language`. `sent`: how many a mail server accepted. */
export async function listLetters(shop: Shop, language: Language): Promise<LetterKind[]> {
  const counts = await selectSentCounts(shop.database.read);
  return causedKinds.map((kind) => ({
    id: letterIdOf(kind),
    ...letterInWords(kind, language),
    sent: counts.get(kind) ?? 0,
  }));
}

/** Renders an email of this kind as it would be sent now, with made-up data. Refuses (404) an unknown kind. */
export async function previewLetter(shop: Shop, id: string) {
  const kind = kindOf(id);
  if (!kind) return refuse('letterNotFound');
  const facts = await findLetterFacts(shop.database.read, shop);
  return renderEmail(exampleOf(shop, kind, facts.shopName), facts);
}

/**
 * Sends an email of this kind with made-up data to the caller's own address. Refuses (404) an unknown kind, (409) the default address of
 * the first admin, which is no real mailbox, and (429) more than 20 in an hour.
 */
export async function testLetter(shop: Shop, userId: string, id: string): Promise<{ to: string } | Refusal> {
  const kind = kindOf(id);
  if (!kind) return refuse('letterNotFound');
  return shop.database.write(async (tx) => {
    const limited = await countAttempt(tx, shop, [{ subject: `test email:${userId}`, ...testLimit }]);
    if (limited) return limited;
    const account = await findBuyer(tx, userId);
    if (!account) return refuse('signInNeeded');
    const to = account.buyer.email;
    if (to === defaultAdminEmail) return refuse('ownAddressNeeded');
    const { shopName } = await findLetterFacts(tx, shop);
    const example = exampleOf(shop, kind, shopName);
    const marked = { subject: `Test: ${example.subject}`, paragraphs: [testWords, ...example.paragraphs] };
    await shop.mailer.queueEmail(tx, { kind: 'test', to, accountId: userId, ...example, ...marked });
    return { to };
  });
}

const testWords = 'This is a test. The names, amounts and links below are made up.';

/** One page of the emails in the outbox, newest first, without their content, and how many there are in all. */
export async function listSentLetters(
  shop: Shop,
  request: { page?: number | undefined; pageSize?: number | undefined },
  language: Language,
) {
  const say = sayIn(language);
  const { rows, total } = await selectSentEmails(shop.database.read, rowsOf(request));
  const letters = rows.map((row): SentLetter => {
    const state = stateOf(row);
    const name = translateText(letterNameOf(row.kind), language);
    return {
      id: row.id,
      name,
      to: row.recipient,
      subject: row.subject,
      state,
      reason:
        state === 'limited'
          ? say('The account had got 20 of this kind within an hour')
          : failureInWords(row.failure, say),
      createdAt: new Date(row.created_at).toISOString(),
      sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
      canResend: state === 'failed' && !isSecurityKind(row.kind),
    };
  });
  return { letters, total };
}

/**
 * Makes an email that was given up due again. Refuses (404) an unknown one. Refuses (409) one that is still being tried; one that was sent,
 * because its content is deleted; and one of the kind `security`, because its links may be secret or out of date.
 */
export function resendLetter(shop: Shop, adminId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const row = await selectKind(tx, id);
    if (!row) return refuse('letterNotFound');
    if (!(await reviveEmail(tx, id, shop.clock()))) return refuse('letterNotFailed');
    const action = 'email tried again';
    await recordChange(tx, shop, { adminId, action, subject: letterNameOf(row.kind), before: null, after: null });
    tx.afterCommit(shop.mailer.wake);
    return null;
  });
}

const kindOf = (id: string): CausedKind | undefined => causedKinds.find((kind) => letterIdOf(kind) === id);

/** An example of a kind with made-up data. A kind without an example does not compile. */
function exampleOf(shop: Shop, kind: CausedKind, shopName: string): EmailParts {
  const examples: Record<CausedKind, EmailParts> = {
    ...exampleOrderEmails(shop),
    ...exampleReturnEmails(shop),
    ...examplePaymentEmails(shop),
    ...exampleAccountEmails(shop, shopName),
    ...exampleEnquiryEmails(shop),
    ...exampleDifferenceEmails(shop),
    ...examplePrivateEmails(shop),
    ...exampleConditionEmails(shop),
    ...exampleWaitingEmails(shop),
    ...exampleAlertEmails(shop),
  };
  return examples[kind];
}
