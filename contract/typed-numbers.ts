/** Parses a typed price such as "1250.5", "$1,250.50" or "₫25,000,000"; null if it is not a number. */
export function priceOf(typed: string): number | null {
  const plain = typed.replace(/[\s\p{Sc}]/gu, '');
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(',', ''));
}

/** Parses a typed measure such as "75.5" or "1,250"; undefined if the field is empty, null if it is not a number. */
export function measureOf(typed: string): number | null | undefined {
  return typed.trim() === '' ? undefined : priceOf(typed);
}

/** Parses a typed year; undefined if the field is empty, null if it is not a whole number of at most six digits. */
export function yearOf(typed: string): number | null | undefined {
  const plain = typed.trim();
  if (plain === '') return undefined;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null;
}
