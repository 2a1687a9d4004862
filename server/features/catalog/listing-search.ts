import { randomInt } from 'node:crypto';
import { pieceFields } from '#contract/collection/piece.ts';
import { namesFor, pick } from '#contract/fields/kinds.ts';
import { valuesOf } from '#server/platform/database/record-columns.ts';
import type { ListingSearchTable, TranslatedSearchTable } from '#server/platform/database/search-tables.ts';
import { wordsIn } from '#server/platform/search-words.ts';
import type { ListingRow } from './catalog.queries.ts';

/** Keys are random numbers below this one, so that two processes need not agree on the next key. */
const keys = 2 ** 47;

const searched = namesFor(pieceFields, 'searched');
const searchedFields = pick(pieceFields, searched);
const namedFields = pick(pieceFields, ['name', 'artists', 'series', ...searched]);

/** The search row of a listing, without words if visitors do not see it. `translated` are its names in other languages. */
export function searchRowOf(listing: ListingRow, translated: readonly string[] = []): ListingSearchTable {
  const { id, name, artist, artists, series } = listing;
  const makers = [artist, artists, series];
  const texts = [...Object.values(valuesOf(searchedFields, listing)), ...translated];
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
 * The search row of a listing for the pages of a language: its English words, and those of its translations. Null if none of the searched
 * texts is translated, or visitors do not see the listing.
 */
export function translatedRowOf(
  listing: ListingRow,
  english: ListingSearchTable,
  { language, texts }: { language: string; texts: TranslatedTexts },
): TranslatedSearchTable | null {
  // Pages do not show the translation of a text that is empty in English.
  const own = valuesOf(namedFields, listing);
  const translationOf = (field: keyof typeof own) => (own[field] === '' ? '' : (texts[field] ?? ''));
  const [name, makers] = [translationOf('name'), [translationOf('artists'), translationOf('series')]];
  const words = wordsIn([name, ...makers, ...searched.map(translationOf)].join(' '));
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
    medium: translationOf('medium'),
    created_at: listing.created_at,
  };
}

const isFound = ({ status, visibility }: ListingRow) => status !== 'discontinued' && visibility === 'listed';

const spaced = (texts: readonly string[]) => withSpaces(wordsIn(texts.join(' ')));

const withSpaces = (words: readonly string[]) => words.map((word) => ` ${word}`).join('');

/** The words in a column of a search row. */
export const wordsOf = (column: string) => column.split(' ').filter((word) => word !== '');
