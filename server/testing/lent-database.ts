import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';

/**
 * A database for one test, on connections that stay open for the next one: PostgreSQL would read its catalog anew for each new
 * connection, 0.3 s of processor time for a test. After close() nothing is written or heard through it.
 */
export function lend(lender: Database): Database {
  const writes = new Set<Promise<unknown>>();
  const listening = new Set<() => void>();
  let isClosed = false;
  return {
    ...lender,
    // A Reader of its own, because the shop keeps caches for each.
    read: lender.read.withoutPlugins(),
    async write(work) {
      if (isClosed) throw new Error('the database is closed');
      const write = lender.write(work);
      writes.add(write);
      return write.finally(() => writes.delete(write));
    },
    listen(onEvent, onGap) {
      const stop = lender.listen(onEvent, onGap);
      listening.add(stop);
      return stop;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(writes);
      for (const stop of listening) stop();
    },
  };
}

/** Resolves when all events that were announced before the call have been heard, so that the next test hears none of them. */
export async function allEventsHeard(database: Database): Promise<void> {
  const last = { listingId: randomUUID(), state: 'available' } as const;
  const heard = Promise.withResolvers<true>();
  const stop = database.listen(({ listingId }) => listingId === last.listingId && heard.resolve(true));
  // An event that is announced before the new connection listens is never heard, so it is announced again.
  do await database.write(async (tx) => tx.listingChanged(last));
  while (!(await Promise.race([heard.promise, pause(50, false)])));
  stop();
}
