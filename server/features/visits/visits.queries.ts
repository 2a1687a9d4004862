import { sql } from 'kysely';
import type { VisitCounts, VisitedListing, VisitSource } from '#contract/visits.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { tableOf } from '#server/platform/database/dialect.ts';
import type { ListingVisitsTable, VisitSourcesTable } from '#server/platform/database/visit-tables.ts';

/** Which rows are read: those per day or per month (`span`), from the period `from` onwards. */
export type Spans = Pick<ListingVisitsTable, 'span'> & { from: string };

/** The counts of a listing that are not in the table yet. */
export type ListingCounts = Omit<ListingVisitsTable, 'span' | 'period'>;

interface PageOfRows<Row> {
  limit: number;
  offset: number;
  /** Rows that are not in the table yet, and count as if they were. */
  unwritten: readonly Row[];
}

/** The given ids that belong to a listing. */
export async function selectKnown(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await reader.selectFrom('listings').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** The given ids that belong to a listing which everybody sees. */
export async function selectListed(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = reader.selectFrom('listings').select('id').where('id', 'in', ids);
  return (await known.where('visibility', '=', 'listed').execute()).map(({ id }) => id);
}

/** Inserts counts, or adds them to the row that exists. */
export async function addVisits(tx: Writer, rows: readonly ListingVisitsTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('listing_visits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['span', 'period', 'listing_id']).doUpdateSet((row) => ({
        views: row('listing_visits.views', '+', row.ref('excluded.views')),
        saves: row('listing_visits.saves', '+', row.ref('excluded.saves')),
        cart_adds: row('listing_visits.cart_adds', '+', row.ref('excluded.cart_adds')),
        enquiries: row('listing_visits.enquiries', '+', row.ref('excluded.enquiries')),
      })),
    )
    .execute();
}

/** Inserts counts, or adds them to the row that exists. */
export async function addSources(tx: Writer, rows: readonly VisitSourcesTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('visit_sources')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'host'])
        .doUpdateSet((row) => ({ visits: row('visit_sources.visits', '+', row.ref('excluded.visits')) })),
    )
    .execute();
}

export async function selectHosts(reader: Reader, day: string): Promise<string[]> {
  const rows = await reader.selectFrom('visit_sources').select('host').where('day', '=', day).execute();
  return rows.map(({ host }) => host);
}

/** Deletes all rows of periods before these. */
export async function deleteBefore(tx: Writer, first: { day: string; month: string }): Promise<void> {
  for (const span of ['day', 'month'] as const)
    await tx.deleteFrom('listing_visits').where('span', '=', span).where('period', '<', first[span]).execute();
  await tx.deleteFrom('visit_sources').where('day', '<', first.day).execute();
}

/** Listings with their counts, the most looked at first, and the number of listings that have counts. */
export async function selectVisited(
  reader: Reader,
  { span, from }: Spans,
  { limit, offset, unwritten }: PageOfRows<ListingCounts>,
): Promise<{ listings: VisitedListing[]; total: number }> {
  const counts = sql`listing_id, views, saves, cart_adds, enquiries`;
  const stored = sql`select ${counts} from listing_visits where span = ${span} and period >= ${from}`;
  // A listing may have been deleted since it was counted.
  const inMemory = sql`select ${counts} from ${tableOf(reader, countColumns, unwritten)}
    where listing_id in (select id from listings)`;
  const counted = sql`from (${unwritten.length === 0 ? stored : sql`${stored} union all ${inMemory}`}) counted`;
  const { rows: listings } = await sql<VisitedListing>`
    select listing_id as "listingId", name, views, saves, "cartAdds", enquiries from (
      select * from (select listing_id, ${sums} ${counted} group by listing_id) counts
      order by ${mostFirst} limit ${limit} offset ${offset}
    ) most join listings on listings.id = listing_id order by ${mostFirst}`.execute(reader);
  const { rows } = await sql<{ total: number }>`select count(distinct listing_id) as total ${counted}`.execute(reader);
  return { listings, total: rows[0]?.total ?? 0 };
}

export async function selectVisitsOf(reader: Reader, listingId: string, { span, from }: Spans): Promise<VisitCounts> {
  const { rows } = await sql<VisitCounts>`
    select ${sums} from listing_visits
    where listing_id = ${listingId} and span = ${span} and period >= ${from}`.execute(reader);
  return rows[0] ?? { views: 0, saves: 0, cartAdds: 0, enquiries: 0 };
}

const countColumns = {
  listing_id: 'text',
  views: 'integer',
  saves: 'integer',
  cart_adds: 'integer',
  enquiries: 'integer',
} as const;

const sums = sql.raw(
  Object.entries({ views: 'views', saves: 'saves', cart_adds: 'cartAdds', enquiries: 'enquiries' })
    .map(([column, name]) => `coalesce(sum(${column}), 0) as "${name}"`)
    .join(', '),
);
const mostFirst = sql.raw('views desc, saves + "cartAdds" + enquiries desc, listing_id');

/** The hosts with their visits since a day, the most visits first, and how many hosts there are. */
export async function selectSources(
  reader: Reader,
  from: string,
  { limit, offset, unwritten }: PageOfRows<VisitSource>,
): Promise<{ sources: VisitSource[]; total: number }> {
  const stored = sql`select host, visits from visit_sources where day >= ${from}`;
  const inMemory = sql`select host, visits from ${tableOf(reader, { host: 'text', visits: 'integer' }, unwritten)}`;
  const counted = sql`from (${unwritten.length === 0 ? stored : sql`${stored} union all ${inMemory}`}) counted`;
  const { rows: sources } = await sql<VisitSource>`
    select host, sum(visits) as visits ${counted} group by host order by 2 desc, host
    limit ${limit} offset ${offset}`.execute(reader);
  const { rows } = await sql<{ total: number }>`select count(distinct host) as total ${counted}`.execute(reader);
  return { sources, total: rows[0]?.total ?? 0 };
}
