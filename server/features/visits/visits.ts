import { type Refusal, refuse } from '#contract/errors.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { TimeRange } from '#contract/states.ts';
import type { VisitCounts, VisitedListing, VisitSource } from '#contract/visits.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import { monthOf, type PendingCounts, sourceRows } from './pending-counts.ts';
import {
  type ListingCounts,
  type Spans,
  selectHosts,
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
  const spans = spansOf(shop, range);
  return shop.visits.read((unwritten) =>
    selectVisited(shop.database.read, spans, { ...rowsOf(request), unwritten: listingRows(unwritten, spans) }),
  );
}

/** The other hosts from which visitors came in this time, the most visits first. */
export async function listVisitSources(
  shop: Shop,
  range: TimeRange,
  request: ListRequest,
): Promise<{ sources: VisitSource[]; total: number }> {
  const from = firstDay(shop, range);
  const { read } = shop.database;
  return shop.visits.read(async (unwritten) => {
    const days = [...unwritten].filter(([day, { sources }]) => day >= from && sources.size > 0);
    const rows = await Promise.all(
      days.map(async ([day, { sources }]) => sourceRows(sources, await selectHosts(read, day))),
    );
    return selectSources(read, from, { ...rowsOf(request), unwritten: rows.flat() });
  });
}

/** The counts of one listing in the last 30 days. Refuses an unknown one (404). */
export async function findVisitsOf(shop: Shop, listingId: string): Promise<{ visits: VisitCounts } | Refusal> {
  const [known] = await selectKnown(shop.database.read, [listingId]);
  if (known === undefined) return refuse('listingNotFound');
  const spans = spansOf(shop, 'day');
  const visits = await shop.visits.read(async (unwritten) => {
    const counts = await selectVisitsOf(shop.database.read, known, spans);
    for (const row of listingRows(unwritten, spans)) if (row.listing_id === known) add(counts, row);
    return counts;
  });
  return { visits };
}

/** The counts of listings in memory, as rows of the days or months from `spans.from` onwards. */
function listingRows(unwritten: PendingCounts, { span, from }: Spans): ListingCounts[] {
  return [...unwritten]
    .filter(([day]) => (span === 'day' ? day : monthOf(day)) >= from)
    .flatMap(([, { listings }]) =>
      [...listings].map(([listing_id, { cartAdds: cart_adds, ...others }]) => ({ listing_id, cart_adds, ...others })),
    );
}

function add(counts: VisitCounts, { views, saves, cart_adds, enquiries }: ListingCounts): void {
  counts.views += views;
  counts.saves += saves;
  counts.cartAdds += cart_adds;
  counts.enquiries += enquiries;
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
