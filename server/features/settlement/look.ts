import { type Refusal, refuse } from '#contract/errors.ts';
import { findOrderRow } from '#server/features/orders/orders.ts';
import {
  type AttemptRow,
  type EventRow,
  lockAttempt,
  type Processor,
  ProcessorError,
  selectAttempt,
  selectAttemptByIntent,
  selectAttemptsOfOrder,
  updateAttempt,
  updateEvent,
} from '#server/features/payments/payments.ts';
import type { Shop } from '#server/shop.ts';
import { backoff } from './claims.ts';
import { settleAttempt } from './settle.ts';
import { isGivenUp, needAttention } from './settling.ts';

/** Settles the attempt that an event is about. An event that concerns no attempt of this shop is marked as handled at once. */
export async function handleEvent(shop: Shop, event: EventRow): Promise<void> {
  const attempt = await attemptOf(shop, event);
  try {
    if (attempt) {
      const withDisputes = event.type.startsWith('charge.dispute.');
      await settleAttempt(shop, attempt.id, { intentId: event.intent_id, withDisputes });
    }
  } catch (error) {
    const next_at = shop.clock() + backoff(event.tries);
    const reason = error instanceof Error ? error.message : String(error);
    // The regular check of the attempt and the comparison of every night find what an event would have told.
    const handled_at = isGivenUp(event.tries, error) ? shop.clock() : null;
    await shop.database.write((tx) => updateEvent(tx, event.id, { next_at, handled_at, error: reason.slice(0, 500) }));
    throw error;
  }
  await shop.database.write((tx) => updateEvent(tx, event.id, { handled_at: shop.clock(), error: '' }));
}

async function attemptOf(
  { database: { read } }: Shop,
  { attempt_id, intent_id }: EventRow,
): Promise<AttemptRow | undefined> {
  const named = attempt_id === null ? undefined : await selectAttempt(read, attempt_id);
  return named ?? (intent_id === null ? undefined : selectAttemptByIntent(read, intent_id));
}

/** Called by the work queue for an attempt that is due: ends its payment page if the order can no longer be paid there, and settles it. */
export async function checkAttempt(shop: Shop, attempt: AttemptRow): Promise<void> {
  if (!shop.processor) return;
  if (attempt.state === 'opening') return endUnopened(shop, attempt);
  try {
    if (attempt.state === 'open' && attempt.session_id !== null && (await isOver(shop, attempt)))
      await shop.processor.endPage(attempt.session_id);
    await settleAttempt(shop, attempt.id);
  } catch (error) {
    if (isGivenUp(attempt.check_tries + 1, error)) await giveUpChecks(shop, attempt, error);
    throw error;
  }
}

/** Checks an attempt no more and tells the owners. They can have it checked in the panel. */
async function giveUpChecks(shop: Shop, { id }: AttemptRow, failure: unknown): Promise<void> {
  const reason = failure instanceof Error ? failure.message : String(failure);
  await shop.database.write(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    if (attempt)
      await needAttention(tx, shop, attempt, (say) =>
        say('The card processor does not say what became of it: {reason}', { reason }),
      );
  });
}

async function isOver(shop: Shop, attempt: AttemptRow): Promise<boolean> {
  if (attempt.expires_at <= shop.clock()) return true;
  return (await findOrderRow(shop.database.read, attempt.order_id))?.status !== 'pending';
}

/**
 * Ends an attempt whose payment page was never opened: the process that was opening it has died, or will find that the attempt has
 * ended. No buyer has received the address of the page.
 */
async function endUnopened(shop: Shop, { id }: AttemptRow): Promise<void> {
  await shop.database.write(async (tx) => {
    // Locked, so that it cannot overwrite a payment page that another process stores at this moment.
    const attempt = await lockAttempt(tx, id);
    if (attempt?.state !== 'opening') return;
    await updateAttempt(tx, id, { state: 'expired', check_at: null, changed_at: shop.clock() });
  });
}

/**
 * Called before a new attempt begins: ends the earlier ones whose payment pages are still open, and settles what was paid there.
 * Refuses (503) if a call to the processor fails.
 */
export async function endEarlierAttempt(shop: Shop, processor: Processor, orderId: string): Promise<null | Refusal> {
  try {
    for (const attempt of await selectAttemptsOfOrder(shop.database.read, orderId)) {
      if (attempt.state === 'opening') await endUnopened(shop, attempt);
      if (attempt.state !== 'open') continue;
      if (attempt.session_id !== null) await processor.endPage(attempt.session_id);
      await settleAttempt(shop, attempt.id);
    }
    return null;
  } catch (error) {
    if (error instanceof ProcessorError) return refuse('processorUnavailable');
    throw error;
  }
}
