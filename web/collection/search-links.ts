import { plural, t } from '@lingui/core/macro';
import type { CollectionFacets } from '#contract/collection.ts';
import {
  type CollectionSearch,
  type Criterion,
  collectionParamsOf,
  type ShownState,
  type SizeRange,
} from '#contract/collection-search.ts';
import { defaultSort, type Sort } from '../catalog/sort.ts';
import { language } from '../language/language.ts';

export const collectionPath = '/collection';

/** The address of a search. */
export function addressOf(search: CollectionSearch): string {
  const params = collectionParamsOf(search).toString();
  return params === '' ? collectionPath : `${collectionPath}?${params}`;
}

export const sizeNames: Readonly<Record<SizeRange, string>> = {
  s: t`Up to 40 cm`,
  m: t`40 to 90 cm`,
  l: t`90 to 120 cm`,
  xl: t`Over 120 cm`,
};

export const stateNames: Readonly<Record<ShownState, string>> = {
  free: t`Available`,
  held: t`Reserved`,
  sold: t`Sold`,
};

/** One filter that can be removed by itself. */
export interface Chip {
  criterion: Criterion;
  name: string;
  /** `en` if the name has no translation into the language of the page. */
  lang?: 'en' | undefined;
  /** The first page of the search without this filter. */
  without: CollectionSearch;
}

export function chipsOf(
  search: CollectionSearch,
  facets: CollectionFacets,
  priceOf: (amount: number) => string,
): Chip[] {
  const firstPage = { ...search, page: 1 };
  const { q, artists, series, mediums, sizes, states, unique, priceFrom, priceTo, yearFrom, yearTo } = search;
  const except = <Value>(values: readonly Value[], value: Value) => values.filter((other) => other !== value);
  const chip = (criterion: Criterion, name: string, change: Partial<CollectionSearch>): Chip => ({
    criterion,
    name,
    without: { ...firstPage, ...change },
  });
  return [
    ...(q ? [chip('q', q, { q: '' })] : []),
    ...artists.map((artist) => chip('artist', artist, { artists: except(artists, artist) })),
    ...series.map((one) => ({
      ...chip('series', one, { series: except(series, one) }),
      ...shownName(facets.series, one),
    })),
    ...mediums.map((medium) => ({
      ...chip('medium', medium, { mediums: except(mediums, medium) }),
      ...shownName(facets.mediums, medium),
    })),
    ...rangeName(priceFrom, priceTo, priceOf).map((name) => chip('price', name, { priceFrom: null, priceTo: null })),
    ...rangeName(yearFrom, yearTo, String).map((name) => chip('year', name, { yearFrom: null, yearTo: null })),
    ...sizes.map((size) => chip('size', sizeNames[size], { sizes: except(sizes, size) })),
    ...states.map((state) => chip('state', stateNames[state], { states: except(states, state) })),
    ...(unique ? [chip('unique', t`Unique`, { unique: false })] : []),
  ];
}

/** The name of a series or a medium on the page. `lang` is `en` if it has no translation into the language of the page. */
export function shownName(
  values: CollectionFacets['series'] | undefined,
  name: string,
): { name: string; lang: 'en' | undefined } {
  const label = values?.find(({ value }) => value === name)?.label;
  return { name: label ?? name, lang: label === undefined && language !== 'en' ? 'en' : undefined };
}

function rangeName(from: number | null, to: number | null, nameOf: (value: number) => string): string[] {
  const [least, most] = [from, to].map((value) => (value === null ? null : nameOf(value)));
  if (least && most) return [t`${least} to ${most}`];
  if (least) return [t`From ${least}`];
  return most ? [t`Up to ${most}`] : [];
}

/** The order in which a search is shown; null if the best match comes first. */
export function shownSort({ q, sort }: CollectionSearch): Sort | null {
  return sort ?? (q === '' ? defaultSort : null);
}

/** The search in another order, from its first page. */
export function sortedBy(search: CollectionSearch, sort: Sort | null): CollectionSearch {
  const isDefault = search.q === '' && sort?.field === defaultSort.field && sort.order === defaultSort.order;
  return { ...search, sort: isDefault ? null : sort, page: 1 };
}

export const piecesWords = (count: number) => plural(count, { one: '# piece', other: '# pieces' });
