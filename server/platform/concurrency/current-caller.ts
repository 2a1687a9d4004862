import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  /** An account or, for guests, a client address; null before it is known. */
  caller: string | null;
  /** Whether the request only reads: GET or HEAD. */
  isRead: boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work of a request in the name of its caller: an account or, for guests, a client address. */
export function runAsCaller<Result>(caller: string, work: () => Result): Result {
  return storage.run({ isRead: isReadRequest(), caller }, work);
}

/** The caller of the request that is being handled; the shop itself outside of requests. */
export function currentCaller(): string {
  return storage.getStore()?.caller ?? 'shop';
}

/** Runs the work of a request that only reads. What `work` starts and does not await belongs to it as well, timers too. */
export function runAsRead<Result>(work: () => Result): Result {
  return storage.run({ isRead: true, caller: null }, work);
}

/** Whether the code runs for a request that only reads. */
export function isReadRequest(): boolean {
  return storage.getStore()?.isRead ?? false;
}

/** Runs work that a request causes but does not wait for, such as setting a timer, in the name of the shop itself. */
export function runInBackground<Result>(work: () => Result): Result {
  return storage.exit(work);
}
