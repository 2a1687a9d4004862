import {
  type AttemptRow,
  lockAttempt,
  type Processor,
  ProcessorError,
  selectAttempt,
  selectTask,
  type TaskRow,
  updateAttempt,
  updatePayment,
  updateTask,
} from '#server/features/payments/payments.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { backoff } from './claims.ts';
import { queueAttentionEmails } from './payment-emails.ts';
import { settleAttempt } from './settle.ts';
import { isGivenUp, noEffect, reportedAfter, sentenceOf } from './settling.ts';

/**
 * Does a task at the processor and settles what has become of it. Settling marks the task as done, by what it reads at the
 * processor: an answer that was lost makes no difference, and a repeated task finds what the first call did.
 */
export async function runTask(shop: Shop, task: TaskRow): Promise<void> {
  const { processor } = shop;
  const attempt = await selectAttempt(shop.database.read, task.attempt_id);
  if (!processor || !attempt) return;
  let failure: ProcessorError | null = null;
  try {
    // An earlier try may have had its effect.
    if (task.tries > 1) await settleAttempt(shop, attempt.id);
    if (!(await isWaiting(shop, task))) return;
    if (task.kind === 'capture') await markCapturing(shop, attempt);
    failure = await perform(processor, attempt, task);
    await settleAttempt(shop, attempt.id);
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    // Without a reading it is not known whether the task had its effect, so a refusal is not final.
    failure = new ProcessorError('unreachable', failure?.message ?? error.message);
  }
  if (await isWaiting(shop, task)) await planRetry(shop, task, failure);
}

async function isWaiting({ database }: Shop, { id }: TaskRow): Promise<boolean> {
  return (await selectTask(database.read, id))?.state === 'waiting';
}

async function markCapturing(shop: Shop, { id }: AttemptRow): Promise<void> {
  await shop.database.write(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    if (attempt?.state === 'authorised') await updateAttempt(tx, id, { state: 'capturing', changed_at: shop.clock() });
  });
}

/** Returns the error of the processor, if there was one. */
async function perform(processor: Processor, attempt: AttemptRow, task: TaskRow): Promise<ProcessorError | null> {
  const { intent_id: intentId, order_id: orderId, currency } = attempt;
  if (intentId === null) throw new Error(`the task ${task.id} is about a payment that is not known`);
  const key = `${task.id}-${task.key_number}`;
  try {
    if (task.kind === 'capture') await processor.capture(intentId, key);
    else if (task.kind === 'release') await processor.release(intentId, key);
    else await refundOrRelease();
    return null;
  } catch (error) {
    if (error instanceof ProcessorError) return error;
    throw error;
  }

  /** Refunds a payment. One that is only authorised is released, as nothing was taken yet; a part of it must wait for the capture. */
  async function refundOrRelease(): Promise<void> {
    const isAll = task.amount_cents === attempt.amount_cents;
    const ids = { sessionId: attempt.session_id, intentId, currency };
    const { intent } = await processor.read(ids);
    if (intent?.status === 'authorised') {
      if (!isAll) throw new ProcessorError('unreachable', 'not captured yet');
      await processor.release(String(intentId), `${key}-release`).catch(refusedRelease);
    } else {
      const refund = { intentId: String(intentId), taskId: task.id, orderId, amount: task.amount_cents, currency };
      await processor.refund(refund, key);
    }
  }
}

/** Throws the error of a release; `failed` if it was refused: the payment was taken meanwhile, and the next try refunds it. */
function refusedRelease(error: unknown): never {
  throw error instanceof ProcessorError && error.kind === 'refused'
    ? new ProcessorError('failed', error.message)
    : error;
}

async function planRetry(shop: Shop, task: TaskRow, failure: ProcessorError | null): Promise<void> {
  const error = failure?.message ?? noEffect;
  shop.log.warn({ task: task.id, kind: task.kind, tries: task.tries, reason: error }, 'a task at the processor failed');
  // Final only because settling reads the processor, too: an earlier try might have made the refund that is refused now.
  const isFinal = (task.kind === 'refund' && failure?.kind === 'refused') || isGivenUp(task.tries, failure);
  await shop.database.write(async (tx) => {
    const attempt = await lockAttempt(tx, task.attempt_id);
    if (!attempt || (await selectTask(tx, task.id))?.state !== 'waiting') return;
    await updateTask(tx, task.id, {
      state: isFinal ? 'failed' : 'waiting',
      next_at: shop.clock() + backoff(task.tries - 1),
      key_number: task.key_number + (failure?.kind === 'failed' || failure?.kind === 'refused' ? 1 : 0),
      error,
    });
    if (isFinal && task.payment_id !== null) await updatePayment(tx, task.payment_id, { state: 'failed' });
    if (!isFinal && task.tries !== reportedAfter) return;
    const problem = sentenceOf(task.kind, { isFinal, error });
    const inEnglish = problem(sayIn('en'));
    await updateAttempt(tx, attempt.id, { state: 'attention', error: inEnglish, changed_at: shop.clock() });
    await queueAttentionEmails(tx, shop, attempt, problem);
  });
}
