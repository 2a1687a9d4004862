import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';

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
