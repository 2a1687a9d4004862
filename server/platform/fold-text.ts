/**
 * The form of a text for searching: without diacritics and case, so that "son mai" finds "Sơn mài". The same on both database
 * engines, because it is computed here and stored.
 */
export function foldDiacritics(value: string): string {
  return value.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
}
