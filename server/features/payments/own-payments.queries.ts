import type { Reader } from '#server/platform/database/database.ts';
import type { AttemptRow, DisputeRow } from './attempts.queries.ts';
import type { PaymentRow } from './payments.queries.ts';

/** An attempt with everything that the shop has recorded about it. */
export interface OwnPayments {
  attempt: AttemptRow;
  record: readonly PaymentRow[];
  disputes: readonly DisputeRow[];
  hasWaitingTasks: boolean;
}

/** How many ids one statement takes. */
const atOnce = 500;

/** What the shop has recorded about these attempts; unknown ids are left out. */
export async function selectOwnPayments(reader: Reader, attemptIds: readonly string[]): Promise<OwnPayments[]> {
  const found: OwnPayments[] = [];
  for (const ids of chunks(attemptIds)) {
    const attempts = await reader.selectFrom('payment_attempts').selectAll().where('id', 'in', ids).execute();
    const orderIds = [...new Set(attempts.map((attempt) => attempt.order_id))];
    if (orderIds.length === 0) continue;
    const record = await reader.selectFrom('payments').selectAll().where('order_id', 'in', orderIds).execute();
    const disputes = await reader
      .selectFrom('payment_disputes')
      .selectAll()
      .where('order_id', 'in', orderIds)
      .execute();
    const waiting = await reader
      .selectFrom('payment_tasks')
      .select('attempt_id')
      .where('attempt_id', 'in', ids)
      .where('state', '=', 'waiting')
      .execute();
    for (const attempt of attempts)
      found.push({
        attempt,
        record: record.filter((row) => row.attempt_id === attempt.id),
        disputes: disputes.filter((row) => row.attempt_id === attempt.id),
        hasWaitingTasks: waiting.some((task) => task.attempt_id === attempt.id),
      });
  }
  return found;
}

/**
 * Ids of the attempts with a payment that began since `since` (epoch milliseconds), and of those with a task since then. An id may come
 * twice.
 */
export async function selectAttemptIdsSince(reader: Reader, since: number): Promise<string[]> {
  const begun = await reader
    .selectFrom('payment_attempts')
    .select('id')
    .where('created_at', '>=', since)
    .where('intent_id', 'is not', null)
    .execute();
  const tasks = await reader
    .selectFrom('payment_tasks')
    .select('attempt_id as id')
    .distinct()
    .where('created_at', '>=', since)
    .execute();
  return [...begun, ...tasks].map(({ id }) => id);
}

export async function selectAttemptIdsByIntents(reader: Reader, intentIds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const ids of chunks(intentIds)) {
    const rows = await reader.selectFrom('payment_attempts').select('id').where('intent_id', 'in', ids).execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const unique = [...new Set(items)];
  const count = Math.ceil(unique.length / atOnce);
  return Array.from({ length: count }, (_, index) => unique.slice(index * atOnce, (index + 1) * atOnce));
}
