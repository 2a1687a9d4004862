import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { coalesce } from './coalesce.ts';
import { type FailingQueue, forgetFailure, isOutage, recordFailure, selectResting } from './failed-work.ts';

/** Processes the due rows of a table in the background. */
export interface WorkQueue {
  /** Begins to work on the items that are due, also those that an earlier process left. */
  wake(): void;
  /** Resolves when every item that is due has been tried. */
  settled(): Promise<void>;
  /** Begins no more work, and waits a short time for the work that is under way. */
  close(): Promise<void>;
}

/** A queue that does nothing, for work that is switched off. */
export const idleWorkQueue: WorkQueue = {
  wake: () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
};

export type WorkQueueParts<Item> = CommonParts<Item> & (ClaimsOne<Item> | ClaimsSeveral<Item>);

interface ClaimsOne<Item> {
  /**
   * Claims the due item to work on next, so that no other process does; undefined if none is due. Never called twice at a time. It leaves
   * out the items `resting`, which are empty but for `unclaimed` queues.
   */
  claimNext(resting: readonly string[]): Promise<Item | undefined>;
}

interface ClaimsSeveral<Item> {
  /** Like `claimNext`, for at most `most` items at once; fewer if no others are due. */
  claimSeveral(most: number): Promise<readonly Item[]>;
}

interface CommonParts<Item> {
  /** An item whose work throws is due again when its claim ends. */
  work(item: Item): Promise<void>;
  /** When the next item is due, epoch milliseconds, except those that rest; null if there is none. */
  nextDue(resting: readonly string[]): Promise<number | null>;
  /** How many items this process works on at the same time at most. */
  maxAtOnce: number;
  /**
   * For a queue whose `claimNext` does not mark the item. An item that fails rests, so that it does not hold up the others, and is given up
   * after some tries (failed-work.ts). `maxAtOnce` must be 1, because two at a time would do the same work.
   */
  unclaimed?: { name: FailingQueue; keyOf: (item: Item) => string; database: () => Database };
  clock: () => number;
  log: Pick<Logger, 'warn'>;
  /** The message that is logged when the table cannot be read or `work` throws. */
  failure: string;
}

/** A log for queues that are created before their shop: `shopOf` is called for each line. */
export const lateLog = (shopOf: () => { readonly log: Logger }): Pick<Logger, 'warn'> => ({
  warn: (...line: Parameters<Logger['warn']>) => shopOf().log.warn(...line),
});

// Milliseconds.
const pollInterval = 60_000;
/** A queue without due items asks when the next is due after this time, because a busy one is woken before. */
const idleTime = 1_000;
const closeTimeout = 3_000;

/** Returns a queue that does nothing before `wake`. Afterwards it looks for due items at least once a minute. */
export function createWorkQueue<Item>(parts: WorkQueueParts<Item>): WorkQueue {
  const { work, unclaimed, maxAtOnce, clock, log, failure } = parts;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let working = 0;
  let isClosed = false;

  const track = (promise: Promise<void>) => {
    running.add(promise);
    void promise.finally(() => running.delete(promise));
  };
  /** Begins to work on due items until `maxAtOnce` are under way. One call at a time claims, so the order is kept. */
  const begin = coalesce(async () => {
    while (!isClosed && working < maxAtOnce) {
      const free = maxAtOnce - working;
      const items = await claim(parts, free, await resting());
      working += items.length;
      for (const item of items) track(workOn(item));
      const isLast = items.length === 0 || ('claimSeveral' in parts && items.length < free);
      if (isLast) return planAfter(idleTime, planNext);
    }
  });
  const resting = async () =>
    unclaimed ? await selectResting(unclaimed.database().read, unclaimed.name, clock()) : [];
  const workOn = async (item: Item) => {
    const mayGoOn = await work(item)
      .then(() => unclaimed && forgetFailure(unclaimed.database(), unclaimed.name, unclaimed.keyOf(item)))
      .then(
        () => true,
        (error: unknown) => fail(item, error),
      );
    working -= 1;
    if (mayGoOn) wake();
  };
  /** Returns whether the next item can be tried at once. If not, the timer that `logFailure` has set wakes the queue. */
  const fail = async (item: Item, error: unknown): Promise<boolean> => {
    logFailure(error);
    if (!unclaimed) return true;
    if (isClosed || isOutage(error)) return false;
    const { name: queue, keyOf, database } = unclaimed;
    try {
      await recordFailure(database(), { queue, item: keyOf(item), error, now: clock() });
      return true;
    } catch (unwritable) {
      logFailure(unwritable);
      return false;
    }
  };
  const planNext = async () => {
    const wait = ((await parts.nextDue(await resting())) ?? Number.POSITIVE_INFINITY) - clock();
    if (wait <= 0) wake();
    else planAfter(Math.min(pollInterval, wait), begin);
  };
  const logFailure = (error: unknown) => {
    // The database may be closed by now; the next process finishes what was under way.
    if (isClosed) return;
    log.warn({ err: error }, failure);
    planAfter(pollInterval, begin);
  };
  const run = (step: () => Promise<void>) => {
    if (!isClosed) track(step().catch(logFailure));
  };
  const planAfter = (milliseconds: number, step: () => Promise<void>) => {
    if (timer) clearTimeout(timer);
    if (!isClosed) timer = setTimeout(run, milliseconds, step).unref();
  };
  const wake = () => run(begin);
  /** Waits again and again, because a claim that is under way begins work on its item. */
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    wake,
    settled,
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, closeTimeout).unref())]);
    },
  };
}

async function claim<Item>(
  parts: WorkQueueParts<Item>,
  most: number,
  resting: readonly string[],
): Promise<readonly Item[]> {
  if ('claimSeveral' in parts) return parts.claimSeveral(most);
  const item = await parts.claimNext(resting);
  return item === undefined ? [] : [item];
}
