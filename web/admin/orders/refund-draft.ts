import { asCents, sumDollars, toCents, toDollars } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { orderStatusLabel } from '#contract/states.ts';

/** What the owner has entered. */
export interface RefundDraft {
  isWhole: boolean;
  amount: string;
  reason: string;
  /** Ids of the listings that leave the order and can be bought again. */
  backOnSale: readonly string[];
}

export const emptyRefund: RefundDraft = { isWhole: false, amount: '', reason: '', backOnSale: [] };

/** What a refund does, in units of the currency. */
export interface RefundOutcome {
  amount: number;
  listingIds: string[];
  /** The total of the order afterwards. */
  left: number;
  follows: string[];
}

/**
 * What follows from the draft, or why it is refused (docs/behaviour/payments.md, 18). The server decides again. `price` formats an
 * amount.
 */
export function outcomeOf(
  { items, totalPrice, status }: OrderDetails,
  draft: RefundDraft,
  price: (amount: number) => string,
): RefundOutcome | { problem: string } {
  const removed = items.filter(({ listingId }) => draft.backOnSale.includes(listingId));
  const isEmptied = items.length > 0 && removed.length === items.length;
  const amount = draft.isWhole ? totalPrice : amountIn(draft.amount);
  if (amount === null || amount <= 0) return { problem: 'Please enter an amount above 0' };
  if (amount > totalPrice) return { problem: `At most ${price(totalPrice)} is left to refund` };
  const ofListings = sumDollars(removed.map((item) => item.price));
  const least = isEmptied ? totalPrice : ofListings;
  if (amount < least) return { problem: `Pieces that go back on sale are refunded: at least ${price(least)}` };
  const left = toDollars(asCents(toCents(totalPrice) - toCents(amount)));
  return { amount, listingIds: removed.map(({ listingId }) => listingId), left, follows: consequences() };

  function consequences(): string[] {
    const email = 'The buyer gets an email.';
    if (isEmptied) return ['No piece is left: the order is cancelled, and its pieces can be bought again.', email];
    const names = removed.map(({ listing }) => listing.name).join(', ');
    return [
      removed.length > 0
        ? `${names} can be bought again. The order stays ${orderStatusLabel[status].toLowerCase()}.`
        : `The order stays ${orderStatusLabel[status].toLowerCase()}, and its pieces stay sold.`,
      'The order gets a new invoice with the lower total.',
      email,
    ];
  }
}

/** Accepts "1,250.00"; null for anything else that is not a number with at most two decimals. */
export function amountIn(text: string): number | null {
  const plain = text.trim().replace(/(\d),(?=\d{3}\b)/g, '$1');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}
