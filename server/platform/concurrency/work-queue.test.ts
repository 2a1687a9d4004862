import { expect, it } from 'vitest';
import { createWorkQueue, type WorkQueueParts } from './work-queue.ts';

function failingQueue(items: string[], options: Pick<WorkQueueParts<string>, 'isUnclaimed'>) {
  const tried: string[] = [];
  const queue = createWorkQueue<string>({
    claimNext: async () => (options.isUnclaimed ? items[0] : items.shift()),
    async work(item) {
      tried.push(item);
      // Without this a faulty queue would try for ever.
      if (tried.length > 20) items.length = 0;
      throw new Error('not possible');
    },
    nextDue: async () => null,
    maxAtOnce: 1,
    clock: () => 0,
    log: { warn: () => undefined },
    failure: 'failed',
    ...options,
  });
  return { queue, tried };
}

it('goes on with the next item at once when one fails', async () => {
  const { queue, tried } = failingQueue(['one', 'two', 'three'], {});
  queue.wake();
  await queue.settled();
  expect(tried).toEqual(['one', 'two', 'three']);
  await queue.close();
});

it('pauses after a failure where nothing marks an item as claimed, because the same one would fail again', async () => {
  const { queue, tried } = failingQueue(['one', 'two'], { isUnclaimed: true });
  queue.wake();
  await queue.settled();
  expect(tried).toEqual(['one']);
  await queue.close();
});
