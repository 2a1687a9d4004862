import type { Logger } from 'pino';
import { runInBackground } from '#server/platform/concurrency/current-caller.ts';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type SessionActivity, updateLastSeen } from './accounts.queries.ts';

/**
 * When each session was last used. Requests only update memory, and a background write stores it, so that reading never waits for a
 * write; a crash may lose the last seconds (docs/behaviour/accounts.md, 10). Lists add what is in memory to what they read
 * (last-seen.ts). Times are epoch milliseconds.
 */
export interface Presence {
  note(userId: string, tokenHash: string): void;
  /** When the session was last used, if that is not written yet; else null. */
  seenAt(tokenHash: string): number | null;
  /** The last use of each session that was used since the last write. The session may have ended since. */
  unwritten(): Iterable<SessionActivity>;
  /** Writes what is only in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between the first unwritten use and the write. */
const flushDelay = 20_000;

export function createPresence(dependencies: { database: Database; clock: () => number; log: Logger }): Presence {
  const { database, clock, log } = dependencies;
  let pending = new Map<string, SessionActivity>();
  let timer: NodeJS.Timeout | null = null;
  const writeInTurn = createSerialQueue();

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    return writeInTurn(async () => {
      const activities = [...pending.values()];
      if (activities.length === 0) return;
      await database.write((tx) => updateLastSeen(tx, activities));
      for (const activity of activities)
        if (pending.get(activity.tokenHash) === activity) pending.delete(activity.tokenHash);
    });
  };
  const flushInBackground = () => {
    flush().catch((error: unknown) => log.warn({ err: error }, 'presence could not be written; it will be retried'));
  };

  return {
    note(userId, tokenHash) {
      pending.set(tokenHash, { userId, tokenHash, at: clock() });
      timer ??= runInBackground(() => setTimeout(flushInBackground, flushDelay).unref());
    },
    seenAt: (tokenHash) => pending.get(tokenHash)?.at ?? null,
    unwritten: () => pending.values(),
    flush,
    async close() {
      await flush().catch((error: unknown) => log.warn({ err: error }, 'presence could not be written at shutdown'));
      if (timer) clearTimeout(timer);
      pending = new Map();
    },
  };
}
