import { normalizeText } from './normalize-text.ts';

/** What visitors search and filter the collection by (docs/behaviour/collection.md). */
export interface CollectionSearch {
  /** The words; empty for a search without words. */
  q: string;
  artists: readonly string[];
  series: readonly string[];
  mediums: readonly string[];
  /** In whole units of the currency. */
  priceFrom: number | null;
  priceTo: number | null;
  yearFrom: number | null;
  yearTo: number | null;
  sizes: readonly SizeRange[];
  states: readonly ShownState[];
  /** Whether only unique pieces are searched for. */
  unique: boolean;
  /** Null: the best match first if `q` has words, else the newest first. */
  sort: { field: CollectionSortField; order: 'asc' | 'desc' } | null;
  /** From 1. */
  page: number;
}

/** Ranges of the longest side of a piece; `rangeLimits` has their limits. */
export const sizeRanges = ['s', 'm', 'l', 'xl'] as const;
export type SizeRange = (typeof sizeRanges)[number];

/** The limits of each range in millimetres: a side is longer than `over`, and at most `upTo`. */
export const rangeLimits: Readonly<Record<SizeRange, { over: number; upTo: number }>> = {
  s: { over: 0, upTo: 400 },
  m: { over: 400, upTo: 900 },
  l: { over: 900, upTo: 1_200 },
  xl: { over: 1_200, upTo: Number.MAX_SAFE_INTEGER },
};

/** States to filter by. `free`: can be bought now; `held`: somebody is paying for it, or the shop keeps it for somebody. */
export const shownStates = ['free', 'held', 'sold'] as const;
export type ShownState = (typeof shownStates)[number];

export const collectionSortFields = ['date', 'name', 'price'] as const;
type CollectionSortField = (typeof collectionSortFields)[number];

export const searchLimits = {
  /** Characters of `q`. */
  text: 100,
  /** Words of `q`; further ones are ignored. */
  words: 8,
  /** Artists, series or mediums chosen at once. */
  values: 20,
  valueLength: 200,
} as const;

export const listingsPerPage = 40;

/**
 * Reads a query string. Unknown parameters and invalid values are left out, so that they do not create further cache entries; an unknown
 * `sort` is the default.
 */
export function collectionSearchOf(given: URLSearchParams): CollectionSearch {
  const first = (name: string) => given.get(name) ?? '';
  const texts = (name: string) => validValues(given.getAll(name).map(lineOf), searchLimits.values);
  const number = (name: string) => wholeNumberOf(first(name));
  const field = collectionSortFields.find((known) => known === first('sort'));
  return {
    q: lineOf(first('q')).slice(0, searchLimits.text).trim(),
    artists: texts('artist'),
    series: texts('series'),
    mediums: texts('medium'),
    priceFrom: number('price-from'),
    priceTo: number('price-to'),
    yearFrom: number('year-from'),
    yearTo: number('year-to'),
    sizes: sizeRanges.filter((size) => given.getAll('size').includes(size)),
    states: shownStates.filter((state) => given.getAll('state').includes(state)),
    unique: first('unique') === '1',
    sort: field ? { field, order: first('order') === 'desc' ? 'desc' : 'asc' } : null,
    page: /^[1-9]\d{0,5}$/.test(first('page')) ? Number(first('page')) : 1,
  };
}

/** A price or a year as people type it: `1,000`, `$500` and `99.50` too. Rounded; null if it is not a number. */
function wholeNumberOf(text: string): number | null {
  const plain = text.replaceAll(/[\s,$€£]/g, '');
  return /^\d{1,9}(\.\d*)?$/.test(plain) ? Math.round(Number(plain)) : null;
}

/** The canonical query string of a search: searches that are the same have the same one. */
export function collectionParamsOf(search: CollectionSearch): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value));
  };
  set('q', search.q);
  for (const artist of search.artists) set('artist', artist);
  for (const series of search.series) set('series', series);
  for (const medium of search.mediums) set('medium', medium);
  set('price-from', search.priceFrom);
  set('price-to', search.priceTo);
  set('year-from', search.yearFrom);
  set('year-to', search.yearTo);
  for (const size of search.sizes) set('size', size);
  for (const state of search.states) set('state', state);
  if (search.unique) set('unique', '1');
  set('sort', search.sort?.field ?? null);
  set('order', search.sort?.order ?? null);
  if (search.page > 1) set('page', search.page);
  return params;
}

/** Parameters whose values anybody can invent, so that the shop's own links have only few of their values. */
const inventedParameters = ['q', 'piece', 'price-from', 'price-to', 'year-from', 'year-to'];

/**
 * Whether an address has words, chosen pieces, or a range of prices or years. Anybody can make as many of these as they like, and their
 * pages would push those that many visitors read out of the cache.
 */
export const hasInvented = (params: URLSearchParams): boolean => inventedParameters.some((name) => params.has(name));

/** The values of a filter with their numbers of pieces. */
type CountedValues = readonly { value: string; count: number }[];

/**
 * The search without artists, series and mediums that no piece has, beside others that pieces have: they change nothing that is found. If
 * no piece has any of them, the first stays, so that nothing is found. A page is as long as what the shop has, not as what was asked.
 */
export function withoutUnknown(
  search: CollectionSearch,
  {
    artists,
    series,
    mediums = [],
  }: { artists: CountedValues; series: CountedValues; mediums?: CountedValues | undefined },
): CollectionSearch {
  const known = (chosen: readonly string[], counted: CountedValues) => {
    const found = chosen.filter((value) => counted.some((facet) => facet.value === value && facet.count > 0));
    return found.length > 0 ? found : chosen.slice(0, 1);
  };
  return {
    ...search,
    artists: known(search.artists, artists),
    series: known(search.series, series),
    mediums: known(search.mediums, mediums),
  };
}

/** The parts of a search that can be removed one by one. */
export const criteria = ['q', 'artist', 'series', 'medium', 'price', 'year', 'size', 'state', 'unique'] as const;
export type Criterion = (typeof criteria)[number];

/** The same search without one of its parts, from its first page. */
export function withoutCriterion(search: CollectionSearch, criterion: Criterion): CollectionSearch {
  return { ...search, ...emptied[criterion], page: 1 };
}

const emptied: Readonly<Record<Criterion, Partial<CollectionSearch>>> = {
  q: { q: '' },
  artist: { artists: [] },
  series: { series: [] },
  medium: { mediums: [] },
  price: { priceFrom: null, priceTo: null },
  year: { yearFrom: null, yearTo: null },
  size: { sizes: [] },
  state: { states: [] },
  unique: { unique: false },
};

/** The parts that this search has. */
export function criteriaOf(search: CollectionSearch): Criterion[] {
  const without = (criterion: Criterion) =>
    collectionParamsOf({ ...withoutCriterion(search, criterion), page: search.page }).toString();
  const whole = collectionParamsOf(search).toString();
  return criteria.filter((criterion) => without(criterion) !== whole);
}

/** A text on one line, in NFC and without control characters. */
const lineOf = (text: string) =>
  normalizeText(text, 'NFC')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();

/** The values of a parameter without empty, too long and repeated ones, sorted; at most `most`. */
const validValues = (values: readonly string[], most: number) =>
  [...new Set(values)]
    .filter((value) => value !== '' && value.length <= searchLimits.valueLength)
    .toSorted()
    .slice(0, most);
