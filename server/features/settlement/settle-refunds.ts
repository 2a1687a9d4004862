import { formatCents } from '#contract/money.ts';
import { type RefundSeen, updatePayment, updateTask } from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { changeAttempt, needAttention, type Settling } from './settling.ts';

/** Brings the refunds of a captured payment to what the processor says about them. */
export async function settleRefunds(tx: Writer, shop: Shop, settling: Settling): Promise<void> {
  const { attempt, intent, tasks, record } = settling;
  const problems: string[] = [];
  for (const task of tasks.filter(({ kind }) => kind === 'refund')) {
    const made = intent.refunds.filter((refund) => refund.taskId === task.id);
    // After a failed one the owner may have another made.
    const refund = made.find(({ state }) => state !== 'failed') ?? made[0];
    if (!refund) continue;
    if (task.state === 'waiting') await updateTask(tx, task.id, { state: 'done', provider_ref: refund.id, error: '' });
    const row = record.find((payment) => payment.id === task.payment_id);
    // The owner has paid it in another way since it failed (refunds-outside.ts).
    if (row?.attempt_id === null) continue;
    if (row && (row.state !== refund.state || row.provider_ref !== refund.id)) {
      await updatePayment(tx, row.id, { state: refund.state, provider_ref: refund.id });
      Object.assign(row, { state: refund.state });
    }
    if (refund.state === 'failed')
      problems.push(`The refund of ${formatCents(refund.amount, attempt.currency)} failed: pay it by bank`);
  }
  const foreign = intent.refunds.filter(
    ({ taskId, state }) => state !== 'failed' && !tasks.some(({ id }) => id === taskId),
  );
  if (foreign.length > 0) {
    const amount = foreign.reduce((sum, refund) => sum + refund.amount, 0);
    problems.push(`${formatCents(amount, attempt.currency)} was refunded outside of the shop, which does not know why`);
  }
  if (problems.length > 0) return needAttention(tx, shop, attempt, problems.join('. '));
  const solved = attempt.state === 'attention' ? 'captured' : null;
  const state = stateOf(intent.refunds, attempt.amount_cents) ?? solved;
  if (state && state !== attempt.state) await changeAttempt(tx, shop, attempt, { state, error: '', check_at: null });
}

/** Null while less than everything is refunded. */
function stateOf(refunds: readonly RefundSeen[], amount: number): 'refunding' | 'refunded' | null {
  const live = refunds.filter(({ state }) => state !== 'failed');
  if (live.reduce((sum, refund) => sum + refund.amount, 0) < amount) return null;
  return live.every(({ state }) => state === 'succeeded') ? 'refunded' : 'refunding';
}
