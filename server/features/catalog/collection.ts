import type { Listing } from '#contract/catalog.ts';
import type { CollectionFacets, CollectionPage } from '#contract/collection.ts';
import { type CollectionSearch, listingsPerPage, searchLimits } from '#contract/collection-search.ts';
import type { Language } from '#contract/languages.ts';
import { foldText } from '#contract/text.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SearchedWord } from '#server/platform/database/words-index.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';
import { wordsIn } from '#server/platform/search-words.ts';
import { errorsForgiven, typingErrors } from '#server/platform/typing-errors.ts';
import type { Shop } from '#server/shop.ts';
import { selectFirstHoldEnd } from './catalog.queries.ts';
import {
  conditionsOf,
  countFacetValues,
  type FacetValue,
  selectCollectionPage,
  selectCountsWithout,
  selectFacetCounts,
  selectFacetValues,
  selectMediums,
} from './collection.queries.ts';
import {
  countTranslated,
  findByWords,
  type SearchedTranslations,
  selectSimilarWords,
  selectWordsBeginning,
} from './searched-words.queries.ts';
import { findShownListings } from './shown-listings.ts';

/**
 * Searches and filters the collection as visitors see it (docs/behaviour/collection.md). A page after the last one is empty. In another
 * language than English the words of its translations are found, too; listings and filters are in English. `until`: when the first hold
 * or reservation ends, epoch milliseconds; null without one.
 */
export async function searchCollection(
  shop: Shop,
  search: CollectionSearch,
  language: Language = 'en',
): Promise<CollectionPage & { until: number | null }> {
  const { read } = shop.database;
  const now = shop.clock();
  const { facets: whole, until, translated } = await facetsOf(shop);
  const facets = await withChosen(shop, whole, search);
  const translatedPieces = translated.get(language) ?? 0;
  const translations = translatedPieces > 0 ? { language, isWhole: translatedPieces >= whole.pieces } : null;
  const { searched, corrections } = await wordsMeant(shop, search.q, translations);
  const byWords = searched.length > 0 ? findByWords(read, searched, translations) : null;
  const conditions = conditionsOf(read, search, { found: byWords, now });
  const rows = { limit: listingsPerPage, offset: (search.page - 1) * listingsPerPage };
  const found = await selectCollectionPage(read, {
    conditions,
    found: byWords,
    sort: search.sort,
    total: whole.pieces,
    ...rows,
  });
  const listings = await findShownListings(shop, found.ids);
  const isEmpty = found.total === 0 && conditions.size > 0;
  return {
    listings: found.ids.flatMap((id): Listing | Listing[] => listings.get(id) ?? []),
    total: found.total,
    page: search.page,
    pages: Math.max(1, Math.ceil(found.total / listingsPerPage)),
    facets,
    corrections,
    until,
    instead: isEmpty ? await selectCountsWithout(read, conditions, byWords) : [],
  };
}

/** If at most so many words begin with a searched one, they are looked up as whole words. */
const mostWhole = 10;

/** The most words that are searched instead of one that no listing has. */
const mostCorrections = 5;

/**
 * The words of a search. A word with which no word of a listing begins is taken for a typing error, if similar words exist
 * (docs/behaviour/collection.md, 4).
 */
async function wordsMeant(
  { database: { read } }: Shop,
  q: string,
  translations: SearchedTranslations | null,
): Promise<{ searched: SearchedWord[]; corrections: { typed: string; meant: string }[] }> {
  const language = translations?.language ?? null;
  const searched: SearchedWord[] = [];
  const corrections: { typed: string; meant: string }[] = [];
  for (const word of wordsIn(q).slice(0, searchLimits.words)) {
    const isPrefix = word.length > 1;
    const known = await selectWordsBeginning(read, word, { most: mostWhole + 1, language });
    const meant = known.length > 0 ? [] : await similarWords(read, word, language);
    const whole = isPrefix && known.length > 0 && known.length <= mostWhole ? known : null;
    searched.push(meant.length > 0 ? { words: meant, isPrefix: false } : { words: [word], isPrefix, whole });
    corrections.push(...meant.slice(0, 1).map((first) => ({ typed: word, meant: first })));
  }
  return { searched, corrections };
}

/** The most similar words that listings have, the commonest first. */
async function similarWords(read: Database['read'], word: string, language: Language | null): Promise<string[]> {
  const most = errorsForgiven(word);
  if (most === 0) return [];
  const compared = (await selectSimilarWords(read, word, { most, language })).map((other) => ({
    other,
    errors: typingErrors(word, other, most),
  }));
  const fewest = Math.min(most, ...compared.map(({ errors }) => errors));
  return compared
    .filter(({ errors }) => errors === fewest)
    .slice(0, mostCorrections)
    .map(({ other }) => other);
}

interface CachedFacets {
  revision: number;
  /** When the first hold or reservation ends, which changes no row; epoch milliseconds. Null without one. */
  until: number | null;
  facets: CollectionFacets;
  /** How many listings have translations that are searched, by language. */
  translated: ReadonlyMap<string, number>;
}

const caches = new WeakMap<Database, CachedFacets>();

/**
 * Counts of the whole collection, which every page of it shows. They are cached until the revision of the catalog changes or a hold
 * or reservation ends.
 */
async function facetsOf(shop: Shop): Promise<CachedFacets> {
  // Read before the rows, so that counts are never older than the revision under which they are cached.
  const revision = await shop.database.catalogRevision();
  const now = shop.clock();
  const known = caches.get(shop.database);
  if (known?.revision === revision && (known.until === null || now < known.until)) return known;
  const until = await selectFirstHoldEnd(shop.database.read, now);
  const counted = {
    revision,
    until,
    facets: await countFacets(shop, now),
    translated: await countTranslated(shop.database.read),
  };
  caches.set(shop.database, counted);
  return counted;
}

/** The most artists, series or mediums that a filter offers. Others are found by searching. */
const mostValues = 60;

async function countFacets({ database: { read } }: Shop, now: number): Promise<CollectionFacets> {
  const [counts, artists, series, mediums] = await Promise.all([
    selectFacetCounts(read, now),
    selectFacetValues(read, 'artist', mostValues),
    selectFacetValues(read, 'series', mostValues),
    selectMediums(read, mostValues),
  ]);
  return {
    ...counts,
    artists: byName(artists),
    series: byName(series),
    ...(mediums.length > 0 && { mediums: byName(mediums) }),
  };
}

/** The counts, also of chosen names that are not among the most frequent ones. */
async function withChosen(
  { database: { read } }: Shop,
  facets: CollectionFacets,
  search: CollectionSearch,
): Promise<CollectionFacets> {
  const add = async (column: 'artist' | 'series' | 'medium', values: FacetValue[], chosen: readonly string[]) => {
    if (chosen.length === 0) return values;
    const spelt = new Map(chosen.map((value) => [foldText(value), value]));
    // A name in another spelling is the same filter. The page marks the entry whose value is the chosen one.
    const known = values.map((facet) => ({ ...facet, value: spelt.get(foldText(facet.value)) ?? facet.value }));
    const listed = new Set(known.map(({ value }) => foldText(value)));
    const further = [...spelt].filter(([folded]) => !listed.has(folded));
    if (further.length === 0) return byName(known);
    const counts = await countFacetValues(
      read,
      column,
      further.map(([folded]) => folded),
    );
    return byName([...known, ...further.map(([folded, value]) => ({ value, count: counts.get(folded) ?? 0 }))]);
  };
  const mediums = await add('medium', facets.mediums ?? [], search.mediums);
  return {
    ...facets,
    artists: await add('artist', facets.artists, search.artists),
    series: await add('series', facets.series, search.series),
    ...(mediums.length > 0 && { mediums }),
  };
}

/** Sorts values by the names that are shown, without regard to case and diacritics. */
export const byName = <Value extends { value: string; label?: string | undefined }>(
  values: readonly Value[],
): Value[] =>
  values
    .map((value) => ({ value, key: foldDiacritics(value.label ?? value.value) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ value }) => value);
