import { t } from '@lingui/core/macro';
import { asCents, fromCents, sumPrices, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';

/** What the owner has entered about a refund. */
export interface RefundDraft {
  /** Whether everything that is left is refunded; `amount` is ignored then. */
  isWhole: boolean;
  /** As typed, in units of the currency. */
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
  /** Sentences about what else happens. */
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
  if (amount === null || amount <= 0) return { problem: t`Please enter an amount above 0` };
  const total = price(totalPrice);
  if (amount > totalPrice) return { problem: t`At most ${total} is left to refund` };
  const ofListings = sumPrices(removed.map((item) => item.price));
  const least = isEmptied ? totalPrice : ofListings;
  const lowest = price(least);
  if (amount < least) return { problem: t`Pieces that go back on sale are refunded: at least ${lowest}` };
  const left = fromCents(asCents(toCents(totalPrice) - toCents(amount)));
  return { amount, listingIds: removed.map(({ listingId }) => listingId), left, follows: consequences() };

  function consequences(): string[] {
    const email = t`The buyer gets an email.`;
    if (isEmptied) return [t`No piece is left: the order is cancelled, and its pieces can be bought again.`, email];
    const names = removed.map(({ listing }) => listing.name).join(', ');
    return [
      removed.length > 0 ? `${t`${names} can be bought again.`} ${stays[status]}` : staysWithPieces[status],
      t`The order gets a new invoice with the lower total.`,
      email,
    ];
  }
}

const stays: Readonly<Record<OrderStatus, string>> = {
  pending: t`The order stays pending.`,
  processing: t`The order stays processing.`,
  paid: t`The order stays paid.`,
  shipped: t`The order stays shipped.`,
  delivered: t`The order stays delivered.`,
  cancelled: t`The order stays cancelled.`,
};
const staysWithPieces: Readonly<Record<OrderStatus, string>> = {
  pending: t`The order stays pending, and its pieces stay sold.`,
  processing: t`The order stays processing, and its pieces stay sold.`,
  paid: t`The order stays paid, and its pieces stay sold.`,
  shipped: t`The order stays shipped, and its pieces stay sold.`,
  delivered: t`The order stays delivered, and its pieces stay sold.`,
  cancelled: t`The order stays cancelled, and its pieces stay sold.`,
};

/** The amount in a text such as "1250.5" or "1,250.00"; null if it is not a number with at most two decimals. */
export function amountIn(text: string): number | null {
  const plain = text.trim().replace(/(\d),(?=\d{3}\b)/g, '$1');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}
