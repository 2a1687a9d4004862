import { t } from '@lingui/core/macro';
import { asCents, fromCents, sumCents, toCents } from '#contract/money.ts';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import { isSale, isSimulated, type PaymentState } from '#contract/states.ts';

/** The sums of a payments record, in units of the currency. */
export interface MoneySums {
  charged: number;
  refunded: number;
  /** Charged less refunded. */
  kept: number;
  /** Authorised at the buyer's bank and neither charged nor released. */
  reserved: number;
}

/**
 * The sums of a payments record. A refund that failed did not reach the buyer. An authorisation was never charged, so what was
 * released of it was not refunded either.
 */
export function sumsOf(payments: readonly Payment[]): MoneySums {
  const sum = (matches: (payment: Payment) => boolean) =>
    sumCents(payments.filter(matches).map(({ amount }) => toCents(amount)));
  const authorised = sum(({ kind, state }) => kind === 'charge' && state === 'authorised');
  const charged = sum(({ kind, state }) => kind === 'charge' && state !== 'authorised');
  const returned = sum(({ kind, state }) => kind === 'refund' && state !== 'failed');
  const released = Math.min(authorised, Math.max(0, returned - charged));
  return {
    charged: fromCents(charged),
    refunded: fromCents(asCents(returned - released)),
    kept: fromCents(asCents(charged - returned + released)),
    reserved: fromCents(asCents(authorised - released)),
  };
}

/** Whether money was taken at a processor or came outside of it; false for simulated payments. */
export const hasRealMoney = ({ payments }: OrderDetails): boolean => payments.some(({ state }) => state !== undefined);

/** Whether the server would refund the order (docs/behaviour/payments.md, 18). Simulated money is not refunded by hand. */
export function canRefund(order: OrderDetails): boolean {
  const { payments, status, totalPrice } = order;
  if (!isSale(status) || totalPrice === 0 || !hasRealMoney(order)) return false;
  const taken = payments
    .filter(({ state }) => state !== 'authorised')
    .reduce((cents, { kind, amount }) => cents + (kind === 'charge' ? toCents(amount) : -toCents(amount)), 0);
  return taken === toCents(totalPrice);
}

/** Whether the buyer's bank disputes the payment, or has won: nothing of it can be refunded then. */
export const hasDispute = ({ payments }: OrderDetails): boolean => payments.some(({ state }) => state === 'disputed');

/** Whether the order is still a sale, and its payments record has a refund, in whatever state. */
export const isPartRefunded = ({ payments, status }: OrderDetails): boolean =>
  isSale(status) && payments.some(({ kind }) => kind === 'refund');

/** Whether the server would record money for the order (docs/behaviour/payments.md, 19). */
export const canRecordPayment = ({ status, paymentMethod }: OrderDetails): boolean =>
  status === 'pending' || (status === 'cancelled' && paymentMethod === 'transfer');

/** What is left to pay of an order that is not paid, in units of the currency. */
export const leftToPay = ({ totalPrice, received = 0 }: OrderDetails): number =>
  fromCents(asCents(toCents(totalPrice) - toCents(received)));

/**
 * The state of a row of the payments record in words; a state has other words for a refund than for a charge. A row without a state is
 * simulated, or a charge that is received, or a refund that the owner pays by hand because the money did not come through a processor.
 */
export function stateInWords({ kind, state, method }: Payment, record: readonly Payment[]): string {
  if (state === undefined) {
    const wasSimulated = isSimulated(method) && !record.some((other) => other.method === method && other.state);
    if (wasSimulated) return t`Simulated`;
    return kind === 'charge' ? t`Received` : t`To be given back by you`;
  }
  return (kind === 'charge' ? chargeStates : refundStates)[state];
}

const chargeStates: Readonly<Record<PaymentState, string>> = {
  authorised: t`Authorised, not charged`,
  captured: t`Received`,
  pending: t`On its way`,
  succeeded: t`Received`,
  failed: t`Failed`,
  disputed: t`Disputed`,
};
const refundStates: Readonly<Record<PaymentState, string>> = {
  ...chargeStates,
  captured: t`Sent`,
  pending: t`On its way to the buyer`,
  succeeded: t`Sent`,
};
