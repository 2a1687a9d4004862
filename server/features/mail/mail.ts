import type { Logger } from 'pino';
import { findLetterFacts } from '#server/features/settings/settings.ts';
import { createWorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Database, Reader, Writer } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import type { Settings } from '#server/settings.ts';
import { awaitedKinds, type EmailKind, priorities, priorityOf } from './email-kinds.ts';
import { type EmailParts, renderEmail } from './email-template.ts';
import {
  countUnsent,
  type Forgotten,
  forgetEmailsTo,
  insertEmail,
  type OutboxRow,
  reviveFailed,
  selectGivenUp,
  selectNextDue,
} from './mail.queries.ts';
import { countEmail, defaultAdminEmail } from './mailbox-limits.ts';
import { createSender, maxAttempts } from './send-emails.ts';

export { type EmailKind, isSecurityKind } from './email-kinds.ts';
export { pageAddress, salutation } from './email-language.ts';
export { type EmailParts, renderEmail } from './email-template.ts';
export { selectKind, selectSentCounts, selectSentEmails } from './mail.queries.ts';
export { defaultAdminEmail } from './mailbox-limits.ts';
export { tryToQueue } from './try-to-queue.ts';
export { addressLineInEmail, nameInEmail } from './words-in-emails.ts';

export interface Email extends EmailParts {
  kind: EmailKind;
  /**
   * The account's own address, or a guest's confirmed one. An address that was only typed gets nothing but what a person of the
   * shop sends to it, and the link that confirms an alert.
   */
  to: string;
  /** Id of the account. The limit counts by account id, so a changed address does not reset it. Without an account, the address. */
  accountId: string;
  /** Replies go to this address instead of the shop's. */
  replyTo?: string;
  /**
   * Only for an email that a person of the shop wrote: its id, and the ids of the earlier emails of the conversation, oldest
   * first.
   */
  conversation?: { id: string; earlier: readonly string[] };
}

/**
 * The outbox. An email is inserted in the transaction that causes it and sent after the commit, never inside a request.
 * A process claims an email before it sends it and marks it as sent afterwards, so two running processes never send the same
 * one. If the process is killed between the two, the email is sent again with the same Message-ID when the claim ends
 * (docs/behaviour/mail.md, 1).
 */
export interface Mailer {
  /**
   * Inserts an email in the caller's transaction. Sending begins after the commit. Emails above the limits of the account and of the
   * mailbox (`countEmail`) are recorded without their content and not sent. Nothing is queued for `defaultAdminEmail`.
   */
  queueEmail(tx: Writer, email: Email): Promise<void>;
  /** Starts sending due emails in the background, also those of an earlier process. */
  wake(): void;
  /** Deletes the records of all emails to this person; those of emails that are not sent yet are deleted after sending. */
  forget(tx: Writer, person: Forgotten): Promise<void>;
  /** Resolves when every due email has been tried. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The most emails that one process sends at the same time. */
const maxSending = 4;
/** How many earlier emails an email of a conversation names at most. */
const longestThread = 20;

/** Counts the emails that are not sent yet, and those that were given up. */
export const countUnsentEmails = (reader: Reader): Promise<{ waiting: number; failed: number }> =>
  countUnsent(reader, maxAttempts);

/**
 * Emails that were given up, of the kinds that somebody waits for and that no stranger can cause. `to`: the recipient of the last one.
 */
export const findGivenUpEmails = (reader: Reader): Promise<{ count: number; to: string; since: number | null }> =>
  selectGivenUp(reader, maxAttempts, awaitedKinds);

/** What became of an email of the outbox. */
export function stateOf({
  sent_at,
  is_file,
  withheld_at,
  attempts,
  claimed_until,
}: Pick<OutboxRow, 'sent_at' | 'is_file' | 'withheld_at' | 'attempts' | 'claimed_until'>) {
  if (sent_at !== null) return is_file === 1 ? 'file' : 'sent';
  if (withheld_at !== null) return 'limited';
  return attempts >= maxAttempts && claimed_until === 0 ? 'failed' : 'queued';
}

/** Makes an email that was given up due again at `now`. False if it was not given up, is of the kind `security` or is unknown. */
export function reviveEmail(tx: Writer, id: string, now: number): Promise<boolean> {
  return reviveFailed(tx, { id, now, maxAttempts, priority: priorities.news });
}

export interface MailerDependencies {
  settings: Settings;
  database: Database;
  clock: () => number;
  log: Logger;
  randomBytes: (count: number) => Buffer;
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { database, clock, log } = dependencies;
  const sender = createSender(dependencies);
  const queueEmail = createOutboxWriter(dependencies);
  const queue = createWorkQueue({
    claimSeveral: sender.claim,
    work: sender.send,
    nextDue: () => selectNextDue(database.read, maxAttempts),
    maxAtOnce: maxSending,
    clock,
    log,
    failure: 'the outbox could not be processed; it will be retried',
  });
  return {
    queueEmail: async (tx, email) => {
      await queueEmail(tx, email);
      tx.afterCommit(queue.wake);
    },
    wake: queue.wake,
    forget: (tx, person) => forgetEmailsTo(tx, person, maxAttempts),
    settled: queue.settled,
    async close() {
      await queue.close();
      await sender.close();
    },
  };
}

/** Returns a function that renders an email with the current name of the shop and writes it to the outbox. */
function createOutboxWriter({ settings, clock, log, randomBytes }: MailerDependencies) {
  return async (tx: Writer, { to, accountId, kind, replyTo, conversation, ...parts }: Email): Promise<void> => {
    if (to.toLowerCase() === defaultAdminEmail) return;
    const now = clock();
    const id = conversation?.id ?? randomBytes(12).toString('hex');
    const thread = conversation?.earlier.slice(-longestThread).join(' ') ?? null;
    const withheld = await countEmail(tx, { settings, clock }, { kind, to, accountId });
    if (withheld) logSecurityEvent(log, 'limit reached', { account: accountId, reason: `email: ${kind}` });
    const facts = await findLetterFacts(tx, { settings });
    const content = withheld
      ? { subject: parts.subject, text: '', html: '', reply_to: null, unsubscribe_url: null }
      : {
          ...renderEmail(parts, facts),
          reply_to: replyTo ?? (facts.replyTo || null),
          unsubscribe_url: parts.unsubscribe?.href ?? null,
        };
    const state = {
      attempts: 0,
      next_attempt_at: now,
      claimed_until: 0,
      sent_at: null,
      is_file: 0 as const,
      failure: '',
      account_id: accountId,
      is_forgotten: 0 as const,
    };
    const row = { id, recipient: to, kind, priority: priorityOf(kind), created_at: now, thread, ...content, ...state };
    await insertEmail(tx, { ...row, withheld_at: withheld ? now : null });
  };
}
