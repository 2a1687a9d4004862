import { foldDiacritics } from './fold-text.ts';

/** The longest word, in characters. A longer one is cut, in texts and in searches alike. */
const longestWord = 40;
/** How many different words of one text can be found. */
const mostWords = 3_000;

/** The different words of a text in the form in which they are searched: letters and digits, without diacritics and case. */
export function wordsIn(text: string): string[] {
  const words = foldDiacritics(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, longestWord).toWellFormed()))].slice(0, mostWords);
}
