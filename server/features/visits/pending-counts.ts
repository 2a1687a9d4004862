import type { VisitCounts, VisitSource } from '#contract/visits.ts';
import { otherHosts } from '#server/platform/http/page-visits.ts';

/** The counts of one day that are not in the database yet. */
export interface DayCounts {
  listings: Map<string, VisitCounts>;
  /** Visits by host. */
  sources: Map<string, number>;
}

/** Counts by day, such as `2026-11-20`. */
export type PendingCounts = Map<string, DayCounts>;

/** How many hosts are stored for a day; all others are counted together, so that made-up hosts do not fill the table. */
export const hostsPerDay = 100;

/** The month of a day: `2026-11` of `2026-11-20`. */
export const monthOf = (day: string) => day.slice(0, 7);

export function addToListing(
  pending: PendingCounts,
  day: string,
  listingId: string,
  counts: Partial<VisitCounts>,
): void {
  const { listings } = countsOf(pending, day);
  const before = listings.get(listingId) ?? { views: 0, saves: 0, cartAdds: 0, enquiries: 0 };
  listings.set(listingId, before);
  before.views += counts.views ?? 0;
  before.saves += counts.saves ?? 0;
  before.cartAdds += counts.cartAdds ?? 0;
  before.enquiries += counts.enquiries ?? 0;
}

export function addToSource(pending: PendingCounts, day: string, host: string, visits: number): void {
  const { sources } = countsOf(pending, day);
  const named = sources.has(host) || sources.size < hostsPerDay ? host : otherHosts;
  sources.set(named, (sources.get(named) ?? 0) + visits);
}

/** The rows that a day's visits add to the table, if it has rows of the hosts `stored` for this day. */
export function sourceRows(sources: DayCounts['sources'], stored: readonly string[]): VisitSource[] {
  const named = new Set(stored);
  named.delete(otherHosts);
  const rows = new Map<string, number>();
  for (const [host, visits] of sources) {
    if (host !== otherHosts && named.size < hostsPerDay) named.add(host);
    const name = named.has(host) ? host : otherHosts;
    rows.set(name, (rows.get(name) ?? 0) + visits);
  }
  return [...rows].map(([host, visits]) => ({ host, visits }));
}

/** Adds counts that could not be written to those that came meanwhile. */
export function addAll(pending: PendingCounts, counted: PendingCounts): void {
  for (const [day, { listings, sources }] of counted) {
    for (const [id, counts] of listings) addToListing(pending, day, id, counts);
    for (const [host, visits] of sources) addToSource(pending, day, host, visits);
  }
}

function countsOf(pending: PendingCounts, day: string): DayCounts {
  const known = pending.get(day);
  if (known) return known;
  const counts: DayCounts = { listings: new Map(), sources: new Map() };
  pending.set(day, counts);
  return counts;
}
