import type { Logger } from 'pino';
import type { CardCipher } from '#server/features/accounts/card-cipher.ts';
import type { PasswordHasher } from '#server/features/accounts/password-hasher.ts';
import type { Presence } from '#server/features/accounts/presence.ts';
import type { Mailer } from '#server/features/mail/mail.ts';
import type { MediaStore } from '#server/features/media/media-store.ts';
import type { Processor } from '#server/features/payments/processor.ts';
import type { VisitCounter } from '#server/features/visits/visits.ts';
import type { BackgroundWrites } from '#server/platform/concurrency/background-writes.ts';
import type { WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';

/**
 * What every rule receives: settings, database, and everything that differs from run to run (time, randomness, services outside
 * of the process), so that tests can replace it.
 */
export interface Shop {
  readonly settings: Settings;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Buffer;
  readonly log: Logger;
  readonly passwords: PasswordHasher;
  readonly cards: CardCipher;
  readonly presence: Presence;
  /** Stores what GET requests cause, after their answer. */
  readonly backgroundWrites: BackgroundWrites;
  readonly visits: VisitCounter;
  readonly media: MediaStore;
  readonly mailer: Mailer;
  /** Null with simulated payments. */
  readonly processor: Processor | null;
  /** Does the work at the processor in the background. */
  readonly settlement: WorkQueue;
  /** Asks the processor at set times for its books, to compare them, and for events that did not arrive. */
  readonly reconciliation: WorkQueue;
  readonly nightlyBackups: WorkQueue;
  /** Lists scheduled listings at their time. */
  readonly publications: WorkQueue;
  /** Removes what has been in the intake for too long. */
  readonly intakeCleaning: WorkQueue;
  /** Tells the next person on a waiting list. */
  readonly waitingTurns: WorkQueue;
  /** Makes catalogues, price lists and wall labels. */
  readonly cataloguePapers: WorkQueue;
  /** Makes the tiles of scans. */
  readonly scans: WorkQueue;
  /** Sends the emails that people asked for. */
  readonly alerts: WorkQueue;
}
