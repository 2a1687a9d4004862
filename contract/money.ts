import { z } from 'zod';

// `@__PURE__`: a page that only formats a price is built without the schemas, and without zod.

/** Integer cents: the only form money has inside the shop. */
export type Cents = number;

export const lowestPrice: Cents = 1;
export const highestPrice: Cents = 999_999_999;

/** A price on the wire: a number of dollars with at most two decimals, 0.01 to 9,999,999.99 (CONTRACT.md, Ground rules). */
export const price = /* @__PURE__ */ z
  .number({ error: (issue) => (issue.input === undefined ? 'A price is needed' : 'A price is a number of dollars') })
  .min(toDollars(lowestPrice), 'A price is at least 0.01')
  .max(toDollars(highestPrice), 'A price is at most 9,999,999.99')
  .refine((dollars) => toDollars(toCents(dollars)) === dollars, 'A price has at most two decimals');

/** A sum on the wire, in dollars; may be zero. */
export const amount = /* @__PURE__ */ z.number();

export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** "$1,250.00": two decimals, thousands apart, a $ sign whatever the currency (SPEC.md §9). */
export function formatDollars(dollars: number): string {
  const sign = dollars < 0 ? '-' : '';
  return `${sign}$${twoDecimals.format(Math.abs(dollars))}`;
}

// Made once: to make one takes longer than to format forty prices.
const twoDecimals = /* @__PURE__ */ new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export function formatCents(cents: Cents): string {
  return formatDollars(toDollars(cents));
}

/** A sum of wire prices without the drift of binary fractions. */
export function sumDollars(prices: readonly number[]): number {
  return toDollars(prices.reduce((sum, dollars) => sum + toCents(dollars), 0));
}
