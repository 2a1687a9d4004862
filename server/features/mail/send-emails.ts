import { findLetterFacts } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { isSecurityKind } from './email-kinds.ts';
import {
  claimDue,
  deleteForgotten,
  deleteRecordsBefore,
  hasDue,
  markSent,
  type OutboxRow,
  releaseClaim,
} from './mail.queries.ts';
import type { MailerDependencies } from './mail.ts';

// All durations in milliseconds.
const claimDuration = 5 * 60_000;
const sendTimeout = 2 * 60_000;
const firstRetryDelay = 15_000;
const maxRetryDelay = 6 * 60 * 60_000;
const recordRetention = 30 * 24 * 60 * 60_000;

/** With the delays above, the last attempt is about two days after the first. */
export const maxAttempts = 14;

/** What became of an email that was tried. */
interface Outcome {
  email: OutboxRow;
  /** Epoch milliseconds. */
  at: number;
  /** Null if it was sent. `isLast`: it is not tried again. */
  failure: { code: string; isLast: boolean } | null;
}

/**
 * Returns the functions that send the emails of the outbox. A commit costs more than anything else here, so what became of the emails
 * that were tried is written together, in the transaction that claims the next ones.
 */
export function createSender({ settings, database, clock, log }: Omit<MailerDependencies, 'randomBytes'>) {
  const transport = createMailTransport(settings);
  /** Not written yet. */
  const outcomes = new Set<Outcome>();
  const isFile = settings.smtpUrl === null;

  const recordOutcomes = async (tx: Writer) => {
    const written = [...outcomes];
    if (written.length === 0) return;
    await writeSent(
      tx,
      written.filter(({ failure }) => failure === null),
      isFile,
    );
    for (const { email, at, failure } of written) if (failure !== null) await writeFailure(tx, email, { at, failure });
    await deleteRecordsBefore(tx, clock() - recordRetention, maxAttempts);
    tx.afterCommit(() => {
      for (const outcome of written) outcomes.delete(outcome);
    });
  };

  return {
    /** Claims at most `most` due emails, the one to send first at the front. Writes what became of those that were tried. */
    async claim(most: number): Promise<OutboxRow[]> {
      const isWanted = outcomes.size > 0 || (await hasDue(database.read, clock(), maxAttempts));
      if (!isWanted) return [];
      return database.write(async (tx) => {
        await recordOutcomes(tx);
        const now = clock();
        return claimDue(tx, { now, until: now + claimDuration, maxAttempts, most });
      });
    },

    /** Tries to send an email. */
    async send(email: OutboxRow): Promise<void> {
      let failure: Outcome['failure'] = null;
      try {
        const { senderName } = await findLetterFacts(database.read, { settings });
        await withTimeout(transport.send({ ...email, sender_name: senderName }), sendTimeout);
      } catch (error) {
        const attempt = email.attempts + 1;
        // The text of an SMTP error may name the recipient, so only its codes are logged.
        const { code, responseCode } = codesOf(error);
        const isLast = attempt >= maxAttempts || isRefusedForGood(error);
        failure = { code: String(responseCode ?? code ?? ''), isLast };
        log.warn(
          { mail: email.id, attempt, code, responseCode },
          isLast ? 'email could not be sent; no more retries' : 'email could not be sent; it will be retried',
        );
      }
      outcomes.add({ email, at: clock(), failure });
    },

    /** Writes what became of the emails that were tried last. What cannot be written now is sent again when the claim ends. */
    async close(): Promise<void> {
      if (outcomes.size > 0)
        await database
          .write(recordOutcomes)
          .catch((error: unknown) => log.warn({ err: error }, 'sent emails could not be marked; they are sent again'));
      transport.close();
    },
  };
}

async function writeSent(tx: Writer, sent: readonly Outcome[], isFile: boolean): Promise<void> {
  const ids = sent.map(({ email }) => email.id);
  if (ids.length === 0) return;
  await deleteForgotten(tx, ids);
  await markSent(tx, ids, { now: Math.max(...sent.map(({ at }) => at)), isFile });
}

async function writeFailure(
  tx: Writer,
  { id, kind, attempts }: OutboxRow,
  { at, failure: { code, isLast } }: { at: number; failure: NonNullable<Outcome['failure']> },
): Promise<void> {
  if (isLast) await deleteForgotten(tx, [id]);
  await releaseClaim(tx, id, {
    attempts: isLast ? maxAttempts : attempts + 1,
    nextAttemptAt: at + Math.min(maxRetryDelay, firstRetryDelay * 4 ** attempts),
    failure: code,
    deletesContent: isLast && isSecurityKind(kind),
  });
}

async function withTimeout(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('sending timed out')), milliseconds).unref();
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the mail server refuses this email whenever it is sent: 5xx to its recipient or to its content (RFC 5321, 4.2.1). A refusal of
 * the sign-in or of the sender concerns every email until somebody mends the settings, and the email is tried again.
 */
function isRefusedForGood(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('command' in error)) return false;
  if (error.command === 'API') return 'code' in error && error.code === 'EENVELOPE';
  const isOfEmail = error.command === 'RCPT TO' || error.command === 'DATA';
  return isOfEmail && 'responseCode' in error && Number(error.responseCode) >= 500;
}

function codesOf(error: unknown): { code: unknown; responseCode: unknown } {
  if (typeof error !== 'object' || error === null) return { code: undefined, responseCode: undefined };
  return {
    code: 'code' in error ? error.code : error instanceof Error ? error.name : undefined,
    responseCode: 'responseCode' in error ? error.responseCode : undefined,
  };
}
