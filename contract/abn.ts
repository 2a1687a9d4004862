// Pages of the panel import this file, so it must not import zod.

const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/**
 * Whether a text is an Australian Business Number: eleven digits without spaces, of which the first two are check digits (modulus 89,
 * the rule of the Australian Business Register).
 */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = weights.reduce((sum, weight, index) => sum + weight * (Number(digits[index]) - (index === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** An ABN as it is printed: '51 824 753 556'. */
export const formatAbn = (digits: string): string => digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
