import type { Logger } from 'pino';
import type { VisitCounts } from '#contract/visits.ts';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { ListingVisitsTable } from '#server/platform/database/visit-tables.ts';
import { otherHosts } from '#server/platform/http/page-visits.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Settings } from '#server/settings.ts';
import {
  addAll,
  addToListing,
  addToSource,
  type DayCounts,
  hostsPerDay,
  type PendingCounts,
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
  /** Writes what is only in memory. Call it before reading the tables. */
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
  let timer: NodeJS.Timeout | null = null;
  let lastDeletion = '';

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    return writeInTurn(async () => {
      if (pending.size === 0) return;
      const counted = pending;
      pending = new Map();
      const day = today();
      try {
        await database.write((tx) => writeCounts(tx, counted, lastDeletion === day ? null : day));
        lastDeletion = day;
      } catch (error) {
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
    timer ??= setTimeout(flushInBackground, delay).unref();
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
  const stored = new Set(await selectHosts(tx, day));
  stored.delete(otherHosts);
  const rows = new Map<string, number>();
  for (const [host, visits] of sources) {
    if (host !== otherHosts && stored.size < hostsPerDay) stored.add(host);
    const named = stored.has(host) ? host : otherHosts;
    rows.set(named, (rows.get(named) ?? 0) + visits);
  }
  await addSources(
    tx,
    [...rows].map(([host, visits]) => ({ day, host, visits })),
  );
}

const monthOf = (day: string) => day.slice(0, 7);
