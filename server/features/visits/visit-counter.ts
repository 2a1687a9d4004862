import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { VisitCounts } from '#contract/visits.ts';
import { runInBackground } from '#server/platform/concurrency/current-caller.ts';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { ListingVisitsTable } from '#server/platform/database/visit-tables.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Settings } from '#server/settings.ts';
import {
  addAll,
  addToListing,
  addToSource,
  type DayCounts,
  monthOf,
  type PendingCounts,
  sourceRows,
} from './pending-counts.ts';
import { addSources, addVisits, deleteBefore, selectHosts, selectKnown } from './visits.queries.ts';

/**
 * Counts what visitors look at. Counting only changes memory, and one background write adds everything to the database, so that a
 * view needs no synchronous write; a crash may lose the last seconds (decision 0044).
 */
export interface VisitCounter {
  /** Counts one more of `what` for a listing. */
  count(listingId: string, what: keyof VisitCounts): void;
  /** Counts a visitor who came from another host. */
  countSource(host: string): void;
  /**
   * Runs a query of the tables with the counts that they do not have yet, and returns its answer. Runs it again if counts were written
   * meanwhile, so that none is missing and none is counted twice. Waits for no write.
   */
  read<Answer>(query: (unwritten: PendingCounts) => Promise<Answer>): Promise<Answer>;
  /** Writes what is only in memory. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between the first unwritten count and the write. */
const flushDelay = 10_000;
/** Milliseconds until a failed write is tried again. */
const retryDelay = 60_000;
/** How long counts are kept. */
const retention = { months: 25 };
/** Rows per SQL statement. */
const batch = 500;

interface Dependencies {
  settings: Pick<Settings, 'timeZone'>;
  database: Database;
  clock: () => number;
  log: Logger;
}

/** Returns a counter that writes nothing before something was counted. */
export function createVisitCounter({ settings, database, clock, log }: Dependencies): VisitCounter {
  const today = createToday(clock, settings.timeZone);
  const writeInTurn = createSerialQueue();
  let pending: PendingCounts = new Map();
  /** What a write that is under way adds to the tables when it commits. */
  let writing: PendingCounts = new Map();
  let commits = 0;
  let timer: NodeJS.Timeout | null = null;
  let lastDeletion = '';

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    return writeInTurn(async () => {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      writing = counted;
      const day = today();
      const noteCommit = () => {
        writing = new Map();
        commits += 1;
      };
      try {
        await database.write(async (tx) => {
          tx.afterCommit(noteCommit);
          await writeCounts(tx, counted, lastDeletion === day ? null : day);
        });
        lastDeletion = day;
      } catch (error) {
        writing = new Map();
        addAll(pending, counted);
        flushAfter(retryDelay);
        throw error;
      }
    });
  };
  const flushInBackground = () => {
    flush().catch((error: unknown) =>
      log.warn({ err: error }, 'counts of visits could not be written; the shop will try again'),
    );
  };
  const flushAfter = (delay: number) => {
    timer ??= runInBackground(() => setTimeout(flushInBackground, delay).unref());
  };

  return {
    count(listingId, what) {
      addToListing(pending, today(), listingId, { [what]: 1 });
      flushAfter(flushDelay);
    },
    countSource(host) {
      addToSource(pending, today(), host, 1);
      flushAfter(flushDelay);
    },
    async read(query) {
      for (;;) {
        const commitsBefore = commits;
        const unwritten: PendingCounts = new Map();
        addAll(unwritten, writing);
        addAll(unwritten, pending);
        const answer = await query(unwritten);
        // The answer of the database to a commit may be waiting in the socket, after that to the query.
        if (writing.size > 0) await nextTurn();
        if (commits === commitsBefore) return answer;
      }
    },
    flush,
    async close() {
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, 'counts of visits could not be written at shutdown'),
      );
      if (timer) clearTimeout(timer);
    },
  };
}

/** Returns a function for the present day in the shop's time zone, such as `2026-11-20`; it computes a day only once. */
function createToday(clock: () => number, timeZone: string): () => string {
  let known = { name: '', from: 0, until: 0 };
  return () => {
    const now = clock();
    if (now >= known.from && now < known.until) return known.name;
    const day = localDay(now, timeZone);
    const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds;
    known = { name: day.toString(), from: startOf(day), until: startOf(day.add({ days: 1 })) };
    return known.name;
  };
}

/** Adds counts to the tables. `today`: the date if old rows are to be deleted as well, else null. */
async function writeCounts(tx: Writer, counted: PendingCounts, today: string | null): Promise<void> {
  // Processes write one after the other, so that together they store no more than `hostsPerDay`.
  await lockName(tx, 'visits');
  for (const [day, { listings, sources }] of counted) {
    await writeSources(tx, day, sources);
    const ids = [...listings.keys()].sort();
    for (let start = 0; start < ids.length; start += batch)
      await writeListings(tx, day, await selectKnown(tx, ids.slice(start, start + batch)), listings);
  }
  if (today === null) return;
  const day = Temporal.PlainDate.from(today).subtract(retention).toString();
  await deleteBefore(tx, { day, month: monthOf(day) });
}

async function writeListings(tx: Writer, day: string, ids: readonly string[], listings: DayCounts['listings']) {
  const rowsOf = (span: ListingVisitsTable['span'], period: string) =>
    ids.flatMap((id) => {
      const counts = listings.get(id);
      if (!counts) return [];
      const { cartAdds: cart_adds, ...others } = counts;
      return [{ span, period, listing_id: id, cart_adds, ...others }];
    });
  await addVisits(tx, rowsOf('day', day));
  await addVisits(tx, rowsOf('month', monthOf(day)));
}

async function writeSources(tx: Writer, day: string, sources: DayCounts['sources']): Promise<void> {
  if (sources.size === 0) return;
  const rows = sourceRows(sources, await selectHosts(tx, day));
  await addSources(
    tx,
    rows.map((row) => ({ day, ...row })),
  );
}
