import { formatCents } from '#contract/money.ts';
import { acceptRefund } from '#server/features/orders/orders.ts';
import { addPayment, type RefundSeen, updatePayment, updateTask } from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { InWords } from './payment-emails.ts';
import { changeAttempt, chargeOf, needAttention, problemOf, type Settling } from './settling.ts';

/** Makes the refunds of a captured payment, and the state of its attempt, agree with what the processor says. */
export async function settleRefunds(tx: Writer, shop: Shop, settling: Settling): Promise<void> {
  const { attempt, intent, tasks, record } = settling;
  const problems: InWords[] = [];
  for (const task of tasks.filter(({ kind }) => kind === 'refund')) {
    const made = intent.refunds.filter((refund) => refund.taskId === task.id);
    // If one refund of this task failed and another did not, the other one counts.
    const refund = made.find(({ state }) => state !== 'failed') ?? made[0];
    const row = record.find((payment) => payment.id === task.payment_id);
    if (!refund) {
      const problem = row?.attempt_id === null ? null : problemOf(task);
      if (problem) problems.push(problem);
      continue;
    }
    if (task.state === 'waiting') await updateTask(tx, task.id, { state: 'done', provider_ref: refund.id, error: '' });
    // After it failed, the owner has paid it in another way (refunds-outside.ts).
    if (row?.attempt_id === null) continue;
    if (row && (row.state !== refund.state || row.provider_ref !== refund.id)) {
      await updatePayment(tx, row.id, { state: refund.state, provider_ref: refund.id });
      Object.assign(row, { state: refund.state });
    }
    if (refund.state === 'failed') problems.push(failedRefund(formatCents(refund.amount, attempt.currency)));
  }
  problems.push(...(await settleForeignRefunds(tx, shop, settling)));
  if (problems.length > 0) return needAttention(tx, shop, attempt, allOf(problems));
  const solved = attempt.state === 'attention' ? 'captured' : null;
  const state = stateOf(intent.refunds, attempt.amount_cents) ?? solved;
  if (state && state !== attempt.state) await changeAttempt(tx, shop, attempt, { state, error: '', check_at: null });
}

const allOf =
  (problems: readonly InWords[]): InWords =>
  (say) =>
    problems.map((problem) => problem(say)).join('. ');

const failedRefund =
  (amount: string): InWords =>
  (say) =>
    say('The refund of {amount} failed: pay it by bank', { amount });

/**
 * Records the refunds that an owner made at the processor, and lowers the order by them, so that the payments record agrees with the
 * processor. Returns the problems that an owner has to solve.
 */
async function settleForeignRefunds(tx: Writer, shop: Shop, settling: Settling): Promise<InWords[]> {
  const { attempt, intent, tasks, record } = settling;
  const problems: InWords[] = [];
  for (const refund of intent.refunds.filter(({ taskId }) => !tasks.some(({ id }) => id === taskId))) {
    const amount = formatCents(refund.amount, attempt.currency);
    const row = record.find(({ provider_ref }) => provider_ref === refund.id);
    if (row && row.state !== refund.state) await updatePayment(tx, row.id, { state: refund.state });
    if (row && refund.state === 'failed') problems.push(failedRefund(amount));
    if (!row && refund.state !== 'failed' && !(await recordForeignRefund(tx, shop, settling, refund)))
      problems.push((say) => say('{amount} was refunded outside of the shop, and does not fit the order', { amount }));
  }
  return problems;
}

/** False if the attempt has no charge, or if the refund does not fit the order. */
async function recordForeignRefund(tx: Writer, shop: Shop, settling: Settling, refund: RefundSeen): Promise<boolean> {
  const { attempt, record } = settling;
  const charge = chargeOf(settling);
  if (!charge || !(await acceptRefund(tx, shop, attempt.order_id, refund.amount))) return false;
  const { order_id: orderId, method } = charge;
  const { amount, state, id: reference } = refund;
  await addPayment(tx, shop, record, {
    orderId,
    kind: 'refund',
    amount,
    method,
    state,
    attemptId: attempt.id,
    reference,
  });
  return true;
}

/** The state of an attempt that is refunded in full; null while less is refunded. */
function stateOf(refunds: readonly RefundSeen[], amount: number): 'refunding' | 'refunded' | null {
  const live = refunds.filter(({ state }) => state !== 'failed');
  if (live.reduce((sum, refund) => sum + refund.amount, 0) < amount) return null;
  return live.every(({ state }) => state === 'succeeded') ? 'refunded' : 'refunding';
}
