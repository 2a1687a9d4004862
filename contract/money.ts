import { z } from 'zod';

// `@__PURE__` keeps these schemas and zod out of bundles that only format prices.

declare const unit: unique symbol;

/** Integer cents. Inside the server, every amount of money has this type; a number of dollars cannot be assigned to it. */
export type Cents = number & { readonly [unit]: 'cents' };

export const lowestPrice = asCents(1);
/** The largest price in any currency. `priceProblem` checks the limit of each currency. */
export const highestPrice = asCents(99_999_999_900);

/**
 * A price on the wire: units of the shop's currency (dollars, dong, dinars) with at most two decimals. `priceProblem`
 * checks the limits of each currency. `missing` is the message if there is no price.
 */
export const priceOr = (missing: string) =>
  z
    .number({ error: ({ input }) => (isMissing(input) ? missing : 'A price is a number') })
    .min(fromCents(lowestPrice), 'A price is at least 0.01')
    .max(fromCents(highestPrice), 'A price is at most 999,999,999')
    .refine(hasTwoDecimals, 'A price has at most two decimals');

export const price = /* @__PURE__ */ priceOr('A price is needed');

const isMissing = (input: unknown) => input === undefined || input === null || input === '';

/** A sum on the wire in units of the currency. It may be zero. */
export const amount = /* @__PURE__ */ z.number();

/** Whether a number has at most two decimals. Accepts any number, also one that is too large to be an amount of money. */
export function hasTwoDecimals(amount: number): boolean {
  return Math.round(amount * 100) / 100 === amount;
}

/** Gives a number of cents its type: a literal, a result of arithmetic, a stored value. Throws a RangeError if it is no safe integer. */
export function asCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a number of cents`);
  // The line above proves that it is an integer; only the caller knows its unit.
  return amount as Cents;
}

export function sumCents(amounts: readonly Cents[]): Cents {
  return asCents(amounts.reduce((sum: number, amount) => sum + amount, 0));
}

export function toCents(amount: number): Cents {
  return asCents(Math.round(amount * 100));
}

export function fromCents(cents: Cents): number {
  return cents / 100;
}

/**
 * Why a price is not allowed in this currency, or null if it is. The maximum is 9,999,999.99 (AUD, KWD). Currencies
 * without decimals (VND, JPY) take whole numbers up to 999,999,999.
 */
export function priceProblem(amount: number, currency: string): string | null {
  const smallest = smallestAmount(currency);
  const highest = asCents(999_999_999 * smallest);
  if (amount > fromCents(highest))
    return `A price is at most ${formatCents(highest, currency).replace(/[^\d.,]/g, '')}`;
  return toCents(amount) % smallest === 0 ? null : `A price in ${currency} is a whole number`;
}

/**
 * Formats an amount in units of an ISO 4217 currency with the currency's decimals: "$1,250.00", "₫25,000,000", "KWD
 * 12.500".
 */
export function formatPrice(amount: number, currency: string): string {
  return formatOf(currency).format(amount);
}

export function formatCents(cents: Cents, currency: string): string {
  return formatPrice(fromCents(cents), currency);
}

/** An amount in units of the currency, in machine-readable form: "1250.00", "25000000". */
export function plainPrice(amount: number, currency: string): string {
  return amount.toFixed(decimalsFor(amount, currency));
}

/** An amount as an axis label, abbreviated from one million: "$4,000", "$1.2M". */
export function formatRoundPrice(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : decimalsFor(amount, currency),
    ...(amount >= 1_000_000 && { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 }),
  }).format(amount);
}

/** Whether formatted prices contain the currency code: "KWD 12.500" does, "$1,250.00" does not. */
export function isNamedInPrices(currency: string): boolean {
  return formatPrice(0, currency).includes(currency);
}

/** The smallest payable amount of a currency in cents: 1, or 100 for currencies without decimals. */
export function smallestAmount(currency: string): Cents {
  return asCents(decimalsOf(currency) === 0 ? 100 : 1);
}

// Cached per currency: creating a formatter takes longer than formatting forty prices.
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const decimals = new Intl.NumberFormat('en-US', options).resolvedOptions().maximumFractionDigits ?? 2;
  // Fractions that the currency does not have are shown, because amounts that are charged are never rounded.
  const format = new Intl.NumberFormat('en-US', { ...options, maximumFractionDigits: Math.max(2, decimals) });
  formats.set(currency, format);
  return format;
}

/** The number of decimals of a currency: 2 for AUD, 0 for VND, 3 for KWD. */
function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().minimumFractionDigits ?? 2;
}

/** The number of decimals with which an amount is written. A fraction has at least two, even in a currency without decimals. */
function decimalsFor(amount: number, currency: string): number {
  return Number.isInteger(amount) ? decimalsOf(currency) : Math.max(2, decimalsOf(currency));
}

/** The sum of prices in units of the currency. It is computed in cents, because sums of binary fractions are not exact. */
export function sumPrices(prices: readonly number[]): number {
  return fromCents(sumCents(prices.map(toCents)));
}
