import { amount, fromCents, highestPrice } from './money.ts';

/**
 * A sum that a caller has seen before, which the server compares with the current one. It is not in money.ts, because bundles that
 * only format prices would contain it.
 */
export const seenAmount = amount.min(0).max(fromCents(highestPrice));
