import { asCents, type Cents, fromCents, sumCents } from '#contract/money.ts';
import type { Payment } from '#contract/orders.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { PaymentOptions } from '#contract/shop.ts';
import { type CheckoutMethod, isSimulated, type PaymentMethod, simulatedMethods } from '#contract/states.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { type AttemptRow, updateAttempt } from './attempts.queries.ts';
import { addTask } from './attempts.ts';
import { insertPayments, lockPayments, type PaymentRow, selectPayments } from './payments.queries.ts';
import { deleteUntriedCapture } from './tasks.queries.ts';

export {
  type AttemptRow,
  claimCheck,
  countReading,
  findOrderWithBank,
  insertDispute,
  liveStates,
  lockAttempt,
  selectAttempt,
  selectAttemptByIntent,
  selectAttempts,
  selectAttemptsOfOrder,
  selectDispute,
  selectDisputesOfOrder,
  selectDueAttempt,
  selectNextCheck,
  storePage,
  updateAttempt,
  updateDispute,
} from './attempts.queries.ts';
export {
  addAttempt,
  addTask,
  endLiveAttempts,
  needsAnswer,
  presentAttempt,
  presentDispute,
  wonDisputeStatuses,
} from './attempts.ts';
export { findOutcome } from './decline-reasons.ts';
export {
  type OwnPayments,
  selectAttemptIdsByIntents,
  selectAttemptIdsSince,
  selectOwnPayments,
} from './own-payments.queries.ts';
/** `insertPayments` writes complete rows as they are, for example those of the demo. */
export { insertPayments, lockPayments, type PaymentRow, updatePayment } from './payments.queries.ts';
export {
  type ConnectionSeen,
  type DisputeSeen,
  type EventSeen,
  type IntentSeen,
  type PaymentPage,
  type PaymentSeen,
  type Processor,
  ProcessorError,
  type RefundSeen,
} from './processor.ts';
export { stripeEventTypes } from './stripe-events.ts';
export { createStripeProcessor } from './stripe-processor.ts';
export {
  claimEvent,
  claimTask,
  countUnsettledWork,
  deleteOldEvents,
  type EventRow,
  findWebhookTime,
  insertEvent,
  selectDueEvent,
  selectDueTask,
  selectLastWebhook,
  selectNextEventTime,
  selectNextTaskTime,
  selectTask,
  selectTasksOf,
  type TaskRow,
  updateEvent,
  updateTask,
} from './tasks.queries.ts';

/**
 * Charges or refunds the difference between the sum of an order's payments and `target`; records nothing when there is none
 * (docs/behaviour/orders.md, 11). What a processor took is refunded there after the commit. The caller has locked the
 * order's row.
 */
export async function chargeOrRefundTo(
  tx: Writer,
  shop: Shop,
  { orderId, method, target }: { orderId: string; method: PaymentMethod; target: Cents },
): Promise<void> {
  const record = await lockPayments(tx, orderId);
  const difference = asCents(target - sumOf(record));
  if (difference > 0) await addPayment(tx, shop, record, { orderId, kind: 'charge', amount: difference, method });
  if (difference < 0) await refund(tx, shop, record, { orderId, amount: asCents(-difference), method });
}

/** The sum of the charges minus that of the refunds, in cents, whatever their state. */
export const sumOf = (record: readonly PaymentRow[]): Cents => sumCents(record.map(signedAmount));

const signedAmount = ({ kind, amount_cents }: PaymentRow) =>
  kind === 'charge' ? amount_cents : asCents(-amount_cents);

interface NewPayment extends Pick<PaymentRow, 'kind' | 'method'> {
  orderId: string;
  amount: Cents;
  state?: PaymentRow['state'];
  attemptId?: string | null;
  reference?: string | null;
  /** Epoch milliseconds; now by default. */
  at?: number;
}

/** Adds a row after those of `record`, and adds it to `record`. The caller has locked these rows. */
export async function addPayment(
  tx: Writer,
  shop: Shop,
  record: PaymentRow[],
  { orderId, kind, amount, method, state, attemptId = null, reference = null, at = shop.clock() }: NewPayment,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    id: shop.randomBytes(12).toString('base64url'),
    order_id: orderId,
    kind,
    amount_cents: amount,
    method,
    at,
    position: record.length,
    state: state ?? (kind === 'charge' ? 'captured' : 'succeeded'),
    attempt_id: attemptId,
    provider_ref: reference,
  };
  await insertPayments(tx, [row]);
  record.push(row);
  return row;
}

/** Refunds an amount: first what the latest attempts took. The rest was simulated or came outside of the processor. */
async function refund(
  tx: Writer,
  shop: Shop,
  record: PaymentRow[],
  { orderId, amount, method }: { orderId: string; amount: Cents; method: PaymentMethod },
): Promise<void> {
  let left = amount;
  const charges = record.filter((payment) => payment.kind === 'charge' && payment.attempt_id !== null);
  for (const charge of charges.toReversed()) {
    const held = sumOf(record.filter((payment) => payment.attempt_id === charge.attempt_id));
    const part = asCents(Math.min(left, held));
    if (part > 0) await refundCharge(tx, shop, record, { charge, amount: part, isAll: part === held });
    left = asCents(left - part);
  }
  if (left > 0) await addPayment(tx, shop, record, { orderId, kind: 'refund', amount: left, method });
}

async function refundCharge(
  tx: Writer,
  shop: Shop,
  record: PaymentRow[],
  { charge, amount, isAll }: { charge: PaymentRow; amount: Cents; isAll: boolean },
): Promise<void> {
  const { attempt_id, order_id: orderId, method } = charge;
  if (attempt_id === null) throw new Error('only the charge of an attempt is refunded at a processor');
  const details = { orderId, kind: 'refund', amount, method, state: 'pending', attemptId: attempt_id } as const;
  const row = await addPayment(tx, shop, record, details);
  // An authorisation that nobody has begun to capture is released, which costs no fees.
  const isReleased = isAll && charge.state === 'authorised' && (await deleteUntriedCapture(tx, attempt_id));
  const kind = isReleased ? 'release' : 'refund';
  await addTask(tx, shop, { attempt_id, kind, amount_cents: amount, payment_id: row.id });
  if (!isAll) return;
  const changes: Partial<AttemptRow> = { state: isReleased ? 'releasing' : 'refunding', changed_at: shop.clock() };
  await updateAttempt(tx, attempt_id, { ...changes, check_at: shop.clock() + 60_000, check_tries: 0 });
}

/** Whether the whole total of an order was taken, and not refunded. An authorisation is not enough. */
export async function isPaidInFull(reader: Reader, order: { id: string; total_cents: Cents }): Promise<boolean> {
  const record = await selectPayments(reader, order.id);
  return sumOf(record.filter((payment) => payment.state !== 'authorised')) === order.total_cents;
}

/** The payments record of an order, oldest first; amounts in the main unit of the currency. */
export async function paymentsOf(reader: Reader, orderId: string): Promise<Payment[]> {
  const record = await selectPayments(reader, orderId);
  return record.map((payment) => ({
    kind: payment.kind,
    amount: fromCents(payment.amount_cents),
    method: payment.method,
    at: new Date(payment.at).toISOString(),
    // A simulated payment has no reference, and no state at a processor.
    ...((payment.attempt_id !== null || payment.provider_ref !== null) && {
      state: payment.state,
      reference: payment.provider_ref,
    }),
  }));
}

/** The ways in which buyers can pay, for everybody to read. */
export function paymentOptionsOf(
  { stripe, currency }: Pick<Settings, 'stripe' | 'currency'>,
  { payto, transfer, billerCode, reserveDays }: PaymentSettings,
): PaymentOptions {
  const mode = stripe ? 'stripe' : 'simulated';
  const methods: CheckoutMethod[] = stripe ? ['credit'] : [...simulatedMethods];
  // PayTo moves Australian dollars only.
  if (stripe && payto && currency === 'AUD') methods.push('payto');
  if (!transfer) return { mode, methods };
  return { mode, methods: [...methods, 'transfer'], transfer: { bpay: billerCode !== '', reserveDays } };
}

/** Whether a payment of the order was not simulated: a processor took it, or it came outside of one. */
export async function hasRealMoney(reader: Reader, orderId: string): Promise<boolean> {
  const record = await selectPayments(reader, orderId);
  return record.some((payment) => payment.attempt_id !== null || isFromOutside(payment));
}

/** Whether money for the order came outside of a processor, so that an owner has to return it. */
export async function hasOutsideMoney(reader: Reader, orderId: string): Promise<boolean> {
  const record = await selectPayments(reader, orderId);
  return record.some((payment) => payment.kind === 'charge' && isFromOutside(payment));
}

/** What an owner records has a note as its reference, which may be empty; what is simulated has none. */
const isFromOutside = ({ attempt_id, provider_ref, method }: PaymentRow): boolean =>
  attempt_id === null && (provider_ref !== null || !isSimulated(method));

/** Whether the buyer's bank disputes a payment of the order, or has taken its money back. */
export async function isDisputed(reader: Reader, orderId: string): Promise<boolean> {
  return (await selectPayments(reader, orderId)).some(({ state }) => state === 'disputed');
}
