import { foldDiacritics } from './fold-text.ts';

/** Characters. A longer word is cut, in texts and in searches alike. */
const longestWord = 40;
/** Different words of one text that can be found. */
const mostWords = 3_000;

/** The different words of a text in the form in which they are searched: letters and digits, without diacritics and case. */
export function wordsIn(text: string): string[] {
  const words = foldDiacritics(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, longestWord).toWellFormed()))].slice(0, mostWords);
}
