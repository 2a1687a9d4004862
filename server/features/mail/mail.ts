import type { Logger } from 'pino';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import type { Settings } from '#server/settings.ts';
import type { EmailContent } from './email-template.ts';
import {
  claimEmail,
  deleteSentBefore,
  deleteSentTo,
  insertEmail,
  markSent,
  type OutboxRow,
  releaseClaim,
  selectNext,
} from './mail.queries.ts';

export { type EmailContent, type EmailParts, renderEmail } from './email-template.ts';

export interface Email extends EmailContent {
  to: string;
  /** Receives the answers instead of the shop. */
  replyTo?: string;
}

/**
 * The outbox. An email is inserted in the transaction that causes it and sent after the commit, never inside a request.
 * A process claims an email before it sends it and marks it as sent afterwards, so two running processes never send the same
 * one. If the process is killed between the two, the email is sent again with the same Message-ID when the claim ends
 * (docs/behaviour/mail.md, 1).
 */
export interface Mailer {
  /** Inserts an email in the caller's transaction. Sending begins after the commit. */
  queueEmail(tx: Writer, email: Email): Promise<void>;
  /** Starts sending due emails in the background, also those of an earlier process. */
  wake(): void;
  /** Deletes the records of emails sent to this address. */
  deleteSent(tx: Writer, recipient: string): Promise<void>;
  /** Resolves when every due email has been tried. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

// All durations in milliseconds.
const claimDuration = 5 * 60_000;
const sendTimeout = 2 * 60_000;
const pollInterval = 60_000;
const firstRetryDelay = 15_000;
const maxRetryDelay = 6 * 60 * 60_000;
const sentRetention = 30 * 24 * 60 * 60_000;
const closeTimeout = 3_000;

/** With the delays above, the last attempt is about two days after the first. */
const maxAttempts = 14;

export interface MailerDependencies {
  settings: Settings;
  database: Database;
  clock: () => number;
  log: Logger;
  randomBytes: (count: number) => Buffer;
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { clock, log, randomBytes } = dependencies;
  const sender = createSender(dependencies);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isRequested = false;
  let isClosed = false;

  const run = async () => {
    while (isRequested && !isClosed) {
      isRequested = false;
      const nextDue = await sender
        .sendDue(() => isClosed)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the outbox could not be processed; it will be retried');
          return null;
        });
      schedule(Math.min(pollInterval, Math.max(1_000, (nextDue ?? Number.POSITIVE_INFINITY) - clock())));
    }
    isRunning = false;
  };
  const schedule = (milliseconds: number) => {
    if (timer) clearTimeout(timer);
    if (!isClosed) timer = setTimeout(wake, milliseconds).unref();
  };
  const wake = () => {
    isRequested = true;
    if (isRunning || isClosed) return;
    isRunning = true;
    running = run();
  };
  return {
    queueEmail: async (tx, { to, replyTo = null, subject, text, html }) => {
      const now = clock();
      const id = randomBytes(12).toString('hex');
      const state = { attempts: 0, next_attempt_at: now, claimed_until: 0, sent_at: null };
      const content = { subject, text, html };
      await insertEmail(tx, { id, recipient: to, reply_to: replyTo, ...content, created_at: now, ...state });
      tx.afterCommit(wake);
    },
    wake,
    deleteSent: (tx, recipient) => deleteSentTo(tx, recipient),
    settled: async () => {
      while (isRunning) await running;
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, closeTimeout).unref())]);
      sender.close();
    },
  };
}

/** Sends due emails, one after another. */
function createSender({ settings, database, clock, log }: MailerDependencies) {
  const transport = createMailTransport(settings);

  /** Sends what is due until `isStopped`. Returns when the next email is due (epoch milliseconds), null if there is none. */
  const sendDue = async (isStopped: () => boolean): Promise<number | null> => {
    for (let tried = 0; !isStopped(); tried += 1) {
      const email = await selectNext(database.read, maxAttempts);
      if (!email || email.next_attempt_at > clock()) {
        if (tried > 0) await database.write((tx) => deleteSentBefore(tx, clock() - sentRetention));
        return email?.next_attempt_at ?? null;
      }
      if (await database.write((tx) => claimEmail(tx, email, clock() + claimDuration))) await send(email);
    }
    return null;
  };

  const send = async (email: OutboxRow) => {
    try {
      await withTimeout(transport.send(email), sendTimeout);
    } catch (error) {
      const attempt = email.attempts + 1;
      // The text of an SMTP error may name the recipient, so only its codes are logged.
      const { code, responseCode } = codesOf(error);
      log.warn(
        { mail: email.id, attempt, code, responseCode },
        attempt < maxAttempts
          ? 'email could not be sent; it will be retried'
          : 'email could not be sent; no more retries',
      );
      await database.write((tx) =>
        releaseClaim(tx, email.id, clock() + Math.min(maxRetryDelay, firstRetryDelay * 4 ** email.attempts)),
      );
      return;
    }
    await database.write((tx) => markSent(tx, email.id, clock()));
  };

  return { sendDue, close: () => transport.close() };
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

function codesOf(error: unknown): { code: unknown; responseCode: unknown } {
  if (typeof error !== 'object' || error === null) return { code: undefined, responseCode: undefined };
  return {
    code: 'code' in error ? error.code : error instanceof Error ? error.name : undefined,
    responseCode: 'responseCode' in error ? error.responseCode : undefined,
  };
}
