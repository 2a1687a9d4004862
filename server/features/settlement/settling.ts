import type { LockedOrder } from '#server/features/orders/orders.ts';
import {
  type AttemptRow,
  type IntentSeen,
  type PaymentRow,
  type TaskRow,
  updateAttempt,
} from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { queueAttentionEmails } from './payment-emails.ts';

/** An attempt with everything that it changes, locked. */
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

/** `check_at` null: nothing more is expected of the processor. */
export async function changeAttempt(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  changes: Partial<AttemptRow> & Pick<AttemptRow, 'state'>,
): Promise<void> {
  await updateAttempt(tx, attempt.id, { ...changes, changed_at: shop.clock(), check_tries: 0 });
}

/** Marks an attempt that somebody has to look at, and tells the owners once. */
export async function needAttention(tx: Writer, shop: Shop, attempt: AttemptRow, error: string): Promise<void> {
  if (attempt.state === 'attention' && attempt.error === error) return;
  await changeAttempt(tx, shop, attempt, { state: 'attention', error, check_at: null });
  await queueAttentionEmails(tx, shop, attempt, error);
}

/** A task that has failed this often is reported to the owners. It is tried on. */
export const reportedAfter = 6;

/** What an owner has to know about a task that the processor has not done; null while it is only late. */
export function problemOf({ kind, state, tries, error }: TaskRow): string | null {
  if (state === 'failed') return sentenceOf(kind, { isFinal: true, error });
  return tries >= reportedAfter ? sentenceOf(kind, { isFinal: false, error }) : null;
}

export const sentenceOf = (kind: TaskRow['kind'], { isFinal, error }: { isFinal: boolean; error: string }) =>
  isFinal ? `A ${kind} was refused: ${error}` : `A ${kind} does not succeed: ${error}`;
