/** Dollars as typed, e.g. "1250.5", "$1,250.50"; null for what is no number. */
export function priceOf(typed: string): number | null {
  const plain = typed.replace(/[\s$]/g, '');
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(',', ''));
}

/** A whole number as typed; undefined where nothing was, null for what is none. */
export function yearOf(typed: string): number | null | undefined {
  const plain = typed.trim();
  if (plain === '') return undefined;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null;
}
