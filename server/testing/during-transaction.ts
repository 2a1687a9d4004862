import { vi } from 'vitest';
import type { Writer } from '#server/platform/database/database.ts';
import type { TestShop } from './open-shop.ts';

/** Does `work` in a transaction, and makes `call` before its commit. The commit follows when the call begins its own transaction. */
export async function duringTransaction<Answer>(
  { shop: { database } }: TestShop,
  work: (tx: Writer) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = database.write(async (tx) => {
    await work(tx);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, transaction]);
  using write = vi.spyOn(database, 'write');
  const answer = call();
  // The call has read by then what it reads before its own transaction.
  await vi.waitUntil(() => write.mock.calls.length > 0, { interval: 1, timeout: 15_000 });
  end.resolve();
  await transaction;
  return answer;
}
