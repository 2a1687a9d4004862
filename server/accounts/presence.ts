import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { type Sighting, updateLastSeen } from './accounts.queries.ts';

/**
 * Who was here when. Requests only note it in memory; one write every while keeps it, so that reading costs no write
 * (CONTRACT.md, Invariant 4). Times are epoch milliseconds.
 */
export interface Presence {
  note(userId: string, tokenHash: string): void;
  /** When the session was last noted and not yet written; null otherwise. */
  seenAt(tokenHash: string): number | null;
  /** Writes what was noted; before lists that show it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** At most this long is presence kept in memory only, milliseconds. */
const flushEvery = 20_000;

export function createPresence(dependencies: { database: Database; clock: () => number; log: Logger }): Presence {
  const { database, clock, log } = dependencies;
  let noted = new Map<string, Sighting>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(async () => {
      const sightings = [...noted.values()];
      if (sightings.length === 0) return;
      await database.write((tx) => updateLastSeen(tx, sightings));
      for (const sighting of sightings)
        if (noted.get(sighting.tokenHash) === sighting) noted.delete(sighting.tokenHash);
    });
    const flushed = writing;
    // Who waits for a flush hears of its failure; the next one is not held up by it.
    writing = writing.catch(() => undefined);
    return flushed;
  };
  const flushInBackground = () => {
    flush().catch((error: unknown) => log.warn({ err: error }, 'presence could not be written; it is tried again'));
  };

  return {
    note(userId, tokenHash) {
      noted.set(tokenHash, { userId, tokenHash, at: clock() });
      timer ??= setTimeout(flushInBackground, flushEvery).unref();
    },
    seenAt: (tokenHash) => noted.get(tokenHash)?.at ?? null,
    flush,
    async close() {
      await flush().catch((error: unknown) => log.warn({ err: error }, 'the last presence could not be written'));
      if (timer) clearTimeout(timer);
      noted = new Map();
    },
  };
}
