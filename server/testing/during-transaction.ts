import { setTimeout as pause } from 'node:timers/promises';
import type { Writer } from '#server/platform/database/database.ts';
import type { TestShop } from './open-shop.ts';

/** Makes a call while a transaction that has done `work` is still open, and commits that one while the call waits for it. */
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
  const answer = call();
  // The call has read by then what it reads before its own transaction.
  await pause(200);
  end.resolve();
  await transaction;
  return answer;
}
