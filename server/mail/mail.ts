import type { Logger } from 'pino';
import type { Database, Writer } from '#server/database/database.ts';
import type { Settings } from '#server/settings.ts';
import { createCarrier } from './carrier.ts';
import type { Letter } from './letter.ts';
import {
  claimMail,
  deleteSentBefore,
  deleteSentTo,
  insertMail,
  markSent,
  type OutboxRow,
  putBack,
  selectNext,
} from './mail.queries.ts';

export { type Letter, type LetterParts, letter } from './letter.ts';

export interface Mail extends Letter {
  to: string;
  /** Whom an answer is to reach, where that is not the shop. */
  replyTo?: string;
}

/**
 * The outbox: a mail is written in the transaction of what it tells of, and carried afterwards, never inside a request.
 * A mail is claimed before and marked after it is carried, so no two processes carry the same one. A process that is killed
 * between the two leaves it to be carried again when the claim ends: rather twice, with one Message-ID, than never.
 */
export interface Mailer {
  /** Writes it in the caller's transaction; call wake() once that is committed. */
  queueMail(tx: Writer, mail: Mail): Promise<void>;
  /** There may be mail, also what an earlier process left: carried now, in the background. */
  wake(): void;
  /** Forgets what was sent to a person who leaves. */
  forgetSent(tx: Writer, recipient: string): Promise<void>;
  /** When everything due by now has been tried. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** All in milliseconds. */
const claimLength = 5 * 60_000;
const longestCarry = 2 * 60_000;
const lookEvery = 60_000;
const firstPause = 15_000;
const longestPause = 6 * 60 * 60_000;
const sentKept = 30 * 24 * 60 * 60_000;
const closePatience = 3_000;

/** Some two days. */
const attemptsAtMost = 14;

export interface MailerDependencies {
  settings: Settings;
  database: Database;
  clock: () => number;
  log: Logger;
  randomBytes: (count: number) => Buffer;
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { clock, log, randomBytes } = dependencies;
  const round = createRound(dependencies);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;

  const run = async () => {
    while (isWanted && !isClosed) {
      isWanted = false;
      const nextDue = await round
        .carryDue(() => isClosed)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the outbox cannot be read; it is looked at again');
          return null;
        });
      schedule(Math.min(lookEvery, Math.max(1_000, (nextDue ?? Number.POSITIVE_INFINITY) - clock())));
    }
    isRunning = false;
  };
  const schedule = (milliseconds: number) => {
    if (timer) clearTimeout(timer);
    if (!isClosed) timer = setTimeout(wake, milliseconds).unref();
  };
  const wake = () => {
    isWanted = true;
    if (isRunning || isClosed) return;
    isRunning = true;
    running = run();
  };
  return {
    queueMail: (tx, { to, replyTo = null, subject, text, html }) => {
      const now = clock();
      const id = randomBytes(12).toString('hex');
      const untouched = { attempts: 0, next_attempt_at: now, claimed_until: 0, sent_at: null };
      const words = { subject, text, html };
      return insertMail(tx, { id, recipient: to, reply_to: replyTo, ...words, created_at: now, ...untouched });
    },
    wake,
    forgetSent: (tx, recipient) => deleteSentTo(tx, recipient),
    settled: async () => {
      while (isRunning) await running;
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, closePatience).unref())]);
      round.close();
    },
  };
}

/** Carrying what is due, one mail after another. */
function createRound({ settings, database, clock, log }: MailerDependencies) {
  const carrier = createCarrier(settings);

  /** Answers when the next mail is due, epoch milliseconds, null when none waits. */
  const carryDue = async (isOver: () => boolean): Promise<number | null> => {
    for (let carried = 0; !isOver(); carried += 1) {
      const mail = await selectNext(database.read, attemptsAtMost);
      if (!mail || mail.next_attempt_at > clock()) {
        if (carried > 0) await database.write((tx) => deleteSentBefore(tx, clock() - sentKept));
        return mail?.next_attempt_at ?? null;
      }
      if (await database.write((tx) => claimMail(tx, mail, clock() + claimLength))) await carry(mail);
    }
    return null;
  };

  const carry = async (mail: OutboxRow) => {
    try {
      await withinTime(carrier.carry(mail), longestCarry);
    } catch (error) {
      const attempt = mail.attempts + 1;
      // An SMTP server's words may name the recipient: only its codes go to the log.
      const { code, responseCode } = codesOf(error);
      log.warn(
        { mail: mail.id, attempt, code, responseCode },
        attempt < attemptsAtMost ? 'mail not taken' : 'mail given up',
      );
      await database.write((tx) =>
        putBack(tx, mail.id, clock() + Math.min(longestPause, firstPause * 4 ** mail.attempts)),
      );
      return;
    }
    await database.write((tx) => markSent(tx, mail.id, clock()));
  };

  return { carryDue, close: () => carrier.close() };
}

async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), milliseconds).unref();
  });
  try {
    await Promise.race([work, late]);
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
