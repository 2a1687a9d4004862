import type { ListingEvent } from '#contract/catalog.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Milliseconds. A page opens its stream sooner than this after its data was read (web/catalog/live-stream.ts, `slowOpening`). */
const retention = 15_000;

export interface RecentEvents {
  /** Calls `onEvent` with the latest recent event of each listing, then with every new one. Otherwise as `Database.listen`. */
  follow(onEvent: (event: ListingEvent) => void, onGap: () => void): () => void;
}

/**
 * Keeps the events of the last 15 seconds, so that a page also receives those that happened after its data was read and
 * before its stream opened. A repeated event does no harm: it carries the listing's new state. `clock` in epoch milliseconds.
 */
export function createRecentEvents(database: Database, clock: () => number): RecentEvents {
  /** By listing id, in the order of the latest change. */
  const latest = new Map<string, { event: ListingEvent; at: number }>();
  const removeOld = () => {
    const oldest = clock() - retention;
    for (const [id, { at }] of latest) {
      if (at >= oldest) break;
      latest.delete(id);
    }
  };
  database.listen(
    (event) => {
      removeOld();
      latest.delete(event.listingId);
      latest.set(event.listingId, { event, at: clock() });
    },
    // After a gap the kept events may be outdated; clients reload their data.
    () => latest.clear(),
  );
  return {
    follow(onEvent, onGap) {
      removeOld();
      for (const { event } of latest.values()) onEvent(event);
      return database.listen(onEvent, onGap);
    },
  };
}
