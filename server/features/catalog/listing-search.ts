import { randomInt } from 'node:crypto';
import type { ListingSearchTable, TranslatedSearchTable } from '#server/platform/database/search-tables.ts';
import { wordsIn } from '#server/platform/search-words.ts';
import type { ListingRow } from './catalog.queries.ts';

/** Keys are random, so that two processes need not agree on the next one. */
const keys = 2 ** 47;

const searchedTexts = ['medium', 'size', 'info', 'spec', 'story', 'design', 'description', 'history'] as const;

/** What a listing is found by: nothing if visitors do not see it. `translated` are its names in other languages. */
export function searchRowOf(listing: ListingRow, translated: readonly string[] = []): ListingSearchTable {
  const { id, name, artist, artists, series } = listing;
  const makers = [artist, artists, series];
  const texts = [...searchedTexts.map((field) => listing[field]), ...translated];
  const isShown = isFound(listing);
  return {
    key: randomInt(keys),
    listing_id: id,
    names: isShown ? spaced([name]) : '',
    makers: isShown ? spaced(makers) : '',
    words: isShown ? spaced([name, ...makers, ...texts]) : '',
    created_at: listing.created_at,
  };
}

/** Translations of a listing's texts by their field. `series` is the name of its series. */
export type TranslatedTexts = Readonly<Partial<Record<string, string>>>;

/**
 * What a listing is found by on the pages of a language: the words that it is found by in English, and those of its translations. Null
 * without translations of what is searched, and if visitors do not see it.
 */
export function translatedRowOf(
  listing: ListingRow,
  english: ListingSearchTable,
  { language, texts }: { language: string; texts: TranslatedTexts },
): TranslatedSearchTable | null {
  // Where English has no text, pages show none.
  const of = (field: 'name' | 'artists' | 'series' | (typeof searchedTexts)[number]) =>
    listing[field] === '' ? '' : (texts[field] ?? '');
  const [name, makers] = [of('name'), [of('artists'), of('series')]];
  const words = wordsIn([name, ...makers, ...searchedTexts.map(of)].join(' '));
  if (words.length === 0 || !isFound(listing)) return null;
  const known = new Set(wordsOf(english.words));
  return {
    key: randomInt(keys),
    listing_id: listing.id,
    language,
    names: spaced([listing.name, name]),
    makers: spaced([listing.artist, listing.artists, listing.series, ...makers]),
    words: english.words + withSpaces(words.filter((word) => !known.has(word))),
    medium_folded: listing.medium_folded,
    medium: of('medium'),
    created_at: listing.created_at,
  };
}

const isFound = ({ status, visibility }: ListingRow) => status !== 'discontinued' && visibility === 'listed';

const spaced = (texts: readonly string[]) => withSpaces(wordsIn(texts.join(' ')));

const withSpaces = (words: readonly string[]) => words.map((word) => ` ${word}`).join('');

/** The words of a column of such a row. */
export const wordsOf = (column: string) => column.split(' ').filter((word) => word !== '');
