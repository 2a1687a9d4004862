import { t } from '@lingui/core/macro';
import { asCents, fromCents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { leftToPay } from './order-money.ts';
import { amountIn } from './refund-draft.ts';

/** What the owner has entered about a payment that was received. */
export interface ReceiptDraft {
  /** As typed, in units of the currency. */
  amount: string;
  method: PaymentMethod;
  /** "2026-11-23" in the shop's time zone. */
  day: string;
  note: string;
}

export const emptyReceipt = (left: number, day: string): ReceiptDraft => ({
  amount: String(left),
  method: 'transfer',
  day,
  note: '',
});

interface Receipt {
  /** In units of the currency. */
  amount: number;
  /** A sentence about what follows from recording it. */
  follows: string;
}

/** What recording the draft does, or the errors of its fields (docs/behaviour/payments.md, 19). The server decides again. */
export function receiptOf(
  order: OrderDetails,
  draft: ReceiptDraft,
  { today, price }: { today: string; price: (amount: number) => string },
): Receipt | { fields: Record<string, string> } {
  const left = leftToPay(order);
  const leftover = price(left);
  const amount = amountIn(draft.amount);
  if (amount === null || amount <= 0) return { fields: { amount: t`Please enter an amount above 0` } };
  if (amount > left) return { fields: { amount: t`At most ${leftover} is left to pay` } };
  if (amount < left && order.paymentMethod !== 'transfer')
    return { fields: { amount: t`This order is paid as a whole: ${leftover}` } };
  if (draft.day === '' || draft.day > today) return { fields: { day: t`Please choose today or an earlier day` } };
  const rest = fromCents(asCents(toCents(left) - toCents(amount)));
  const open = price(rest);
  if (rest > 0) return { amount, follows: t`${open} stays open, and the order waits for it.` };
  return { amount, follows: t`The sum is complete: the order is paid, and the buyer gets an email.` };
}
