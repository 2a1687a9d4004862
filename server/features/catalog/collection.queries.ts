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
import type { Language } from '#contract/languages.ts';
import { toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { contains, largestOf, readByIndex } from '#server/platform/database/dialect.ts';
import { emptyLast, type PageOfIds, pageFromIndex } from '#server/platform/database/pagination.ts';
import type { SearchedWord } from '#server/platform/database/words-index.ts';
import { isKept } from './listing-table.queries.ts';
import type { FoundByWords } from './searched-words.queries.ts';
import { shownCondition } from './visibility.ts';

/** The condition that a listing must meet for each part of a search. The condition of `q` needs a join with `listing_search`. */
export type Conditions = ReadonlyMap<Criterion, RawBuilder<boolean>>;

/** A condition for each part of the search. `found`: what the words of `q` find; null if `q` has no words. */
export function conditionsOf(
  reader: Reader,
  search: CollectionSearch,
  { found, now }: { found: FoundByWords | null; now: number },
): Conditions {
  const conditions = new Map<Criterion, RawBuilder<boolean>>();
  if (search.q !== '') conditions.set('q', found?.condition ?? sql`1 = 0`);
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

const isOfListing = sql<boolean>`listing_search.listing_id = listings.id`;
const isUnique = sql<boolean>`listings.is_unique = 1`;

const isOneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(`listings.${column}`)} in (${sql.join(values)})`;

/** Whether a listing has one of these mediums. Reads an index of the listings with a medium, which is empty in shops without mediums. */
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

/** The index with every column that is filtered, counted or sorted by, so that a scan does not read the texts. */
const filterIndex = (reader: Reader) => readByIndex(reader, 'listings', 'listings_to_filter');

interface PageOfCollection {
  conditions: Conditions;
  found: FoundByWords | null;
  sort: CollectionSearch['sort'];
  limit: number;
  offset: number;
  /** The number of listings in the collection. */
  total: number;
}

/** A page of ids in the requested order, and how many there are on all pages. */
export function selectCollectionPage(reader: Reader, page: PageOfCollection): Promise<PageOfIds> {
  const { conditions, sort, limit, offset, total } = page;
  if (conditions.size > 0 || (sort && sort.field !== 'date')) return pageOfFound(reader, page);
  const order = [{ by: sql`listings.created_at`, direction: sort?.order ?? 'desc' }] as const;
  return pageFromIndex(reader, { table: 'listings', where: shownCondition, order, limit, offset }, async () => total);
}

/** The page of a search, or of an order other than by date. One scan finds the page and the number on all pages. */
async function pageOfFound(
  reader: Reader,
  { conditions, found, sort, limit, offset }: PageOfCollection,
): Promise<PageOfIds> {
  const score = found && sort === null ? matchOf(reader, found.searched) : sql<number>`0`;
  const sortColumn = sortColumns[sort?.field ?? 'date'];
  const direction = sql.raw(sort?.order ?? 'desc');
  const { rows } = await sql<{ id: string | null; total: number }>`
    with ${selectFound(reader, { conditions, found, score, sortColumn })},
      page as (select * from found order by score desc, sort_key ${direction}, id limit ${limit} offset ${offset})
    select page.id, counted.total from (select count(*) as total from found) counted left join page on 1 = 1
      order by page.score desc, page.sort_key ${direction}, page.id`.execute(reader);
  return { ids: rows.flatMap((row) => row.id ?? []), total: rows[0]?.total ?? 0 };
}

/** `found`, a table of all listings that a search finds: `id`, `score` and `sort_key`. */
function selectFound(
  reader: Reader,
  {
    conditions,
    found,
    score,
    sortColumn,
  }: Pick<PageOfCollection, 'conditions' | 'found'> & { score: RawBuilder<number>; sortColumn: string },
): RawBuilder<unknown> {
  const key = (table: string) => sql`${sql.ref(`${table}.${sortColumn}`)} as sort_key`;
  // Listings that visitors do not see have no words, so a search for words alone does not read the table of listings.
  if (found && conditions.size === 1 && sortColumn === sortColumns.date)
    return sql`found as materialized (select listing_search.listing_id as id, ${score} as score, ${key('listing_search')}
      from ${found.table} where ${found.condition})`;
  const filters = [...conditions].flatMap(([criterion, condition]) => (criterion === 'q' && found ? [] : [condition]));
  const where = sql.join([shownCondition, ...filters], sql` and `);
  if (!found)
    return sql`found as materialized (select listings.id, 0 as score, ${key('listings')} from ${filterIndex(reader)} where ${where})`;
  // PostgreSQL assumes that fifty listings have a word, whatever the word is. Without a separate table of the filtered listings it would
  // look up each listing that has the word in an index, even if nearly all have it.
  return sql`filtered as materialized (select listings.id, ${key('listings')} from ${filterIndex(reader)} where ${where}),
    found as materialized (select filtered.id, ${score} as score, filtered.sort_key
      from filtered cross join ${found.table} where listing_search.listing_id = filtered.id and ${found.condition})`;
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
          const text = sql.ref(`listing_search.${column}`);
          return isPrefix ? contains(reader, text, ` ${word}`) : contains(reader, sql`${text} || ' '`, ` ${word} `);
        }),
        sql` or `,
      );
    return sql`case when ${inColumn('names')} then 4 when ${inColumn('makers')} then 3 else 1 end`;
  });
  return sql`${sql.join(scores, sql` + `)}`;
}

/** For each part of a search, how many listings there are without it and with it alone. One scan counts all. */
export async function selectCountsWithout(
  reader: Reader,
  conditions: Conditions,
  found: FoundByWords | null,
): Promise<{ criterion: Criterion; without: number; alone: number }[]> {
  const parts = [...conditions];
  // Each condition that a listing meets sets one bit.
  const bits = parts.map(([criterion, condition], position) => {
    const meets = criterion === 'q' && found ? sql`listing_search.listing_id is not null` : condition;
    return sql`case when ${meets} then ${sql.lit(2 ** position)} else 0 end`;
  });
  const words = found ? sql`left join ${found.table} on ${isOfListing} and ${found.condition}` : sql``;
  const { rows } = await sql<{ bits: number; count: number }>`
    select ${sql.join(bits, sql` + `)} as bits, count(*) as count from ${filterIndex(reader)} ${words} where ${shownCondition}
    group by 1`.execute(reader);
  const every = 2 ** parts.length - 1;
  const sumOf = (wanted: number) =>
    rows.filter(({ bits }) => (bits & wanted) === wanted).reduce((sum, { count }) => sum + count, 0);
  return parts.map(([criterion], position) => ({
    criterion,
    without: sumOf(every - 2 ** position),
    alone: sumOf(2 ** position),
  }));
}

export interface FacetCounts {
  pieces: number;
  unique: number;
  sizes: Record<SizeRange, number>;
  states: Record<ShownState, number>;
}

/**
 * Counts of the whole collection, from one scan of an index in the order of the groups. A second query counts the few listings
 * that are held or reserved.
 */
export async function selectFacetCounts(reader: Reader, now: number): Promise<FacetCounts> {
  const sizes = sizeRanges.map((size) => sql`count(case when ${hasSize(reader, size)} then 1 end) as ${sql.ref(size)}`);
  const { rows } = await sql<Record<SizeRange | 'count', number> & { is_unique: number; status: ListingStatus }>`
    select is_unique, status, count(*) as count, ${sql.join(sizes)}
    from ${readByIndex(reader, 'listings', 'listings_by_state_and_size')} where ${shownCondition}
    group by is_unique, status`.execute(reader);
  const kept = await sql<{ count: number }>`
    select count(*) as count from listings where ${hasState('held', now)} and ${shownCondition}`.execute(reader);
  const sumOf = (column: SizeRange | 'count', isCounted: (row: (typeof rows)[number]) => boolean = () => true) =>
    rows.filter(isCounted).reduce((sum, row) => sum + row[column], 0);
  const held = kept.rows[0]?.count ?? 0;
  return {
    pieces: sumOf('count'),
    unique: sumOf('count', (row) => row.is_unique === 1),
    sizes: { s: sumOf('s'), m: sumOf('m'), l: sumOf('l'), xl: sumOf('xl') },
    states: {
      free: sumOf('count', (row) => row.status === 'available') - held,
      held,
      sold: sumOf('count', (row) => row.status === 'sold'),
    },
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
  const inOrder = readByIndex(reader, 'listings', `listings_in_order_of_${column}_folded`);
  const { rows } = await sql<FacetValue>`
    select counted.count, (select ${sql.ref(`listings.${column}`)} from listings
        where ${isNamed} and ${folded} = counted.folded and ${shownCondition} order by listings.id limit 1) as value
      from (select ${folded} as folded, count(*) as count from ${inOrder} where ${shownCondition} and ${isNamed}
        group by ${folded} order by count(*) desc, ${folded} limit ${most}) as counted`.execute(reader);
  return rows;
}

/** The mediums of the collection, those with the most listings first. */
export async function selectMediums(reader: Reader, most: number): Promise<FacetValue[]> {
  const { rows } = await sql<FacetValue>`
    select min(medium) as value, count(*) as count from listings where medium_folded <> '' and ${shownCondition}
    group by medium_folded order by 2 desc, 1 limit ${most}`.execute(reader);
  return rows;
}

/** For each folded medium, the translation that most of its listings have. */
export async function selectTranslatedMediums(
  reader: Reader,
  language: Language,
  mediums: readonly string[],
): Promise<Map<string, string>> {
  if (mediums.length === 0) return new Map();
  const { rows } = await sql<{ medium_folded: string; medium: string }>`
    select medium_folded, medium from (
      select medium_folded, medium,
        row_number() over (partition by medium_folded order by count(*) desc, medium) as place
      from translated_search where language = ${language} and medium_folded in (${sql.join(mediums)}) and medium <> ''
      group by medium_folded, medium) as counted
    where place = 1`.execute(reader);
  return new Map(rows.map((row) => [row.medium_folded, row.medium]));
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
    where ${folded} <> '' and ${folded} in (${sql.join(names)}) and ${shownCondition} group by ${folded}`.execute(
    reader,
  );
  return new Map(rows.map((row) => [row.folded, row.count]));
}
