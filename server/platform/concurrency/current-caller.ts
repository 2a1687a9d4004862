import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs the work of a request in the name of its caller: an account or, for guests, a client address. */
export function runAsCaller<Result>(caller: string, work: () => Result): Result {
  return storage.run(caller, work);
}

/** The caller of the request that is being handled; the shop itself outside of requests. */
export function currentCaller(): string {
  return storage.getStore() ?? 'shop';
}
