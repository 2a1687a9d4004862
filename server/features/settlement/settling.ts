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
