import type { LockedOrder } from '#server/features/orders/orders.ts';
import {
  type AttemptRow,
  type IntentSeen,
  type PaymentRow,
  ProcessorError,
  type TaskRow,
  updateAttempt,
} from '#server/features/payments/payments.ts';
import { isOutage } from '#server/platform/concurrency/failed-work.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type InWords, queueAttentionEmails } from './payment-emails.ts';

/** An attempt, what the processor says about it, and the rows that settling it may change. The caller has locked attempt and order. */
export interface Settling {
  attempt: AttemptRow;
  /** Null if the order was deleted: a checkout that was replaced or given up. */
  order: LockedOrder | null;
  intent: IntentSeen;
  /** All payments of the order, oldest first. */
  record: PaymentRow[];
  tasks: readonly TaskRow[];
}

/** The charge of this attempt in the payments record. */
export const chargeOf = ({ record, attempt }: Settling): PaymentRow | undefined =>
  record.find((payment) => payment.kind === 'charge' && payment.attempt_id === attempt.id);

/** Changes an attempt and counts its checks from zero again. `check_at` null: the shop expects nothing more of the processor. */
export async function changeAttempt(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  changes: Partial<AttemptRow> & Pick<AttemptRow, 'state'>,
): Promise<void> {
  await updateAttempt(tx, attempt.id, { ...changes, changed_at: shop.clock(), check_tries: 0 });
}

/** Marks an attempt that somebody has to look at, and tells the owners once. The problem is stored in English. */
export async function needAttention(tx: Writer, shop: Shop, attempt: AttemptRow, problem: InWords): Promise<void> {
  const error = problem(sayIn('en'));
  if (attempt.state === 'attention' && attempt.error === error) return;
  await changeAttempt(tx, shop, attempt, { state: 'attention', error, check_at: null });
  await queueAttentionEmails(tx, shop, attempt, problem);
}

/** After this many tries without success a task is reported to the owners. The shop keeps trying, unless the processor refuses it. */
export const reportedAfter = 6;
/** Some three days of tries, one in an hour at the end. */
const mostTries = 80;

/**
 * Whether nothing at the processor is tried again after this failure: the processor has refused it several times, or it has failed for days
 * although the processor could be reached. While it cannot be reached, the shop goes on.
 */
export function isGivenUp(tries: number, failure: unknown): boolean {
  const kind = failure instanceof ProcessorError ? failure.kind : null;
  if (kind === 'unreachable' || isOutage(failure)) return false;
  return tries >= (kind === 'refused' ? reportedAfter : mostTries);
}

/** What an owner has to know about a task that has failed or was tried too often; null if there is nothing to report. */
export function problemOf({ kind, state, tries, error }: TaskRow): InWords | null {
  if (state === 'failed') return sentenceOf(kind, { isFinal: true, error });
  return tries >= reportedAfter ? sentenceOf(kind, { isFinal: false, error }) : null;
}

/** Says that a task was refused (`isFinal`) or does not succeed. `error`: what the processor said, in English, or `noEffect`. */
export const sentenceOf =
  (kind: TaskRow['kind'], { isFinal, error }: { isFinal: boolean; error: string }): InWords =>
  (say) => {
    const reason = error === noEffect ? say('no effect yet') : error;
    return isFinal ? refusedIn(say, kind, reason) : lateIn(say, kind, reason);
  };

/** The error of a task that the processor has accepted without doing it. */
export const noEffect = 'no effect yet';

// Whole sentences, so that `translateText` finds them.
function refusedIn(say: Say, kind: TaskRow['kind'], reason: string): string {
  switch (kind) {
    case 'capture':
      return say('A capture was refused: {reason}', { reason });
    case 'release':
      return say('A release was refused: {reason}', { reason });
    case 'refund':
      return say('A refund was refused: {reason}', { reason });
  }
}

function lateIn(say: Say, kind: TaskRow['kind'], reason: string): string {
  switch (kind) {
    case 'capture':
      return say('A capture does not succeed: {reason}', { reason });
    case 'release':
      return say('A release does not succeed: {reason}', { reason });
    case 'refund':
      return say('A refund does not succeed: {reason}', { reason });
  }
}
