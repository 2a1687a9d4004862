import type { ListingEvent } from '#contract/catalog.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * How long events are kept, in milliseconds: longer than a page takes to open its stream after its data was read
 * (web/catalog/live-stream.ts, `slowOpening`).
 */
const retention = 15_000;

/** Milliseconds between two batches. The first event after a pause is sent after `firstDelay` milliseconds. */
const batchInterval = 500;
const firstDelay = 5;

export interface RecentEvents {
  /**
   * Calls `onEvents` with the latest recent event of each listing, then with batches of new ones: at most two in a second,
   * with the latest event of each listing. `onGap` as in `Database.listen`. Returns a function that stops the calls.
   */
  follow(onEvents: (batch: readonly ListingEvent[]) => void, onGap: () => void): () => void;
}

/**
 * Keeps the events of the last 15 seconds, so that a page also receives those that happened after its data was read and
 * before its stream opened. A repeated event does no harm: it carries the listing's new state. Batches limit the traffic
 * that somebody can cause by holding and releasing pieces again and again. `clock` in epoch milliseconds.
 */
export function createRecentEvents(database: Database, clock: () => number): RecentEvents {
  /** The latest event of each listing and its time (epoch milliseconds), by listing id, in the order of these times. */
  const latest = new Map<string, { event: ListingEvent; at: number }>();
  /** The events of the next batch, by listing id. */
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
      planBatch(firstDelay);
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
      // Pending events are sent with the next batch.
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
