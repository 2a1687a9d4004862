/** The customs code and the origin until somebody enters them. */
export const noCustoms = { hsCode: '', origin: '' } as const;

/** A code of the Harmonized System as it is stored: `970121` and `9701 21` become '9701.21'. Null unless it has 6 to 10 digits. */
export function parseHsCode(typed: string): string | null {
  const digits = typed.replace(/[\s.]/g, '');
  if (!/^\d{6,10}$/.test(digits)) return null;
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8), digits.slice(8)].filter(Boolean).join('.');
}

export const hsCodeProblem = 'An HS code has 6 to 10 digits, like 9701.21.';
