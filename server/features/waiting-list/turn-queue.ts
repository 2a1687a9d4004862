import { lockListings } from '#server/features/catalog/catalog.ts';
import { findWaitingHours } from '#server/features/settings/settings.ts';
import { dueKey } from '#server/platform/concurrency/failed-work.ts';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Shop } from '#server/shop.ts';
import { arrangeTurns } from './turns.ts';
import { selectDueTime, selectFirstDue } from './waiting-list.queries.ts';

/**
 * Tells the next person when a turn has ended. The reservations for all turns exist already (decision 0040), so the piece is never free
 * between two turns, even if this queue does not run.
 */
export function createTurnQueue(shopOf: () => Shop): WorkQueue {
  return createWorkQueue({
    claimNext: async (resting) => {
      const first = await selectFirstDue(shopOf().database.read, resting);
      return first && first.due_at <= shopOf().clock() ? first : undefined;
    },
    work: ({ listing_id }) => passTurn(shopOf(), listing_id),
    nextDue: async (resting) => (await selectFirstDue(shopOf().database.read, resting))?.due_at ?? null,
    maxAtOnce: 1,
    unclaimed: {
      name: 'turns',
      keyOf: ({ listing_id, due_at }) => dueKey(listing_id, due_at),
      database: () => shopOf().database,
    },
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'the next person of a waiting list could not be told; it will be retried',
  });
}

function passTurn(shop: Shop, listingId: string): Promise<void> {
  return shop.database.write(async (tx) => {
    const [listing] = await lockListings(tx, [listingId]);
    // Another process may have done it.
    const dueAt = await selectDueTime(tx, listingId);
    if (!listing || dueAt === null || dueAt > shop.clock()) return;
    await arrangeTurns(tx, shop, listing, await findWaitingHours(tx));
  });
}
