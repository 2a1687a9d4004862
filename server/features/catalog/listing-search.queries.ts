import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { ListingSearchTable, TranslatedSearchTable } from '#server/platform/database/search-tables.ts';
import type { ListingRow } from './catalog.queries.ts';
import { searchRowOf, type TranslatedTexts, translatedRowOf, wordsOf } from './listing-search.ts';

/**
 * Updates the search index of a locked listing with its present texts and translations, in the transaction that writes them. Writes
 * nothing if the index has them already.
 */
export async function indexListing(tx: Writer, listing: ListingRow): Promise<void> {
  const before = await selectSearchRow(tx, listing.id);
  const translations = await selectTranslations(tx, listing);
  const after = searchRowOf(listing, namesIn(translations));
  const columns = ['names', 'makers', 'words', 'created_at'] as const;
  if (!before || columns.some((column) => before[column] !== after[column])) {
    if (before) {
      const { key: _, ...texts } = after;
      await tx.updateTable('listing_search').set(texts).where('listing_id', '=', listing.id).execute();
    } else await tx.insertInto('listing_search').values(after).execute();
    await countWords(tx, 'en', new Set(wordsOf(before?.words ?? '')), new Set(wordsOf(after.words)));
  }
  const rows = [...translations].flatMap(([language, texts]) => {
    const row = translatedRowOf(listing, after, { language, texts });
    return row ? [row] : [];
  });
  await writeTranslated(tx, listing.id, { before, after, rows });
}

/** Removes a locked listing from the search index, before it is deleted. */
export async function unindexListing(tx: Writer, listingId: string): Promise<void> {
  const before = await selectSearchRow(tx, listingId);
  if (!before) return;
  await tx.deleteFrom('listing_search').where('listing_id', '=', listingId).execute();
  await countWords(tx, 'en', new Set(wordsOf(before.words)), new Set());
  await writeTranslated(tx, listingId, { before, after: undefined, rows: [] });
}

function selectSearchRow(reader: Reader, listingId: string): Promise<ListingSearchTable | undefined> {
  return reader.selectFrom('listing_search').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

/** The translations of the listing and of the name of its series, by language; translations/ writes them. */
async function selectTranslations(
  reader: Reader,
  { id, series_id: series }: ListingRow,
): Promise<ReadonlyMap<string, TranslatedTexts>> {
  const rows = await reader
    .selectFrom('translations')
    .select(['kind', 'language', 'texts'])
    .where((where) =>
      where.or([where('listing_id', '=', id), ...(series === null ? [] : [where('series_id', '=', series)])]),
    )
    .orderBy('language')
    .execute();
  const found = new Map<string, TranslatedTexts>();
  for (const { kind, language, texts } of rows) {
    const parsed = storedTexts.parse(JSON.parse(texts));
    found.set(language, { ...found.get(language), ...(kind === 'listing' ? parsed : { series: parsed.name }) });
  }
  return found;
}

const storedTexts = z.record(z.string(), z.string());

/**
 * The translated names, the only translations that English pages search: without diacritics the many short words of Vietnamese texts
 * would be found for names such as "le van khe".
 */
const namesIn = (translations: ReadonlyMap<string, TranslatedTexts>) =>
  [...translations.values()].flatMap(({ name }) => name ?? []);

/**
 * Replaces the translated search rows of a listing by `rows`. `before` and `after` are its English rows: their words are not counted
 * again for a language.
 */
async function writeTranslated(
  tx: Writer,
  listingId: string,
  {
    before,
    after,
    rows,
  }: {
    before: ListingSearchTable | undefined;
    after: ListingSearchTable | undefined;
    rows: readonly TranslatedSearchTable[];
  },
): Promise<void> {
  const ofListing = tx.selectFrom('translated_search').selectAll().where('listing_id', '=', listingId);
  const former = new Map((await ofListing.execute()).map((row) => [row.language, row]));
  const current = new Map(rows.map((row) => [row.language, row]));
  for (const language of [...new Set([...former.keys(), ...current.keys()])].toSorted()) {
    const [oldRow, newRow] = [former.get(language), current.get(language)];
    await replaceTranslated(tx, oldRow, newRow);
    await countWords(tx, language, furtherWords(oldRow, before), furtherWords(newRow, after));
  }
}

async function replaceTranslated(
  tx: Writer,
  oldRow: TranslatedSearchTable | undefined,
  newRow: TranslatedSearchTable | undefined,
): Promise<void> {
  if (!oldRow) {
    if (newRow) await tx.insertInto('translated_search').values(newRow).execute();
    return;
  }
  if (!newRow) {
    await tx.deleteFrom('translated_search').where('key', '=', oldRow.key).execute();
    return;
  }
  const columns = ['names', 'makers', 'words', 'medium_folded', 'medium', 'created_at'] as const;
  if (columns.every((column) => oldRow[column] === newRow[column])) return;
  const { key: _, ...texts } = newRow;
  await tx.updateTable('translated_search').set(texts).where('key', '=', oldRow.key).execute();
}

const furtherWords = (row: TranslatedSearchTable | undefined, english: ListingSearchTable | undefined) =>
  new Set(wordsOf(row?.words ?? '')).difference(new Set(wordsOf(english?.words ?? '')));

const wordsPerStatement = 1_000;

/**
 * Updates how many listings have each word, when a listing had the words `before` and has the words `after`. In alphabetical order, so
 * that transactions that lock the same words cannot deadlock.
 */
async function countWords(
  tx: Writer,
  language: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Promise<void> {
  const changes = [
    ...[...after.difference(before)].map((word) => ({ word, listings: 1 })),
    ...[...before.difference(after)].map((word) => ({ word, listings: -1 })),
  ].toSorted((one, other) => (one.word < other.word ? -1 : 1));
  for (let start = 0; start < changes.length; start += wordsPerStatement)
    await addToCounts(tx, language, changes.slice(start, start + wordsPerStatement));
  const lost = changes.filter(({ listings }) => listings < 0).map(({ word }) => word);
  for (let start = 0; start < lost.length; start += wordsPerStatement)
    await deleteUncounted(tx, language, lost.slice(start, start + wordsPerStatement));
}

async function addToCounts(
  tx: Writer,
  language: string,
  counts: readonly { word: string; listings: number }[],
): Promise<void> {
  if (language === 'en')
    await tx
      .insertInto('search_words')
      .values(counts)
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet({ listings: sql`search_words.listings + excluded.listings` }),
      )
      .execute();
  else
    await tx
      .insertInto('translated_search_words')
      .values(counts.map((count) => ({ language, ...count })))
      .onConflict((conflict) =>
        conflict
          .columns(['language', 'word'])
          .doUpdateSet({ listings: sql`translated_search_words.listings + excluded.listings` }),
      )
      .execute();
}

async function deleteUncounted(tx: Writer, language: string, words: readonly string[]): Promise<void> {
  if (language === 'en')
    await tx.deleteFrom('search_words').where('word', 'in', words).where('listings', '<=', 0).execute();
  else
    await tx
      .deleteFrom('translated_search_words')
      .where('language', '=', language)
      .where('word', 'in', words)
      .where('listings', '<=', 0)
      .execute();
}
