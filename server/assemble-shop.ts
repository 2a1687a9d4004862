import type { Logger } from 'pino';
import { type CardKeys, createCardCipher, createPasswordHasher, createPresence } from './features/accounts/accounts.ts';
import { createAlerts } from './features/alerts/alerts.ts';
import { createNightlyBackups } from './features/backups/backups.ts';
import { createPublications } from './features/catalog/publications.ts';
import { createPaperQueue } from './features/catalogue-papers/catalogue-papers.ts';
import { findPreparedVariants } from './features/demo/prepared-pictures.ts';
import { createIntakeCleaning } from './features/intake/intake.ts';
import { createMailer } from './features/mail/mail.ts';
import { createMediaStore } from './features/media/media-store.ts';
import { createStripeProcessor } from './features/payments/payments.ts';
import { createReconciliation } from './features/reconciliation/reconciliation.ts';
import { createScanQueue } from './features/scans/scans.ts';
import { createSettlement } from './features/settlement/settlement.ts';
import { createVisitCounter } from './features/visits/visits.ts';
import { createTurnQueue, offerToWaiting } from './features/waiting-list/waiting-list.ts';
import { createBackgroundWrites } from './platform/concurrency/background-writes.ts';
import type { Database } from './platform/database/database.ts';
import { reportWritesInReads, type WriteInRead } from './platform/database/reads-never-write.ts';
import { createRandomBytes } from './platform/random-bytes.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';

export interface ShopParts {
  settings: Settings;
  database: Database;
  log: Logger;
  cardKeys: CardKeys;
  /** Epoch milliseconds; the system clock by default. */
  clock?: () => number;
  randomBytes?: (count: number) => Buffer;
  /** A lower cost of password hashing, for tests; `memory` in KiB. */
  passwordCost?: { memory: number; passes: number };
  /** Called when a GET request writes; by default the error is logged. */
  onWriteInRead?: (error: WriteInRead) => void;
}

/**
 * How many passwords of one client network may wait to be hashed in each lane, with RATE_LIMITS=on. The last of them waits for about a
 * second.
 */
const maxQueuedPasswords = 100;

/** Returns a shop that uses an open database. Release it with closeShop(). */
export function assembleShop(parts: ShopParts): Shop {
  const { settings, log, cardKeys, clock = Date.now, randomBytes = createRandomBytes() } = parts;
  const { onWriteInRead = (error) => log.error({ err: error }, error.message) } = parts;
  const database = reportWritesInReads(parts.database, onWriteInRead);
  const shop: Shop = {
    settings,
    database,
    clock,
    randomBytes,
    log,
    passwords: createPasswordHasher({
      randomBytes,
      maxQueuedPerCaller: settings.rateLimits ? maxQueuedPasswords : undefined,
      ...parts.passwordCost,
    }),
    cards: createCardCipher(cardKeys, randomBytes),
    presence: createPresence({ database, clock, log }),
    backgroundWrites: createBackgroundWrites({ database, log }),
    visits: createVisitCounter({ settings, database, clock, log }),
    media: createMediaStore({ settings, database, clock, log, findPrepared: findPreparedVariants }),
    mailer: createMailer({ settings, database, clock, log, randomBytes }),
    processor: settings.stripe && createStripeProcessor(settings.stripe),
    settlement: createSettlement(settings, () => shop),
    reconciliation: createReconciliation(settings, () => shop),
    nightlyBackups: createNightlyBackups(settings, () => shop),
    publications: createPublications(
      () => shop,
      (tx, listingIds) => offerToWaiting(tx, shop, listingIds),
    ),
    intakeCleaning: createIntakeCleaning(() => shop),
    waitingTurns: createTurnQueue(() => shop),
    cataloguePapers: createPaperQueue(() => shop),
    scans: createScanQueue(() => shop),
    alerts: createAlerts(() => shop),
  };
  return shop;
}

/** Stops background work, then closes the database. */
export async function closeShop({
  media,
  mailer,
  presence,
  backgroundWrites,
  visits,
  settlement,
  reconciliation,
  nightlyBackups,
  publications,
  intakeCleaning,
  waitingTurns,
  cataloguePapers,
  scans,
  alerts,
  database,
}: Shop): Promise<void> {
  // These queue emails, so they end before the mailer.
  const queues = [reconciliation, settlement, publications, intakeCleaning, waitingTurns, alerts];
  await Promise.all(queues.map((queue) => queue.close()));
  await Promise.all([
    media.close(),
    mailer.close(),
    presence.close(),
    backgroundWrites.close(),
    visits.close(),
    nightlyBackups.close(),
    cataloguePapers.close(),
    scans.close(),
  ]);
  await database.close();
}
