import type { Language } from '#contract/languages.ts';
import { defaultAdminEmail, type Email, tryToQueue } from '#server/features/mail/mail.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectOwnerEmails } from './accounts.queries.ts';

/** An email to every owner, without its recipient. */
export type OwnerEmail = Omit<Email, 'to' | 'accountId'>;

/** The number of owners that queueOwnerEmails writes to. */
export async function countOwnerRecipients(reader: Reader): Promise<number> {
  return (await selectRecipients(reader)).length;
}

/**
 * Queues one email to each owner, except the account `exceptId`, in the caller's transaction. `emailIn` returns the email in a language
 * that one of them reads. If queueing fails, that is logged and only the queueing is undone; the transaction continues.
 */
export async function queueOwnerEmails(
  tx: Writer,
  shop: Shop,
  emailIn: (language: Language) => OwnerEmail,
  exceptId?: string,
): Promise<void> {
  await tryToQueue(tx, shop, { emails: 'emails to the owners' }, async () => {
    const emails = new Map<Language, OwnerEmail>();
    for (const { id, email: to, language: read } of await selectRecipients(tx)) {
      if (id === exceptId) continue;
      const language = await findAnswerLanguage(tx, read);
      const email = emails.get(language) ?? emailIn(language);
      emails.set(language, email);
      await shop.mailer.queueEmail(tx, { ...email, to, accountId: id });
    }
  });
}

function selectRecipients(reader: Reader): Promise<{ id: string; email: string; language: Language }[]> {
  return selectOwnerEmails(reader, defaultAdminEmail);
}
