import { selectNextCheck, selectNextEventTime, selectNextTaskTime } from '#server/features/payments/payments.ts';
import { selectFirstTransfer } from '#server/features/transfers/transfers.ts';
import { dueKey } from '#server/platform/concurrency/failed-work.ts';
import {
  createWorkQueue,
  lateLog,
  type WorkQueue,
  type WorkQueueParts,
} from '#server/platform/concurrency/work-queue.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { claimAttemptCheck, claimEventWork, claimTaskWork } from './claims.ts';
import { checkAttempt, handleEvent } from './look.ts';
import { runTask } from './run-task.ts';
import { findDueTransfer, meetDeadline } from './transfer-deadlines.ts';

export { endEarlierAttempt } from './look.ts';
export { examplePaymentEmails } from './payment-emails.ts';
export { storeEvents } from './receive-event.ts';
export { settleAttempt, settleOrder } from './settle.ts';

const maxAtOnce = 4;

/**
 * Does the background work of payments: events of the processor, tasks for it, attempts whose outcome nobody reported, and the
 * deadlines of transfers. The work is stored as rows in the database, so that every process can do it and a killed process loses
 * nothing. `shopOf` is called only when the queues run.
 */
export function createSettlement({ stripe }: Pick<Settings, 'stripe'>, shopOf: () => Shop): WorkQueue {
  const parts = {
    maxAtOnce,
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'the work of payments could not be done; it will be retried',
  };
  const deadlines = createWorkQueue({
    ...parts,
    failure: 'the deadlines of transfers could not be met; it will be retried',
    claimNext: (resting) => findDueTransfer(shopOf(), resting),
    work: (transfer) => meetDeadline(shopOf(), transfer),
    nextDue: async (resting) => (await selectFirstTransfer(shopOf().database.read, resting))?.next_at ?? null,
    maxAtOnce: 1,
    unclaimed: {
      name: 'transfers',
      keyOf: ({ order_id, next_at }) => dueKey(order_id, next_at ?? 0),
      database: () => shopOf().database,
    },
  });
  const queues: WorkQueue[] = stripe ? [deadlines, ...processorQueues(parts, shopOf)] : [deadlines];
  return {
    wake() {
      for (const queue of queues) queue.wake();
    },
    async settled() {
      // Work in one queue may add work to another, so each queue is awaited three times.
      for (const queue of [...queues, ...queues, ...queues]) await queue.settled();
    },
    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

type CommonParts = Pick<WorkQueueParts<unknown>, 'maxAtOnce' | 'clock' | 'log' | 'failure'>;

function processorQueues(parts: CommonParts, shopOf: () => Shop): WorkQueue[] {
  return [
    createWorkQueue({
      ...parts,
      claimNext: () => claimEventWork(shopOf()),
      work: (event) => handleEvent(shopOf(), event),
      nextDue: () => selectNextEventTime(shopOf().database.read),
    }),
    createWorkQueue({
      ...parts,
      claimNext: () => claimTaskWork(shopOf()),
      work: (task) => runTask(shopOf(), task),
      nextDue: () => selectNextTaskTime(shopOf().database.read),
    }),
    createWorkQueue({
      ...parts,
      claimNext: () => claimAttemptCheck(shopOf()),
      work: (attempt) => checkAttempt(shopOf(), attempt),
      nextDue: () => selectNextCheck(shopOf().database.read),
    }),
  ];
}
