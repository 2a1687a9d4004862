import { isRefusal } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { lockAccount } from '#server/features/accounts/accounts.ts';
import {
  cancelUnpaidOrder,
  claimForPayment,
  completePayment,
  holdForBank,
  type LockedOrder,
  lockOrder,
  lockOrderedListings,
} from '#server/features/orders/orders.ts';
import {
  type AttemptRow,
  addPayment,
  addTask,
  countReading,
  type IntentSeen,
  lockAttempt,
  lockPayments,
  type PaymentSeen,
  selectAttempt,
  selectAttemptsOfOrder,
  selectTasksOf,
  sumOf,
  type TaskRow,
  updateAttempt,
  updatePayment,
  updateTask,
} from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type InWords, queueOutcomeEmails } from './payment-emails.ts';
import { settleDisputes } from './settle-disputes.ts';
import { settleRefunds } from './settle-refunds.ts';
import { changeAttempt, chargeOf, needAttention, type Settling } from './settling.ts';

interface ReadOptions {
  /** The payment that an event is about, for an attempt whose payment is not known yet. */
  intentId?: string | null;
  withDisputes?: boolean;
}

/**
 * Reads an attempt at the processor and makes order, payments record and tasks agree with it. Everything that learns of a payment calls it:
 * webhooks, tasks, the buyer's return, the regular check, the comparison and the admin's button. Calling it again, also at the same moment,
 * changes nothing more (docs/behaviour/payments.md). Throws ProcessorError.
 */
export async function settleAttempt(shop: Shop, id: string, options: ReadOptions = {}): Promise<void> {
  for (;;) {
    const attempt = await selectAttempt(shop.database.read, id);
    if (!shop.processor || !attempt) return;
    const hint = attempt.session_id === null ? (options.intentId ?? null) : null;
    const ids = { sessionId: attempt.session_id, intentId: attempt.intent_id ?? hint, currency: attempt.currency };
    const seen = await shop.processor.read(ids, { withDisputes: options.withDisputes ?? false });
    if (await shop.database.write((tx) => applyReading(tx, shop, attempt, seen))) return;
  }
}

/** Settles those attempts of an order that have not ended. */
export async function settleOrder(shop: Shop, orderId: string): Promise<void> {
  for (const attempt of await selectAttemptsOfOrder(shop.database.read, orderId))
    if (!['expired', 'released', 'refunded', 'failed'].includes(attempt.state)) await settleAttempt(shop, attempt.id);
}

/** False if another reading was applied since `before`: this one may be older and must not undo it. */
async function applyReading(tx: Writer, shop: Shop, before: AttemptRow, seen: PaymentSeen): Promise<boolean> {
  await lockAccount(tx, before.user_id);
  const order = await lockOrder(tx, before.order_id);
  const attempt = await lockAttempt(tx, before.id);
  if (!attempt) return true;
  if (attempt.readings !== before.readings) return false;
  await countReading(tx, attempt.id);
  await settleSeen(tx, shop, { attempt, order }, seen);
  return true;
}

async function settleSeen(
  tx: Writer,
  shop: Shop,
  { attempt, order }: { attempt: AttemptRow; order: LockedOrder | null },
  seen: PaymentSeen,
): Promise<void> {
  const { intent, page } = seen;
  if (!intent || intent.status === 'waiting') return settleUnpaid(tx, shop, { attempt, order }, seen);
  const mismatch = mismatchOf(attempt, intent);
  if (mismatch !== null) return needAttention(tx, shop, attempt, mismatch);
  const record = order ? await lockPayments(tx, order.row.id) : [];
  const settling = { attempt, order, intent, record, tasks: await selectTasksOf(tx, attempt.id) };
  if (intent.status === 'authorised') await settleAuthorised(tx, shop, settling);
  else if (intent.status === 'captured') await settleCaptured(tx, shop, settling);
  else await settleCancelled(tx, shop, { ...settling, page });
  await settleDisputes(tx, shop, settling);
}

/** Why the payment is not the one that this attempt asked for; null if it is. */
function mismatchOf(attempt: AttemptRow, intent: IntentSeen): InWords | null {
  const { currency } = intent;
  if (intent.attemptId !== attempt.id || intent.orderId !== attempt.order_id)
    return (say) => say('The payment belongs to another order');
  if (attempt.intent_id !== null && attempt.intent_id !== intent.id)
    return (say) => say('There is another payment for this attempt');
  if (intent.isLive !== (attempt.is_live === 1))
    return (say) => (intent.isLive ? say('The payment is a real one, not a test') : say('The payment is a test'));
  if (currency !== attempt.currency) return (say) => say('The payment is in {currency}', { currency });
  if (intent.amount !== attempt.amount_cents) return (say) => say('The payment has another amount');
  if (intent.status === 'captured' && intent.captured !== attempt.amount_cents)
    return (say) => say('Another amount than the authorised one was taken');
  return null;
}

/** Settles an attempt that nobody has paid. The code of a decline is stored for the buyer and the owners. */
async function settleUnpaid(
  tx: Writer,
  shop: Shop,
  { attempt, order }: { attempt: AttemptRow; order: LockedOrder | null },
  { page, intent }: PaymentSeen,
): Promise<void> {
  const error = intent?.declined ?? '';
  if (page === 'expired') return end(tx, shop, attempt, { state: 'expired', error });
  // With PayTo the buyer agrees on the page, and the bank decides later.
  const hasAgreed = page === 'complete' || attempt.intent_id !== null;
  if (intent && hasAgreed && attempt.state === 'open') {
    if (error !== '') return failAgreedPayment(tx, shop, attempt, { ...intent, declined: error });
    if (attempt.intent_id === null) return waitForBank(tx, shop, { attempt, order }, intent);
  }
  if (attempt.state === 'open' && attempt.error !== error)
    await updateAttempt(tx, attempt.id, { error, changed_at: shop.clock() });
}

/** Holds the pieces while the buyer's bank decides, for as long as a payment page may stay open. Limits of holds do not apply. */
async function waitForBank(
  tx: Writer,
  shop: Shop,
  { attempt, order }: { attempt: AttemptRow; order: LockedOrder | null },
  intent: IntentSeen,
): Promise<void> {
  const mismatch = mismatchOf(attempt, intent);
  if (mismatch !== null) return needAttention(tx, shop, attempt, mismatch);
  await updateAttempt(tx, attempt.id, { intent_id: intent.id, changed_at: shop.clock() });
  if (order?.row.status === 'pending') await holdForBank(tx, shop, order, shop.clock() + durations.processorPage);
}

async function failAgreedPayment(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  { id, declined }: { id: string; declined: string },
): Promise<void> {
  await end(tx, shop, attempt, { state: 'failed', error: declined });
  await queueOutcomeEmails(tx, shop, { ...attempt, intent_id: id }, 'refused');
}

/** Ends an attempt that nobody has paid and nobody can pay any more. */
async function end(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  { state, error }: { state: 'expired' | 'failed'; error: string },
): Promise<void> {
  if (!['opening', 'open', 'attention'].includes(attempt.state)) return;
  await changeAttempt(tx, shop, attempt, { state, url: '', check_at: null, error });
}

/** Milliseconds after which an attempt with an unfinished task is read again. */
const checkTasksAfter = 60_000;

async function settleAuthorised(tx: Writer, shop: Shop, settling: Settling): Promise<void> {
  const { attempt, order, intent, tasks } = settling;
  // An earlier reading was settled: the order was claimed, or a release was planned. The tasks do the rest.
  if (chargeOf(settling) || tasks.length > 0) return;
  const known = { intent_id: intent.id, url: '', error: '', check_at: shop.clock() + checkTasksAfter };
  const amount_cents = attempt.amount_cents;
  if (await claimOrder(tx, shop, settling, 'authorised')) {
    await changeAttempt(tx, shop, attempt, { ...known, state: 'authorised' });
    await addTask(tx, shop, { attempt_id: attempt.id, kind: 'capture', amount_cents });
    return;
  }
  if (order?.row.status === 'pending')
    await cancelUnpaidOrder(tx, shop, order, say('The payment came too late: nothing was charged'));
  await changeAttempt(tx, shop, attempt, { ...known, state: 'releasing' });
  await addTask(tx, shop, { attempt_id: attempt.id, kind: 'release', amount_cents });
  await queueOutcomeEmails(tx, shop, { ...attempt, intent_id: intent.id }, 'released');
}

/** Claims the listings for the order and writes the charge. False if the order has ended or a listing is unavailable. */
async function claimOrder(
  tx: Writer,
  shop: Shop,
  { attempt, order, intent, record }: Settling,
  state: 'authorised' | 'captured',
): Promise<boolean> {
  if (order?.row.status !== 'pending' || order.row.total_cents !== attempt.amount_cents) return false;
  const listings = await lockOrderedListings(tx, shop, order);
  if (isRefusal(listings)) return false;
  await claimForPayment(tx, shop, order, listings);
  await addPayment(tx, shop, record, { ...chargeFor(attempt, order, intent), state });
  return true;
}

const chargeFor = (attempt: AttemptRow, { row }: LockedOrder, intent: IntentSeen) => ({
  orderId: row.id,
  kind: 'charge' as const,
  amount: attempt.amount_cents,
  method: row.payment_method,
  attemptId: attempt.id,
  reference: intent.id,
});

async function settleCaptured(tx: Writer, shop: Shop, settling: Settling): Promise<void> {
  const { attempt, order, intent } = settling;
  const charge = chargeOf(settling);
  await finishTasks(tx, settling, ['capture', 'release']);
  const known = { intent_id: intent.id, url: '', error: '', check_at: null };
  if (charge?.state === 'authorised') {
    await updatePayment(tx, charge.id, { state: 'captured' });
    if (order?.row.status === 'processing') await completePayment(tx, shop, order);
    await changeAttempt(tx, shop, attempt, { ...known, state: 'captured' });
  } else if (!charge && !settling.tasks.some((task) => task.kind === 'refund')) {
    // The shop has seen no authorisation: the payment method has none, or somebody captured the payment in the processor's
    // dashboard.
    if (!(await claimOrder(tx, shop, settling, 'captured'))) return refundEverything(tx, shop, settling);
    if (order) await completePayment(tx, shop, order);
    await changeAttempt(tx, shop, attempt, { ...known, state: 'captured' });
  }
  await settleRefunds(tx, shop, settling);
}

/** Refunds a payment whose pieces the buyer cannot get, and cancels the order if it is pending. */
async function refundEverything(tx: Writer, shop: Shop, { attempt, order, intent, record }: Settling): Promise<void> {
  let payment_id: string | null = null;
  if (order) {
    const charge = chargeFor(attempt, order, intent);
    await addPayment(tx, shop, record, { ...charge, state: 'captured' });
    const refund = { ...charge, kind: 'refund', state: 'pending', reference: null } as const;
    payment_id = (await addPayment(tx, shop, record, refund)).id;
    if (order.row.status === 'pending')
      await cancelUnpaidOrder(tx, shop, order, say('The payment came too late: it is refunded'));
  }
  await addTask(tx, shop, {
    attempt_id: attempt.id,
    kind: 'refund',
    amount_cents: attempt.amount_cents,
    payment_id,
  });
  const check_at = shop.clock() + checkTasksAfter;
  await changeAttempt(tx, shop, attempt, { intent_id: intent.id, url: '', error: '', state: 'refunding', check_at });
  await queueOutcomeEmails(tx, shop, { ...attempt, intent_id: intent.id }, 'refunded');
}

/** Settles a payment that charged nobody: it was released by the shop, has lapsed, or was cancelled in the processor's dashboard. */
async function settleCancelled(tx: Writer, shop: Shop, settling: Settling & Pick<PaymentSeen, 'page'>): Promise<void> {
  const { attempt, order, intent, record, tasks, page } = settling;
  const charge = chargeOf(settling);
  const wasDecided = tasks.length > 0;
  await finishTasks(tx, settling, ['capture', 'release', 'refund']);
  if (!charge && !wasDecided) {
    const state = page === 'open' ? 'failed' : 'expired';
    return end(tx, shop, attempt, { state, error: intent.declined ?? '' });
  }
  if (charge?.state === 'authorised') {
    const own = record.filter((payment) => payment.attempt_id === attempt.id);
    for (const refund of own)
      if (refund.kind === 'refund' && refund.state !== 'succeeded')
        await updatePayment(tx, refund.id, { state: 'succeeded', provider_ref: intent.id });
    const lapsed = sumOf(own);
    if (lapsed > 0) {
      if (order?.row.status === 'processing')
        await cancelUnpaidOrder(tx, shop, order, say('The authorisation of the payment ended: nothing was charged'));
      const balance = { kind: 'refund', amount: lapsed, method: charge.method, state: 'succeeded' } as const;
      const ids = { orderId: charge.order_id, attemptId: attempt.id, reference: intent.id };
      await addPayment(tx, shop, record, { ...balance, ...ids });
      await queueOutcomeEmails(tx, shop, attempt, 'lapsed');
    }
  }
  if (attempt.state !== 'released')
    await changeAttempt(tx, shop, attempt, { state: 'released', intent_id: intent.id, url: '', check_at: null });
}

async function finishTasks(tx: Writer, { tasks }: Settling, kinds: readonly TaskRow['kind'][]): Promise<void> {
  for (const task of tasks)
    if (task.state === 'waiting' && kinds.includes(task.kind))
      await updateTask(tx, task.id, { state: 'done', error: '' });
}
