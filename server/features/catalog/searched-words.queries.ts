import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readByIndex } from '#server/platform/database/dialect.ts';
import { hasWords, type SearchedWord } from '#server/platform/database/words-index.ts';

/** Translations that are searched besides the English texts. */
export interface SearchedTranslations {
  language: Language;
  /** Whether every listing of the collection has one. Then only their rows are searched, because these have the English words, too. */
  isWhole: boolean;
}

/** The listings that have the words of a search: rows of `table`, named `listing_search` in SQL, that meet the condition. */
export interface FoundByWords {
  searched: readonly SearchedWord[];
  table: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
}

/** How many listings have a translated search row, by language. */
export async function countTranslated(reader: Reader): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('translated_search')
    .select(['language', (row) => row.fn.countAll<number>().as('count')])
    .groupBy('language')
    .execute();
  return new Map(rows.map(({ language, count }) => [language, Number(count)]));
}

/** Looks words up in the English texts (`translations` is null), or also in those of a language. */
export function findByWords(
  reader: Reader,
  searched: readonly SearchedWord[],
  translations: SearchedTranslations | null,
): FoundByWords {
  // These indexes have all columns for the ranking, so that the column `words` is read only by the engine's own index of words.
  const english = readByIndex(reader, 'listing_search', 'listing_search_to_rank');
  const hasEnglish = hasWords(reader, 'listing_search', searched);
  if (!translations) return { searched, table: english, condition: hasEnglish };
  const { language, isWhole } = translations;
  const ranked = sql`listing_id, names, makers, created_at`;
  const translated = sql`select ${ranked} from ${readByIndex(reader, 'translated_search', 'translated_search_to_rank')}
    where language = ${language} and ${hasWords(reader, 'translated_search', searched)}`;
  const others = sql`select ${ranked} from ${english} where ${hasEnglish} and not exists (select 1 from translated_search
    where translated_search.listing_id = listing_search.listing_id and translated_search.language = ${language})`;
  const rows = isWhole ? translated : sql`${translated} union all ${others}`;
  return { searched, table: sql`(${rows}) listing_search`, condition: sql`1 = 1` };
}

/** Words of listings that begin with this, at most `most`; with a language also words of its translations. */
export async function selectWordsBeginning(
  reader: Reader,
  beginning: string,
  { most, language }: { most: number; language: Language | null },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{10FFFF}`)
    .limit(most)
    .execute();
  const words = rows.map((row) => row.word);
  if (language === null || words.length === most) return words;
  const further = await reader
    .selectFrom('translated_search_words')
    .select('word')
    .where('language', '=', language)
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{10FFFF}`)
    .limit(most)
    .execute();
  return [...new Set([...words, ...further.map((row) => row.word)])].slice(0, most);
}

/** Words with the first letter of `word` and a length that differs by at most `most`, those that the most listings have first. */
export async function selectSimilarWords(
  reader: Reader,
  word: string,
  { most, language }: { most: number; language: Language | null },
): Promise<string[]> {
  const [first = ''] = word;
  const isSimilar = sql`word >= ${first} and word < ${`${first}\u{10FFFF}`}
    and length(word) between ${word.length - most} and ${word.length + most}`;
  const english = sql`select word, listings from search_words where ${isSimilar}`;
  const all = sql`select word, sum(listings) as listings from (${english} union all
    select word, listings from translated_search_words where language = ${language} and ${isSimilar}) counted group by word`;
  const { rows } = await sql<{ word: string }>`select word from (${language === null ? english : all}) similar_words
    order by listings desc, word limit ${candidates}`.execute(reader);
  return rows.map((row) => row.word);
}

/** The most words that are compared letter by letter for one word of a search. */
const candidates = 3_000;
