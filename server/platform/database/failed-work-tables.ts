import type { Milliseconds } from './milliseconds.ts';

/** The table of platform/concurrency/failed-work.ts. */
export interface FailedWorkTables {
  failed_work: FailedWorkTable;
}

/** The queues whose items have no column of their own for failed tries. */
export const failingQueues = ['pictures', 'publications', 'transfers', 'turns', 'intake', 'alerts'] as const;
export type FailingQueue = (typeof failingQueues)[number];

/** An item of a queue whose work has failed, until it succeeds. */
export interface FailedWorkTable {
  queue: FailingQueue;
  /** The hash of a picture or of the person of an alert; for other queues the id of the item and the time when it is due (`dueKey`). */
  item: string;
  tries: number;
  /** When it is tried again, unless it was given up. */
  next_at: Milliseconds;
  given_up_at: Milliseconds | null;
  /** What went wrong at the last try. */
  error: string;
}
