import { t } from '@lingui/core/macro';
import type { TransferOrder } from '#contract/bank.ts';

/** What happens if the money of a row of a statement is recorded for an order. */
export interface MatchWords {
  /** Empty if the row has exactly what is left of an order that waits. */
  words: string;
  /** The amount to record; null if nothing is left to pay. */
  recorded: number | null;
}

/** Says whether the money is less, more, late or came twice. `price` formats an amount. */
export function wordsOfMatch(
  amount: number,
  { left, status }: Pick<TransferOrder, 'left' | 'status'>,
  price: (amount: number) => string,
): MatchWords {
  if (left <= 0)
    return {
      words: t`Paid already: this money came twice. Send it back, then choose Not for the shop.`,
      recorded: null,
    };
  const sentences = [
    status === 'cancelled' && t`Late: the reservation has ended. It is paid if its pieces are still for sale.`,
    wordsOfSum(amount, left, price),
  ];
  return { words: sentences.filter(Boolean).join(' '), recorded: Math.min(amount, left) };
}

function wordsOfSum(amount: number, left: number, price: (amount: number) => string): string {
  // Amounts have at most three decimals; the difference of two floating-point numbers can have more.
  const difference = Math.round(Math.abs(amount - left) * 1000) / 1000;
  if (difference === 0) return '';
  const [sum, recorded] = [price(difference), price(left)];
  if (amount < left) return t`${sum} less than is left: it counts as a part, and the rest stays open.`;
  return t`${sum} more than is left: ${recorded} is recorded, and you send ${sum} back.`;
}
