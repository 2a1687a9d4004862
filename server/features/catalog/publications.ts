import { dueKey } from '#server/platform/concurrency/failed-work.ts';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { lockListingRows, selectFirstPublication } from './catalog.queries.ts';
import { changedRecord, recordOf } from './listing-record.ts';
import { type OfferBack, writeListing } from './listings.ts';

/** Lists scheduled listings at their time (docs/behaviour/catalog.md, 24), also those whose time came while no process ran. */
export function createPublications(shopOf: () => Shop, offerBack: OfferBack): WorkQueue {
  return createWorkQueue({
    claimNext: async (resting) => {
      const next = await selectFirstPublication(shopOf().database.read, resting);
      return next && next.publish_at <= shopOf().clock() ? next : undefined;
    },
    work: ({ id }) => shopOf().database.write((tx) => publish(tx, shopOf(), id, offerBack)),
    nextDue: async (resting) => (await selectFirstPublication(shopOf().database.read, resting))?.publish_at ?? null,
    maxAtOnce: 1,
    unclaimed: {
      name: 'publications',
      keyOf: ({ id, publish_at }) => dueKey(id, publish_at),
      database: () => shopOf().database,
    },
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'a scheduled piece could not be listed; it will be retried',
  });
}

async function publish(tx: Writer, shop: Shop, listingId: string, offerBack: OfferBack): Promise<void> {
  const [row] = await lockListingRows(tx, [listingId]);
  const now = shop.clock();
  // Another process may have done it, or an admin may have changed the time.
  if (row?.visibility !== 'scheduled' || row.publish_at === null || row.publish_at > now) return;
  const before = recordOf(row);
  await writeListing(tx, shop, { before, after: changedRecord(before, { visibility: 'listed' }, now), offerBack });
}
