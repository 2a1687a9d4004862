import { randomInt } from 'node:crypto';
import type { ListingSearchTable } from '#server/platform/database/search-tables.ts';
import { wordsIn } from '#server/platform/search-words.ts';
import type { ListingRow } from './catalog.queries.ts';

/** Keys are random, so that two processes need not agree on the next one. */
const keys = 2 ** 47;

/** What a listing is found by: nothing if visitors do not see it. `translated` are its names in other languages. */
export function searchRowOf(listing: ListingRow, translated: readonly string[] = []): ListingSearchTable {
  const { id, name, artist, artists, series, medium, size, info, spec, story, design, description, history } = listing;
  const isShown = listing.status !== 'discontinued' && listing.visibility === 'listed';
  const makers = [artist, artists, series];
  const texts = [medium, size, info, spec, story, design, description, history, ...translated];
  return {
    key: randomInt(keys),
    listing_id: id,
    names: isShown ? spaced([name]) : '',
    makers: isShown ? spaced(makers) : '',
    words: isShown ? spaced([name, ...makers, ...texts]) : '',
    created_at: listing.created_at,
  };
}

const spaced = (texts: readonly string[]) =>
  wordsIn(texts.join(' '))
    .map((word) => ` ${word}`)
    .join('');

/** The words of a column of such a row. */
export const wordsOf = (column: string) => column.split(' ').filter((word) => word !== '');
