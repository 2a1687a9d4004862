import type { Logger } from 'pino';
import type { Database, Writer } from '../database/database.ts';
import { runInBackground } from './current-caller.ts';
import { createSerialQueue } from './serial-queue.ts';

/** What requests that only read have to store. It is written after they are answered (decision 0065). */
export interface BackgroundWrites {
  /**
   * Runs `work` in a transaction, soon, and in the order of the calls. If the transaction fails, it is tried again for ten minutes. A
   * crash may lose it. `what` is the name in the log.
   */
  add(what: string, work: (tx: Writer) => Promise<unknown>): void;
  /** Resolves when everything that was added has been written or has failed once. */
  settled(): Promise<void>;
  /** Tries once more to write what is left. */
  close(): Promise<void>;
}

/** Milliseconds until a failed write is tried again. */
const retryDelay = 5_000;
/** How often a write is tried. */
const attempts = 120;

interface Entry {
  what: string;
  attemptsLeft: number;
  work: (tx: Writer) => Promise<unknown>;
}

export function createBackgroundWrites(dependencies: { database: Database; log: Logger }): BackgroundWrites {
  const { database, log } = dependencies;
  const entries = new Set<Entry>();
  const inTurn = createSerialQueue();
  let timer: NodeJS.Timeout | null = null;

  const writeAll = () =>
    inTurn(async () => {
      for (const entry of [...entries]) {
        const { what, work } = entry;
        entry.attemptsLeft -= 1;
        try {
          await database.write(work);
          entries.delete(entry);
        } catch (error) {
          log.warn({ err: error, what }, 'something that a read has to store could not be written');
          if (entry.attemptsLeft > 0) timer ??= setTimeout(tryAgain, retryDelay).unref();
          else giveUp(entry);
        }
      }
    });
  const giveUp = (entry: Entry) => {
    entries.delete(entry);
    log.error({ what: entry.what }, 'something that a read has to store is lost');
  };
  const tryAgain = () => {
    timer = null;
    void writeAll();
  };

  return {
    add(what, work) {
      entries.add({ what, work, attemptsLeft: attempts });
      // While a failed write waits for its next try, further ones wait with it.
      if (timer === null) runInBackground(() => void writeAll());
    },
    settled: () => runInBackground(writeAll),
    async close() {
      await writeAll();
      if (timer) clearTimeout(timer);
      for (const entry of entries) giveUp(entry);
    },
  };
}
