import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Reader, Writer } from '../database/database.ts';
import { isBusy, isConnectionFailure, isDiskFailure } from '../database/database-errors.ts';
import type { FailedWorkTable, FailingQueue } from '../database/failed-work-tables.ts';
import { ServiceUnavailable } from '../failures.ts';
import { ObjectStoreUnavailable } from '../object-storage/object-store-errors.ts';

export type { FailingQueue } from '../database/failed-work-tables.ts';

/** How often work is tried before it is given up: the last time half an hour after the first. */
export const mostTries = 6;
/** Milliseconds before the second try, doubled before each further one. */
const firstDelay = 60_000;

/**
 * Whether an error says nothing about the work itself, because the database, the disk or the object store is unavailable. Such work is
 * repeated until they are available again; anything else is given up after `mostTries`.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof ServiceUnavailable ||
  error instanceof ObjectStoreUnavailable ||
  isBusy(error) ||
  isConnectionFailure(error) ||
  isDiskFailure(error);

/** The key of an item: with the time at which it is due, so that it is tried anew when somebody changes the time. */
export const dueKey = (id: string, dueAt: number): string => `${id} ${dueAt}`;

/** `dueKey` of the rows of a query, by their columns. */
export const dueKeyOf = (id: string, dueAt: string) => sql<string>`${sql.ref(id)} || ' ' || ${sql.ref(dueAt)}`;

/** The items of a queue that are not to be tried now: they were given up, or failed and are not due yet. */
export async function selectResting(reader: Reader, queue: FailingQueue, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('failed_work')
    .select('item')
    .where('queue', '=', queue)
    .where((row) => row.or([row('given_up_at', 'is not', null), row('next_at', '>', now)]))
    .execute();
  return rows.map(({ item }) => item);
}

/** Stores that the work on an item has failed. Returns the row; the item was given up if its `given_up_at` is not null. */
export function recordFailure(
  database: Database,
  { queue, item, error, now }: Pick<FailedWorkTable, 'queue' | 'item'> & { error: unknown; now: number },
): Promise<FailedWorkTable> {
  return database.write(async (tx) => {
    const former = await tx
      .selectFrom('failed_work')
      .select('tries')
      .where('queue', '=', queue)
      .where('item', '=', item)
      .executeTakeFirst();
    const tries = (former?.tries ?? 0) + 1;
    const row: FailedWorkTable = {
      queue,
      item,
      tries,
      next_at: now + firstDelay * 2 ** (tries - 1),
      given_up_at: tries >= mostTries ? now : null,
      error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    };
    await tx
      .insertInto('failed_work')
      .values(row)
      .onConflict((conflict) => conflict.columns(['queue', 'item']).doUpdateSet(row))
      .execute();
    return row;
  });
}

/** Forgets that the work on an item has failed, because it is done. */
export async function forgetFailure(database: Database, queue: FailingQueue, item: string): Promise<void> {
  const known = database.read.selectFrom('failed_work').select('tries');
  if (await known.where('queue', '=', queue).where('item', '=', item).executeTakeFirst())
    await database.write((tx) => deleteFailures(tx, queue, [item]));
}

/** Deletes the failures of these items, so that they may be tried anew. */
export async function deleteFailures(tx: Writer, queue: FailingQueue, items: readonly string[]): Promise<void> {
  if (items.length > 0)
    await tx.deleteFrom('failed_work').where('queue', '=', queue).where('item', 'in', items).execute();
}

interface EachParts<Item> {
  queue: FailingQueue;
  keyOf(item: Item): string;
  /** Returns how much it did. */
  work(item: Item): Promise<number>;
}

/**
 * Works on each item, except those that rest. One that fails rests, so that it does not hold up the others. Returns how much was done in
 * all. Throws during an outage.
 */
export async function workOnEach<Item>(
  { database, clock, log }: { database: Database; clock: () => number; log: Pick<Logger, 'warn'> },
  items: Iterable<Item>,
  { queue, keyOf, work }: EachParts<Item>,
): Promise<number> {
  const resting = new Set(await selectResting(database.read, queue, clock()));
  let done = 0;
  for (const item of items) {
    const key = keyOf(item);
    if (resting.has(key)) continue;
    try {
      done += await work(item);
    } catch (error) {
      if (isOutage(error)) throw error;
      log.warn({ err: error, queue }, 'one of several items of background work failed');
      await recordFailure(database, { queue, item: key, error, now: clock() });
    }
  }
  return done;
}
