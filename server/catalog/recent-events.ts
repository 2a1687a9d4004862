import type { ListingEvent } from '#contract/catalog.ts';
import type { Database } from '#server/database/database.ts';

/** Milliseconds: longer than a page takes from its own data to its stream (web/catalog/live-stream.ts, `slowOpening`). */
const remembered = 15_000;

export interface RecentEvents {
  /** The last event of each piece in the last seconds, then every one from now on. Otherwise as `Database.listen`. */
  follow(tell: (event: ListingEvent) => void, miss: () => void): () => void;
}

/**
 * A page is made of what was true then, and hears what happens once its stream is open: what happened in between is told
 * first. Twice is harmless, for an event says what a piece has become. `clock`: epoch milliseconds.
 */
export function rememberEvents(database: Database, clock: () => number): RecentEvents {
  /** The one that was changed last comes last. */
  const last = new Map<string, { event: ListingEvent; at: number }>();
  const forgetOld = () => {
    const oldest = clock() - remembered;
    for (const [id, { at }] of last) {
      if (at >= oldest) break;
      last.delete(id);
    }
  };
  database.listen(
    (event) => {
      forgetOld();
      last.delete(event.listingId);
      last.set(event.listingId, { event, at: clock() });
    },
    // What is remembered may not be the last any more; those who listened begin anew with a fresh look.
    () => last.clear(),
  );
  return {
    follow(tell, miss) {
      forgetOld();
      for (const { event } of last.values()) tell(event);
      return database.listen(tell, miss);
    },
  };
}
