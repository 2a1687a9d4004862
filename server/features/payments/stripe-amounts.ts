import { asCents, type Cents } from '#contract/money.ts';

/** Stripe counts these in whole units (docs.stripe.com/currencies), the shop all currencies in hundredths (decision 0018). */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Stripe counts these in thousandths. */
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The shop's amount in the unit that Stripe counts this currency in. */
export function toStripeAmount(cents: Cents, currency: string): number {
  if (withoutDecimals.has(currency)) return cents / 100;
  return withThreeDecimals.has(currency) ? cents * 10 : cents;
}

export function fromStripeAmount(amount: number, currency: string): Cents {
  if (withoutDecimals.has(currency)) return asCents(amount * 100);
  return asCents(withThreeDecimals.has(currency) ? Math.round(amount / 10) : amount);
}
