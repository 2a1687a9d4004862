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

/** Stores an event; does nothing if it is stored already. */
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

/** Deletes events that were handled and that arrived before `before`, epoch milliseconds. */
export async function deleteOldEvents(tx: Writer, before: number): Promise<void> {
  await tx.deleteFrom('payment_events').where('received_at', '<', before).where('handled_at', 'is not', null).execute();
}

/** The last event that came by webhook. */
export function selectLastWebhook(reader: Reader): Promise<Pick<EventRow, 'type' | 'received_at'> | undefined> {
  return reader
    .selectFrom('payment_events')
    .select(['type', 'received_at'])
    .where('came_by', '=', 'webhook')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When the first webhook about this object arrived, at `since` or later, in epoch milliseconds; null if none has. */
export async function findWebhookTime(
  reader: Reader,
  { objectId, since }: { objectId: string; since: number },
): Promise<number | null> {
  const event = await reader
    .selectFrom('payment_events')
    .select('received_at')
    .where('received_at', '>=', since)
    .where('object_id', '=', objectId)
    .where('came_by', '=', 'webhook')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return event?.received_at ?? null;
}

export interface UnsettledWork {
  /** Tasks for the processor that are not done. */
  waitingTasks: number;
  /** Tasks that the processor refused. */
  failedTasks: number;
  /** Events whose payment could not be read yet. */
  waitingEvents: number;
  /** Events since `since` that the processor could not deliver. */
  undeliveredEvents: number;
}

export async function countUnsettledWork(reader: Reader, since: number): Promise<UnsettledWork> {
  const tasks = await reader
    .selectFrom('payment_tasks')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  const countOf = (state: TaskRow['state']) => tasks.find((row) => row.state === state)?.count ?? 0;
  const waiting = await unhandledEvents(reader)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const undelivered = await reader
    .selectFrom('payment_events')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('received_at', '>=', since)
    .where('came_by', '=', 'list')
    .executeTakeFirstOrThrow();
  return {
    waitingTasks: countOf('waiting'),
    failedTasks: countOf('failed'),
    waitingEvents: waiting.count,
    undeliveredEvents: undelivered.count,
  };
}
