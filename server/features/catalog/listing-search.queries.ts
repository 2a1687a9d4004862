import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { ListingSearchTable } from '#server/platform/database/search-tables.ts';
import type { ListingRow } from './catalog.queries.ts';
import { searchRowOf, wordsOf } from './listing-search.ts';

/** Makes listings found by their texts as they are now, in the transaction that writes them. Without a change it only reads. */
export async function indexListing(tx: Writer, listing: ListingRow): Promise<void> {
  const before = await selectSearchRow(tx, listing.id);
  const after = searchRowOf(listing, await selectTranslatedNames(tx, listing.id));
  const columns = ['names', 'makers', 'words', 'created_at'] as const;
  if (before && columns.every((column) => before[column] === after[column])) return;
  if (before) {
    const { key: _, ...texts } = after;
    await tx.updateTable('listing_search').set(texts).where('listing_id', '=', listing.id).execute();
  } else await tx.insertInto('listing_search').values(after).execute();
  await countWords(tx, before?.words ?? '', after.words);
}

/**
 * The names of the listing in other languages; translations/ writes them. Not its texts: without diacritics their many short words
 * are found for names such as "le van khe", also on English pages.
 */
async function selectTranslatedNames(reader: Reader, listingId: string): Promise<string[]> {
  const rows = await reader.selectFrom('translations').select('texts').where('listing_id', '=', listingId).execute();
  return rows.flatMap(({ texts }) => translatedTexts.parse(JSON.parse(texts)).name ?? []);
}

const translatedTexts = z.object({ name: z.string().optional() });

/** Called before the listing is deleted. */
export async function unindexListing(tx: Writer, listingId: string): Promise<void> {
  const before = await selectSearchRow(tx, listingId);
  if (!before) return;
  await tx.deleteFrom('listing_search').where('listing_id', '=', listingId).execute();
  await countWords(tx, before.words, '');
}

function selectSearchRow(reader: Reader, listingId: string): Promise<ListingSearchTable | undefined> {
  return reader.selectFrom('listing_search').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

const wordsPerStatement = 1_000;

/** In alphabetical order, so that transactions that lock the same words cannot deadlock. */
async function countWords(tx: Writer, before: string, after: string): Promise<void> {
  const [old, current] = [new Set(wordsOf(before)), new Set(wordsOf(after))];
  const changes = [
    ...[...current.difference(old)].map((word) => ({ word, listings: 1 })),
    ...[...old.difference(current)].map((word) => ({ word, listings: -1 })),
  ].toSorted((one, other) => (one.word < other.word ? -1 : 1));
  for (let start = 0; start < changes.length; start += wordsPerStatement) {
    await tx
      .insertInto('search_words')
      .values(changes.slice(start, start + wordsPerStatement))
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet({ listings: sql`search_words.listings + excluded.listings` }),
      )
      .execute();
  }
  const lost = changes.filter(({ listings }) => listings < 0).map(({ word }) => word);
  for (let start = 0; start < lost.length; start += wordsPerStatement)
    await tx
      .deleteFrom('search_words')
      .where('word', 'in', lost.slice(start, start + wordsPerStatement))
      .where('listings', '<=', 0)
      .execute();
}

/** Words of listings that begin with this, at most `most`. */
export async function selectWordsBeginning(reader: Reader, beginning: string, most: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{10FFFF}`)
    .limit(most)
    .execute();
  return rows.map((row) => row.word);
}

/** Words with this first letter whose length differs by `most` at most, those of most listings first. */
export async function selectSimilarWords(reader: Reader, word: string, most: number): Promise<string[]> {
  const [first = ''] = word;
  const rows = await reader
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', first)
    .where('word', '<', `${first}\u{10FFFF}`)
    .where(sql<boolean>`length(word) between ${word.length - most} and ${word.length + most}`)
    .orderBy('listings', 'desc')
    .orderBy('word')
    .limit(candidates)
    .execute();
  return rows.map((row) => row.word);
}

/** The words that are compared letter by letter: an upper bound of the work of one search. */
const candidates = 3_000;
