import { asCents, type Cents } from '#contract/money.ts';

/** Stripe counts these currencies in whole units (docs.stripe.com/currencies). The shop counts all in hundredths (decision 0018). */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Stripe counts these currencies in thousandths. */
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Converts an amount of the shop to the unit in which Stripe counts this currency. */
export function toStripeAmount(cents: Cents, currency: string): number {
  if (withoutDecimals.has(currency)) return cents / 100;
  return withThreeDecimals.has(currency) ? cents * 10 : cents;
}

export function fromStripeAmount(amount: number, currency: string): Cents {
  if (withoutDecimals.has(currency)) return asCents(amount * 100);
  return asCents(withThreeDecimals.has(currency) ? Math.round(amount / 10) : amount);
}
