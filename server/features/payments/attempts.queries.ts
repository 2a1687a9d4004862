import type { AttemptState } from '#contract/states.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { PaymentAttemptsTable, PaymentDisputesTable } from '#server/platform/database/payment-tables.ts';

export type AttemptRow = PaymentAttemptsTable;
export type DisputeRow = PaymentDisputesTable;
export type DisputeOfAttempt = DisputeRow & Pick<AttemptRow, 'currency' | 'intent_id' | 'is_live'>;

/** The states of a live attempt: somebody may pay at its page. A unique index allows one live attempt for an order. */
export const liveStates = ['opening', 'open'] as const satisfies readonly AttemptState[];

export async function insertAttempt(tx: Writer, row: AttemptRow): Promise<void> {
  await tx.insertInto('payment_attempts').values(row).execute();
}

export function selectAttempt(reader: Reader, id: string): Promise<AttemptRow | undefined> {
  return reader.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockAttempt(tx: Writer, id: string): Promise<AttemptRow | undefined> {
  return lockRows(tx, tx.selectFrom('payment_attempts').selectAll().where('id', '=', id)).executeTakeFirst();
}

export function selectAttemptByIntent(reader: Reader, intentId: string): Promise<AttemptRow | undefined> {
  return reader.selectFrom('payment_attempts').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

/** The attempts to pay an order, oldest first. */
export function selectAttemptsOfOrder(reader: Reader, orderId: string): Promise<AttemptRow[]> {
  return reader
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The disputes about an order, newest first. */
export function selectDisputesOfOrder(reader: Reader, orderId: string): Promise<DisputeOfAttempt[]> {
  return reader
    .selectFrom('payment_disputes as dispute')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'dispute.attempt_id')
    .selectAll('dispute')
    .select(['attempt.currency', 'attempt.intent_id', 'attempt.is_live'])
    .where('dispute.order_id', '=', orderId)
    .orderBy('dispute.created_at', 'desc')
    .orderBy('dispute.id', 'desc')
    .execute();
}

/** A page of the attempts with this state, or of all, newest first; `total` counts those of all pages. */
export async function selectAttempts(
  reader: Reader,
  { state, offset, limit }: { state: AttemptState | undefined; offset: number; limit: number },
): Promise<{ rows: AttemptRow[]; total: number }> {
  const matching = reader
    .selectFrom('payment_attempts')
    .$if(state !== undefined, (attempts) => attempts.where('state', '=', state ?? 'open'));
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: count };
}

/** Changes an attempt. Call it only if something changes: it makes open admin panels read the order again. */
export async function updateAttempt(tx: Writer, id: string, changes: Partial<AttemptRow>): Promise<void> {
  await tx.updateTable('payment_attempts').set(changes).where('id', '=', id).execute();
  tx.raiseRevision();
}

/** Records that one more reading of the processor was applied. Open admin panels do not read the order again. */
export async function countReading(tx: Writer, id: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set((row) => ({ readings: row('readings', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores the page of an attempt; false if the attempt was ended meanwhile. Makes open admin panels read the order again. */
export async function storePage(
  tx: Writer,
  id: string,
  page: Pick<AttemptRow, 'session_id' | 'url' | 'changed_at'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('payment_attempts')
    .set({ ...page, state: 'open' })
    .where('id', '=', id)
    .where('state', '=', 'opening')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  tx.raiseRevision();
  return true;
}

/** One of these orders whose payment waits for the bank, because the buyer has agreed to it since `since`; null if there is none. */
export async function findOrderWithBank(
  reader: Reader,
  orderIds: readonly string[],
  since: number,
): Promise<string | null> {
  if (orderIds.length === 0) return null;
  const row = await reader
    .selectFrom('payment_attempts')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'open')
    .where('intent_id', 'is not', null)
    .where('changed_at', '>', since)
    .executeTakeFirst();
  return row?.order_id ?? null;
}

/** Makes the live attempts of these orders due for a check now. True if there are any. */
export async function checkLiveAttempts(tx: Writer, orderIds: readonly string[], now: number): Promise<boolean> {
  if (orderIds.length === 0) return false;
  const result = await tx
    .updateTable('payment_attempts')
    .set({ check_at: now })
    .where('order_id', 'in', orderIds)
    .where('state', 'in', liveStates)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The attempt whose check has been due for longest. */
export function selectDueAttempt(reader: Reader, now: number): Promise<AttemptRow | undefined> {
  return reader
    .selectFrom('payment_attempts')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function selectNextCheck(reader: Reader): Promise<number | null> {
  const { next } = await reader
    .selectFrom('payment_attempts')
    .select((row) => row.fn.min('check_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}

/** Claims the check of an attempt, and sets the next one to `checkAt`. False if another process has claimed it since it was read. */
export async function claimCheck(tx: Writer, attempt: AttemptRow, checkAt: number): Promise<boolean> {
  const result = await tx
    .updateTable('payment_attempts')
    .set({ check_at: checkAt, check_tries: attempt.check_tries + 1 })
    .where('id', '=', attempt.id)
    .where('check_at', '=', attempt.check_at)
    .where('check_tries', '=', attempt.check_tries)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export function selectDispute(reader: Reader, id: string): Promise<DisputeRow | undefined> {
  return reader.selectFrom('payment_disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertDispute(tx: Writer, row: DisputeRow): Promise<void> {
  await tx.insertInto('payment_disputes').values(row).execute();
}

export async function updateDispute(tx: Writer, id: string, changes: Partial<DisputeRow>): Promise<void> {
  await tx.updateTable('payment_disputes').set(changes).where('id', '=', id).execute();
}
