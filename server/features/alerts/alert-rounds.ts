import { durations } from '#contract/limits.ts';
import { findAlertSettings } from '#server/features/settings/settings.ts';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Shop } from '#server/shop.ts';
import { deleteOutdated } from './alerts.queries.ts';
import { noteNewWork, type SeenCatalog, sendNewWork } from './new-work.ts';
import { sendDueAlerts } from './send-alerts.ts';

// Times in milliseconds.
const roundInterval = 60_000;
/** For how long the link in an email can end its alert. */
const linksStored = 365 * 24 * 60 * 60_000;

/**
 * Sends the emails that are due, once a minute. Every process does this: the transaction that ends an alert also queues its email, so
 * that it is sent once.
 */
export function createAlerts(shopOf: () => Shop): WorkQueue {
  let next = 0;
  const seen: SeenCatalog = { revision: null };
  return createWorkQueue<'round'>({
    claimNext: async () => {
      const now = shopOf().clock();
      if (now < next) return undefined;
      next = now + roundInterval;
      return 'round';
    },
    work: () => runRound(shopOf(), seen),
    nextDue: async () => next,
    maxAtOnce: 1,
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'alerts could not be sent; they will be tried again',
  });
}

async function runRound(shop: Shop, seen: SeenCatalog): Promise<void> {
  const now = shop.clock();
  await deleteOutdated(shop.database.read, (work) => shop.database.write(work), {
    unconfirmed: now - durations.alertConfirmation,
    links: now - linksStored,
  });
  const { alerts } = await findAlertSettings(shop.database.read);
  // Done also while alerts are off: otherwise the whole collection would be new when they are turned on.
  await noteNewWork(shop, seen, alerts);
  if (!alerts) return;
  await sendDueAlerts(shop);
  await sendNewWork(shop);
}
