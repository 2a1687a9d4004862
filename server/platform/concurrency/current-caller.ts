import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writer } from '../database/transaction.ts';

/** Throws if the caller may no longer do what the call does. Keeps this from changing until the transaction ends. */
export type CheckRights = (tx: Writer) => Promise<void>;

interface RunningRequest {
  /** An account or, for guests, a client address; null before it is known. */
  caller: string | null;
  /** Whether the request only reads: GET or HEAD. */
  isRead: boolean;
  checkRights: CheckRights | null;
}

const storage = new AsyncLocalStorage<RunningRequest>();

/**
 * Runs the work of a request in the name of its caller: an account or, for guests, a client address. Each transaction that begins until
 * `work` is done runs `checkRights`.
 */
export async function runAsCaller<Result>(
  caller: string,
  work: () => Result,
  checkRights: CheckRights | null = null,
): Promise<Awaited<Result>> {
  const request: RunningRequest = { caller, isRead: isReadRequest(), checkRights };
  try {
    return await storage.run(request, work);
  } finally {
    // Background work that the request has started goes on as the shop's own.
    request.checkRights = null;
  }
}

/** The caller of the request that is being handled; the shop itself outside of requests. */
export function currentCaller(): string {
  return storage.getStore()?.caller ?? 'shop';
}

/** What each transaction of the request that is being handled must check; null outside of requests and for public calls. */
export function currentRights(): CheckRights | null {
  return storage.getStore()?.checkRights ?? null;
}

/** Runs the work of a request that only reads. What `work` starts and does not await belongs to it as well, timers too. */
export function runAsRead<Result>(work: () => Result): Result {
  return storage.run({ isRead: true, caller: null, checkRights: null }, work);
}

/** Whether the code runs for a request that only reads. */
export function isReadRequest(): boolean {
  return storage.getStore()?.isRead ?? false;
}

/**
 * Runs work that a request causes but does not wait for, such as setting a timer, in the name of the shop itself: it does not depend on the
 * caller's rights.
 */
export function runInBackground<Result>(work: () => Result): Result {
  return storage.exit(work);
}
