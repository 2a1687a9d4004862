import type { Language } from '#contract/languages.ts';
import { type Cents, fromCents } from '#contract/money.ts';
import type { PaymentAttempt, PaymentDispute } from '#contract/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { translateSentences } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type AttemptRow, checkLiveAttempts, type DisputeOfAttempt, insertAttempt } from './attempts.queries.ts';
import { insertTask, type TaskRow } from './tasks.queries.ts';

/** How long after the end of its page an attempt is checked, milliseconds. */
const checkAfterExpiry = 60_000;

export interface NewAttempt {
  orderId: string;
  userId: string;
  amount: Cents;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Writes an attempt whose page is about to be opened. If the order has a live attempt already, a unique index restarts the transaction. */
export async function addAttempt(tx: Writer, shop: Shop, attempt: NewAttempt): Promise<AttemptRow> {
  const now = shop.clock();
  const row: AttemptRow = {
    id: shop.randomBytes(18).toString('base64url'),
    order_id: attempt.orderId,
    user_id: attempt.userId,
    provider: 'stripe',
    amount_cents: attempt.amount,
    currency: shop.settings.currency,
    is_live: shop.settings.stripe?.isLive ? 1 : 0,
    session_id: null,
    intent_id: null,
    state: 'opening',
    url: '',
    expires_at: attempt.expiresAt,
    check_at: attempt.expiresAt + checkAfterExpiry,
    check_tries: 0,
    readings: 0,
    error: '',
    created_at: now,
    changed_at: now,
  };
  await insertAttempt(tx, row);
  return row;
}

/** Ends the processor's pages of these orders, which can no longer be paid, once this transaction has committed. */
export async function endLiveAttempts(tx: Writer, shop: Shop, orderIds: readonly string[]): Promise<void> {
  if (shop.processor && (await checkLiveAttempts(tx, orderIds, shop.clock()))) tx.afterCommit(shop.settlement.wake);
}

/** Asks the processor for something once this transaction has committed. */
export async function addTask(
  tx: Writer,
  shop: Shop,
  task: Pick<TaskRow, 'attempt_id' | 'kind' | 'amount_cents'> & Partial<Pick<TaskRow, 'payment_id'>>,
): Promise<void> {
  const now = shop.clock();
  await insertTask(tx, {
    id: shop.randomBytes(18).toString('base64url'),
    payment_id: null,
    ...task,
    state: 'waiting',
    tries: 0,
    key_number: 0,
    next_at: now,
    provider_ref: null,
    error: '',
    created_at: now,
  });
  tx.afterCommit(shop.settlement.wake);
}

/** An attempt as admins see it. Codes of the processor in `error` stay as they are. */
export function presentAttempt(row: AttemptRow, language: Language): PaymentAttempt {
  return {
    id: row.id,
    orderId: row.order_id,
    provider: row.provider,
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    state: row.state,
    intentId: row.intent_id,
    error: translateSentences(row.error, language),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** A dispute as admins see it. */
export function presentDispute(row: DisputeOfAttempt): PaymentDispute {
  const mode = row.is_live === 1 ? '' : '/test';
  return {
    id: row.id,
    paymentId: row.attempt_id,
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    reason: row.reason,
    state: stateOfDispute(row.status),
    answerBy: row.due_by === null ? null : new Date(row.due_by).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    url: `https://dashboard.stripe.com${mode}/payments/${row.intent_id ?? ''}`,
  };
}

/** The state for a status of the processor. An inquiry of the bank that ended without a dispute counts as won. */
function stateOfDispute(status: string): PaymentDispute['state'] {
  if (wonDisputeStatuses.includes(status)) return 'won';
  if (status === 'lost') return 'lost';
  return needsAnswer(status) ? 'needs-answer' : 'under-review';
}

/** Whether the shop can still answer a dispute with this status of the processor. */
export const needsAnswer = (status: string): boolean => status.endsWith('needs_response');

/** The processor's statuses of ended disputes that leave the money with the shop. */
export const wonDisputeStatuses: readonly string[] = ['won', 'warning_closed', 'prevented'];
