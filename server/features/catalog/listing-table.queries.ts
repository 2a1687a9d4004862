// The listings as a table of the panel and of the API: filtered, searched, sorted and paged.
import { type RawBuilder, sql } from 'kysely';
import type { ListingSortField } from '#contract/catalog.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { ListingFilterName } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { contains, filterOnly } from '#server/platform/database/dialect.ts';
import {
  countRows,
  emptyLast,
  orderByIds,
  type SortKey,
  selectPage,
  type TextSearch,
} from '#server/platform/database/pagination.ts';
import { type ListingWithHold, selectListingsByIds } from './catalog.queries.ts';
import { shownCondition } from './visibility.ts';

export interface ListingFilter {
  /** Leaves out discontinued listings and those that not everybody sees. If it is false, inventory numbers are searched, too. */
  isForVisitors: boolean;
  /** Only listings with this status or visibility. */
  status?: ListingFilterName | undefined;
}

export async function selectListings(
  reader: Reader,
  request: ListRequest<ListingSortField>,
  filter: ListingFilter,
  now: number,
): Promise<{ rows: ListingWithHold[]; total: number }> {
  const page = {
    table: 'listings',
    where: matching(reader, request, filter, now),
    order: orderOf(request),
    ...rowsOf(request),
  } as const;
  const { ids, total } = await selectPage(reader, page, {
    search: request.q ? searchFor(reader, request.q, filter) : null,
    count: () => countListings(reader, filter, now),
  });
  return { rows: orderByIds(ids, await selectListingsByIds(reader, ids, now)), total };
}

/** Ids and `images` columns of all listings that visitors see, newest first. */
export function selectListingPictures(reader: Reader): Promise<{ id: string; images: string }[]> {
  const listings = reader.selectFrom('listings').select(['id', 'images']).where(shownCondition);
  return listings.orderBy('created_at', 'desc').orderBy('id').execute();
}

function matching(
  reader: Reader,
  { sort }: ListRequest<ListingSortField>,
  { isForVisitors, status }: ListingFilter,
  now: number,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql`1 = 1`];
  if (isForVisitors) conditions.push(shownCondition);
  if (status === 'reserved') {
    conditions.push(sql`listings.status = 'available' and ${isKept(now)}`);
  } else if (status === 'draft' || status === 'scheduled' || status === 'private') {
    // The literal condition is the one of the index `listings_not_listed`.
    conditions.push(sql`listings.visibility <> 'listed' and listings.visibility = ${status}`);
  } else if (status !== undefined) {
    const hasIndex = sortsWithinStatus.has(sort ?? 'date');
    conditions.push(sql`${hasIndex ? sql.ref('listings.status') : filterOnly(reader, 'listings.status')} = ${status}`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Whether somebody holds a listing, or it is reserved. */
export const isKept = (now: number) =>
  sql<boolean>`listings.id in (select listing_id from holds where expires_at > ${now}
    union select listing_id from reservations where until_at > ${now})`;

/** A search that finds many listings reads all of them (`leftOut` is null), because a shop has few. */
function searchFor(reader: Reader, q: string, { isForVisitors }: ListingFilter): TextSearch {
  const text = foldText(q);
  const condition = contains(reader, sql.ref('listings.search_text'), text);
  const byNumber = sql<boolean>`listings.id in (select numbered.id from listings numbered
    where numbered.inventory_folded <> '' and ${contains(reader, sql.ref('numbered.inventory_folded'), text)})`;
  return {
    table: 'listings',
    texts: [text],
    leftOut: null,
    besides: isForVisitors ? null : byNumber,
    contains: isForVisitors ? condition : sql`(${condition} or ${byNumber})`,
  };
}

/** Sort fields for which an index over (status, field) exists. */
const sortsWithinStatus: ReadonlySet<ListingSortField> = new Set(['date', 'date_created', 'id', 'status', 'sold']);

/** The number of listings that match the filter. Without a status it is all listings minus those left out: an index has both counts. */
async function countListings(reader: Reader, filter: ListingFilter, now: number): Promise<number> {
  const { isForVisitors, status } = filter;
  if (status !== undefined) {
    const { count } = await reader
      .selectFrom('listings')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(matching(reader, {}, filter, now))
      .executeTakeFirstOrThrow();
    return count;
  }
  const all = await countRows(reader, 'listings');
  if (!isForVisitors) return all;
  // Each count reads one index.
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from listings where status = 'discontinued')
      + (select count(*) from listings where visibility <> 'listed' and status <> 'discontinued') as count`.execute(
    reader,
  );
  return all - Number(rows[0]?.count ?? 0);
}

const sortColumns: Readonly<Record<ListingSortField, string>> = {
  date: 'created_at',
  date_created: 'created_at',
  id: 'id',
  name: 'name_folded',
  price: 'price_cents',
  series: 'series_folded',
  artist: 'artist_folded',
  artists: 'artists_folded',
  owner: 'owner_folded',
  size: 'size_folded',
  year: 'year',
  unique: 'is_unique',
  sold: 'status',
  status: 'status',
};

const mayBeEmpty = new Set<ListingSortField>(['series', 'artist', 'artists', 'owner', 'size', 'year']);

/** Newest first without `sort`. Empty values come last when ascending and first when descending; booleans sort as 0 and 1. */
function orderOf({ sort, order = 'asc' }: ListRequest<ListingSortField>): SortKey[] {
  const direction = sort === undefined ? 'desc' : order;
  return keysOf(sort ?? 'date').map((by) => ({ by, direction }));
}

function keysOf(field: ListingSortField): RawBuilder<unknown>[] {
  const column = sql.ref(`listings.${sortColumns[field]}`);
  if (field === 'sold') return [sql`case when ${column} = 'sold' then 1 else 0 end`];
  if (!mayBeEmpty.has(field)) return [column];
  return [emptyLast(field === 'year' ? sql`${column} is null` : sql`${column} = ''`), column];
}
