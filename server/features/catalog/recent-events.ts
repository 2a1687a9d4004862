import type { ListingEvent } from '#contract/catalog.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Milliseconds. A page opens its stream sooner than this after its data was read (web/catalog/live-stream.ts, `slowOpening`). */
const retention = 15_000;

/** Milliseconds between two batches. The first event after a quiet time waits for `gathering` only. */
const batchInterval = 500;
const gathering = 5;

export interface RecentEvents {
  /**
   * Calls `onEvents` with the latest recent event of each listing, then with batches of new ones: at most two in a second,
   * with the latest event of each listing. `onGap` as in `Database.listen`.
   */
  follow(onEvents: (batch: readonly ListingEvent[]) => void, onGap: () => void): () => void;
}

/**
 * Keeps the events of the last 15 seconds, so that a page also receives those that happened after its data was read and
 * before its stream opened. A repeated event does no harm: it carries the listing's new state. Batches bound what somebody who
 * holds and releases pieces all the time can make the shop send. `clock` in epoch milliseconds.
 */
export function createRecentEvents(database: Database, clock: () => number): RecentEvents {
  /** By listing id, in the order of the latest change. */
  const latest = new Map<string, { event: ListingEvent; at: number }>();
  /** Of the next batch. */
  const pending = new Map<string, ListingEvent>();
  const followers = new Set<{ onEvents: (batch: readonly ListingEvent[]) => void; onGap: () => void }>();
  let isPlanned = false;

  const removeOld = () => {
    const oldest = clock() - retention;
    for (const [id, { at }] of latest) {
      if (at >= oldest) break;
      latest.delete(id);
    }
  };
  const sendBatch = () => {
    isPlanned = false;
    if (pending.size === 0) return;
    const batch = [...pending.values()];
    pending.clear();
    for (const { onEvents } of followers) onEvents(batch);
    planBatch(batchInterval);
  };
  const planBatch = (milliseconds: number) => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(sendBatch, milliseconds).unref();
  };
  database.listen(
    (event) => {
      removeOld();
      latest.delete(event.listingId);
      latest.set(event.listingId, { event, at: clock() });
      pending.delete(event.listingId);
      pending.set(event.listingId, event);
      planBatch(gathering);
    },
    () => {
      // After a gap the kept events may be outdated; clients reload their data.
      latest.clear();
      pending.clear();
      for (const { onGap } of [...followers]) onGap();
    },
  );
  return {
    follow(onEvents, onGap) {
      removeOld();
      // What is pending follows with the next batch.
      const missed = [...latest.values()].map(({ event }) => event).filter(({ listingId }) => !pending.has(listingId));
      if (missed.length > 0) onEvents(missed);
      const follower = { onEvents, onGap };
      followers.add(follower);
      return () => {
        followers.delete(follower);
      };
    },
  };
}
