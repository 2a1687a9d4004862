import { type RawBuilder, sql } from 'kysely';
import {
  type CollectionSearch,
  type Criterion,
  type collectionSortFields,
  rangeLimits,
  type ShownState,
  type SizeRange,
  sizeRanges,
} from '#contract/collection-search.ts';
import { toCents } from '#contract/money.ts';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { contains, hasWords, largestOf, readByIndex, type SearchedWord } from '#server/platform/database/dialect.ts';
import { emptyLast } from '#server/platform/database/pagination.ts';
import { isKept } from './catalog.queries.ts';

/** What a search asks of a listing. */
export type Conditions = ReadonlyMap<Criterion, RawBuilder<boolean>>;

/** A condition for each part of the search. `searched`: the words of `q`, none if there is no `q`. */
export function conditionsOf(
  reader: Reader,
  search: CollectionSearch,
  { searched, now }: { searched: readonly SearchedWord[]; now: number },
): Conditions {
  const conditions = new Map<Criterion, RawBuilder<boolean>>();
  if (search.q !== '') conditions.set('q', searched.length > 0 ? isFound(reader, searched) : sql`1 = 0`);
  if (search.artists.length > 0) conditions.set('artist', isOneOf('artist_folded', search.artists.map(foldText)));
  if (search.series.length > 0) conditions.set('series', isOneOf('series_folded', search.series.map(foldText)));
  if (search.mediums.length > 0) conditions.set('medium', hasMedium(search.mediums.map(foldText)));
  const { priceFrom, priceTo, yearFrom, yearTo } = search;
  if (priceFrom !== null || priceTo !== null)
    conditions.set('price', isBetween('price_cents', priceFrom && toCents(priceFrom), priceTo && toCents(priceTo)));
  if (yearFrom !== null || yearTo !== null) conditions.set('year', isBetween('year', yearFrom, yearTo));
  const any = (options: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(options, sql` or `)})`;
  if (search.sizes.length > 0) conditions.set('size', any(search.sizes.map((size) => hasSize(reader, size))));
  if (search.states.length > 0) conditions.set('state', any(search.states.map((state) => hasState(state, now))));
  if (search.unique) conditions.set('unique', isUnique);
  return conditions;
}

const isFound = (reader: Reader, searched: readonly SearchedWord[]) =>
  sql<boolean>`listings.id in (select listing_id from listing_search where ${hasWords(reader, searched)})`;
const isShown = sql<boolean>`listings.status <> 'discontinued'`;
const isUnique = sql<boolean>`listings.is_unique = 1`;

const isOneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(`listings.${column}`)} in (${sql.join(values)})`;

/** Asks an index of its own, so that shops without mediums pay nothing for them. */
const hasMedium = (folded: readonly string[]) =>
  sql<boolean>`listings.id in (select of_medium.id from listings of_medium
    where of_medium.medium_folded <> '' and of_medium.medium_folded in (${sql.join(folded)}))`;

function isBetween(column: string, from: number | null, to: number | null): RawBuilder<boolean> {
  const value = sql.ref(`listings.${column}`);
  if (from === null) return sql`${value} <= ${to}`;
  return to === null ? sql`${value} >= ${from}` : sql`${value} between ${from} and ${to}`;
}

function hasSize(reader: Reader, size: SizeRange): RawBuilder<boolean> {
  const longest = largestOf(reader, ['listings.width_mm', 'listings.height_mm', 'listings.depth_mm']);
  const { over, upTo } = rangeLimits[size];
  return sql`(${longest} > ${over} and ${longest} <= ${upTo})`;
}

/** An edition is never reserved (docs/behaviour/catalog.md, 4). */
function hasState(state: ShownState, now: number): RawBuilder<boolean> {
  const isHeld = sql`listings.is_unique = 1 and ${isKept(now)}`;
  if (state === 'sold') return sql`listings.status = 'sold'`;
  return state === 'held'
    ? sql`(listings.status = 'available' and ${isHeld})`
    : sql`(listings.status = 'available' and not (${isHeld}))`;
}

/** Has every column that is filtered, counted and sorted by, so that a scan reads no texts. */
const filterIndex = (reader: Reader) => readByIndex(reader, 'listings', 'listings_to_filter');

const all = (conditions: Iterable<RawBuilder<boolean>>) =>
  sql<boolean>`${sql.join([isShown, ...conditions], sql` and `)}`;

/** A page of ids in the requested order, and how many there are on all pages. One scan finds both. */
export async function selectCollectionPage(
  reader: Reader,
  {
    conditions,
    searched,
    sort,
    limit,
    offset,
  }: {
    conditions: Conditions;
    searched: readonly SearchedWord[];
    sort: CollectionSearch['sort'];
    limit: number;
    offset: number;
  },
): Promise<{ ids: string[]; total: number }> {
  const byMatch = searched.length > 0 && sort === null;
  const direction = sql.raw(sort?.order ?? 'desc');
  // `cross` makes SQLite look up the listings of what the words find, not the other way round.
  const listings = filterIndex(reader);
  const from = byMatch ? sql`listing_search cross join ${listings}` : listings;
  const { q: _, ...others } = Object.fromEntries(conditions);
  const where = byMatch
    ? [sql<boolean>`listings.id = listing_search.listing_id`, hasWords(reader, searched), ...Object.values(others)]
    : conditions.values();
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (
        select listings.id, ${byMatch ? matchOf(reader, searched) : sql`0`} as score,
          ${sql.ref(`listings.${sortColumns[sort?.field ?? 'date']}`)} as sort_key
        from ${from} where ${all(where)}),
      page as (select * from found order by score desc, sort_key ${direction}, id limit ${limit} offset ${offset})
    select page.id, counted.total from (select count(*) as total from found) counted left join page on 1 = 1
      order by page.score desc, page.sort_key ${direction}, page.id`.execute(reader);
  return { ids: rows.flatMap((row) => row.id ?? []), total: rows[0]?.total ?? 0 };
}

const sortColumns: Readonly<Record<(typeof collectionSortFields)[number], string>> = {
  date: 'created_at',
  name: 'name_folded',
  price: 'price_cents',
};

/** How well a listing matches: a word in its name counts most, then one in artists and series, then one in its texts. */
function matchOf(reader: Reader, searched: readonly SearchedWord[]): RawBuilder<number> {
  const scores = searched.map(({ words, isPrefix }) => {
    const inColumn = (column: string) =>
      sql.join(
        words.map((word) => {
          const text = sql`${sql.ref(`listing_search.${column}`)} || ' '`;
          return contains(reader, text, isPrefix ? ` ${word}` : ` ${word} `);
        }),
        sql` or `,
      );
    return sql`case when ${inColumn('names')} then 4 when ${inColumn('makers')} then 3 else 1 end`;
  });
  return sql`${sql.join(scores, sql` + `)}`;
}

/** How many listings there would be without each part of the search, and with this part alone. One scan. */
export async function selectCountsWithout(
  reader: Reader,
  conditions: Conditions,
): Promise<{ criterion: Criterion; without: number; alone: number }[]> {
  const parts = [...conditions];
  const flag = (position: number) => sql.ref(`fits_${position}`);
  const flags = parts.map(
    ([, condition], position) => sql`case when ${condition} then 1 else 0 end as ${flag(position)}`,
  );
  const counts = parts.flatMap((_, position) => {
    const others = parts.flatMap((_other, other) => (other === position ? [] : [sql`${flag(other)} = 1`]));
    const count = (of: readonly RawBuilder<unknown>[], name: string) =>
      sql`count(case when ${sql.join([sql`1 = 1`, ...of], sql` and `)} then 1 end) as ${sql.ref(`${name}_${position}`)}`;
    return [count(others, 'without'), count([sql`${flag(position)} = 1`], 'alone')];
  });
  const { rows } = await sql<Record<string, number>>`
    with flags as materialized (select ${sql.join(flags)} from ${filterIndex(reader)} where ${isShown})
    select ${sql.join(counts)} from flags`.execute(reader);
  return parts.map(([criterion], position) => ({
    criterion,
    without: rows[0]?.[`without_${position}`] ?? 0,
    alone: rows[0]?.[`alone_${position}`] ?? 0,
  }));
}

export interface FacetCounts {
  pieces: number;
  unique: number;
  sizes: Record<SizeRange, number>;
  states: Record<ShownState, number>;
}

/** Counts of the whole collection, in one scan. */
export async function selectFacetCounts(reader: Reader, now: number): Promise<FacetCounts> {
  const choice = <Name extends string>(names: readonly Name[], conditionOf: (name: Name) => RawBuilder<boolean>) =>
    sql`case ${sql.join(
      names.map((name) => sql`when ${conditionOf(name)} then ${sql.lit(name)}`),
      sql` `,
    )} end`;
  const { rows } = await sql<{ is_unique: number; size: SizeRange | null; state: ShownState | null; count: number }>`
    select is_unique, size, state, count(*) as count from (
      select is_unique, ${choice(sizeRanges, (size) => hasSize(reader, size))} as size,
        ${choice(['sold', 'held', 'free'], (state) => hasState(state, now))} as state
      from ${filterIndex(reader)} where ${isShown}) as shown
    group by is_unique, size, state`.execute(reader);
  const sumOf = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
  const ofSize = (size: SizeRange) => sumOf((row) => row.size === size);
  const ofState = (state: ShownState) => sumOf((row) => row.state === state);
  return {
    pieces: sumOf(() => true),
    unique: sumOf((row) => row.is_unique === 1),
    sizes: { s: ofSize('s'), m: ofSize('m'), l: ofSize('l'), xl: ofSize('xl') },
    states: { free: ofState('free'), held: ofState('held'), sold: ofState('sold') },
  };
}

export interface FacetValue {
  value: string;
  count: number;
}

/** The artists or series of the collection, those with the most listings first. */
export async function selectFacetValues(
  reader: Reader,
  column: 'artist' | 'series',
  most: number,
): Promise<FacetValue[]> {
  const folded = sql.ref(`listings.${column}_folded`);
  const isNamed = sql`${emptyLast(sql`${folded} = ''`)} = 0`;
  const { rows } = await sql<FacetValue>`
    select counted.count, (select ${sql.ref(`listings.${column}`)} from listings
        where ${isNamed} and ${folded} = counted.folded order by listings.id limit 1) as value
      from (select ${folded} as folded, count(*) as count from listings where ${isShown} and ${folded} <> ''
        group by ${folded} order by count(*) desc, ${folded} limit ${most}) as counted`.execute(reader);
  return rows;
}

/** The mediums of the collection, those with the most listings first. */
export async function selectMediums(reader: Reader, most: number): Promise<FacetValue[]> {
  const { rows } = await sql<FacetValue>`
    select min(medium) as value, count(*) as count from listings where medium_folded <> '' and ${isShown}
    group by medium_folded order by 2 desc, 1 limit ${most}`.execute(reader);
  return rows;
}

/** How many listings have each of these folded names. */
export async function countFacetValues(
  reader: Reader,
  column: 'artist' | 'series' | 'medium',
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const folded = sql.ref(`listings.${column}_folded`);
  const { rows } = await sql<{ folded: string; count: number }>`
    select ${folded} as folded, count(*) as count from listings
    where ${folded} <> '' and ${folded} in (${sql.join(names)}) and ${isShown} group by ${folded}`.execute(reader);
  return new Map(rows.map((row) => [row.folded, row.count]));
}
