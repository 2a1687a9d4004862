import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { PaymentEventsTable, PaymentTasksTable } from '#server/platform/database/payment-tables.ts';

export type TaskRow = PaymentTasksTable;
export type EventRow = PaymentEventsTable;

export async function insertTask(tx: Writer, row: TaskRow): Promise<void> {
  await tx.insertInto('payment_tasks').values(row).execute();
}

export function selectTask(reader: Reader, id: string): Promise<TaskRow | undefined> {
  return reader.selectFrom('payment_tasks').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectTasksOf(reader: Reader, attemptId: string): Promise<TaskRow[]> {
  return reader
    .selectFrom('payment_tasks')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function updateTask(tx: Writer, id: string, changes: Partial<TaskRow>): Promise<void> {
  await tx.updateTable('payment_tasks').set(changes).where('id', '=', id).execute();
}

/** Deletes the waiting capture of an attempt that no process has begun. True if there was one. */
export async function deleteUntriedCapture(tx: Writer, attemptId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('payment_tasks')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'capture')
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const waitingTasks = (reader: Reader) => reader.selectFrom('payment_tasks').where('state', '=', 'waiting');

export function selectDueTask(reader: Reader, now: number): Promise<TaskRow | undefined> {
  return waitingTasks(reader)
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function selectNextTaskTime(reader: Reader): Promise<number | null> {
  const { next } = await waitingTasks(reader)
    .select((row) => row.fn.min('next_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}

/** Claims a task for this process until `claimedUntil`. False if another process has claimed it since it was read. */
export async function claimTask(tx: Writer, task: TaskRow, claimedUntil: number): Promise<boolean> {
  const result = await tx
    .updateTable('payment_tasks')
    .set({ next_at: claimedUntil, tries: task.tries + 1 })
    .where('id', '=', task.id)
    .where('state', '=', 'waiting')
    .where('tries', '=', task.tries)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** One insert; an event that is known already changes nothing. */
export async function insertEvent(tx: Writer, row: EventRow): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const unhandledEvents = (reader: Reader) => reader.selectFrom('payment_events').where('handled_at', 'is', null);

export function selectDueEvent(reader: Reader, now: number): Promise<EventRow | undefined> {
  return unhandledEvents(reader)
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function selectNextEventTime(reader: Reader): Promise<number | null> {
  const { next } = await unhandledEvents(reader)
    .select((row) => row.fn.min('next_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}

/** Claims an event for this process until `claimedUntil`. False if another process has claimed it since it was read. */
export async function claimEvent(tx: Writer, event: EventRow, claimedUntil: number): Promise<boolean> {
  const result = await tx
    .updateTable('payment_events')
    .set({ next_at: claimedUntil, tries: event.tries + 1 })
    .where('id', '=', event.id)
    .where('handled_at', 'is', null)
    .where('tries', '=', event.tries)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function updateEvent(tx: Writer, id: string, changes: Partial<EventRow>): Promise<void> {
  await tx.updateTable('payment_events').set(changes).where('id', '=', id).execute();
}
