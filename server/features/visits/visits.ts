import { type Refusal, refuse } from '#contract/errors.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { TimeRange } from '#contract/states.ts';
import type { VisitCounts, VisitedListing, VisitSource } from '#contract/visits.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import {
  type Spans,
  selectKnown,
  selectListed,
  selectSources,
  selectVisited,
  selectVisitsOf,
} from './visits.queries.ts';

export { createVisitCounter, type VisitCounter } from './visit-counter.ts';

/** Counts a view of a listing. Refuses an unknown one (404), so that only listings use memory. */
export async function countView(shop: Shop, listingId: string, isVisitor: boolean): Promise<Refusal | null> {
  const [known] = await selectListed(shop.database.read, [listingId]);
  if (known === undefined) return refuse('listingNotFound');
  if (isVisitor) shop.visits.count(known, 'views');
  return null;
}

/** The listings that have counts in this time, the most looked at first. */
export async function listVisitedListings(
  shop: Shop,
  range: TimeRange,
  request: ListRequest,
): Promise<{ listings: VisitedListing[]; total: number }> {
  await shop.visits.flush();
  return selectVisited(shop.database.read, spansOf(shop, range), rowsOf(request));
}

/** The other hosts from which visitors came in this time, the most visits first. */
export async function listVisitSources(
  shop: Shop,
  range: TimeRange,
  request: ListRequest,
): Promise<{ sources: VisitSource[]; total: number }> {
  await shop.visits.flush();
  return selectSources(shop.database.read, firstDay(shop, range), rowsOf(request));
}

/** The counts of one listing in the last 30 days. Refuses an unknown one (404). */
export async function findVisitsOf(shop: Shop, listingId: string): Promise<{ visits: VisitCounts } | Refusal> {
  const [known] = await selectKnown(shop.database.read, [listingId]);
  if (known === undefined) return refuse('listingNotFound');
  await shop.visits.flush();
  return { visits: await selectVisitsOf(shop.database.read, known, spansOf(shop, 'day')) };
}

/** Which rows a range reads. Months have their own rows, so that a year of a large shop is read as fast as a month. */
function spansOf(shop: Shop, range: TimeRange): Spans {
  const from = firstDay(shop, range);
  return range === 'day' ? { span: 'day', from } : { span: 'month', from: from.slice(0, 7) };
}

/** The first day of a range, as in the sales chart; '' for `year`, which covers everything that is kept. */
function firstDay({ clock, settings }: Shop, range: TimeRange): string {
  const today = localDay(clock(), settings.timeZone);
  if (range === 'day') return today.subtract({ days: 29 }).toString();
  if (range === 'month') return today.with({ day: 1 }).subtract({ months: 11 }).toString();
  return '';
}
