import { normalizeText } from '#contract/normalize-text.ts';

/**
 * Returns a text in the form for searching: without diacritics and in lower case, so that "son mai" finds "Sơn mài". It is computed here
 * and stored, so that both database engines find the same.
 */
export function foldDiacritics(value: string): string {
  return normalizeText(value, 'NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
}
