import { expect, it } from 'vitest';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { createFairQueue } from './fair-queue.ts';

const options = { concurrency: 1, maxWaiting: 100, busy: 'too many' };

/** Occupies the queue until `release`, and records in which order later works run. */
function createOrder(enqueue: ReturnType<typeof createFairQueue>) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const ran: string[] = [];
  const works: Promise<unknown>[] = [enqueue({ caller: 'first' }, () => promise)];
  return {
    ran,
    add(name: string, caller: string, lane?: string) {
      works.push(enqueue({ caller, ...(lane && { lane }) }, async () => void ran.push(name)));
    },
    async finish() {
      release();
      await Promise.all(works);
      return ran.join(' ');
    },
  };
}

it('callers take turns, and the works of one caller keep their order', async () => {
  const order = createOrder(createFairQueue(options));
  for (let at = 1; at <= 5; at += 1) order.add(`a${at}`, 'anna');
  order.add('b1', 'ben');
  order.add('c1', 'carl');
  order.add('b2', 'ben');
  expect(await order.finish()).toBe('a1 b1 c1 a2 b2 a3 a4 a5');
});

it('lanes take turns, however many callers one has', async () => {
  const order = createOrder(createFairQueue(options));
  for (const caller of ['a', 'b', 'c', 'd']) order.add(caller, caller, 'registration');
  order.add('x', 'x', 'sign-in');
  order.add('y', 'y', 'sign-in');
  expect(await order.finish()).toBe('a x b y c d');
});

it('one caller cannot fill the queue, and the queue has an end', async () => {
  const enqueue = createFairQueue({ ...options, maxWaiting: 5, maxWaitingPerCaller: 3 });
  const order = createOrder(enqueue);
  for (let at = 1; at <= 3; at += 1) order.add(`a${at}`, 'anna');
  const work = async () => undefined;
  await expect(enqueue({ caller: 'anna' }, work)).rejects.toThrow(ServiceUnavailable);
  order.add('b1', 'ben');
  order.add('b2', 'ben');
  await expect(enqueue({ caller: 'carl' }, work)).rejects.toThrow('too many');
  expect(await order.finish()).toBe('a1 b1 a2 b2 a3');
  await enqueue({ caller: 'anna' }, work);
});

it('runs as many at once as it may, also after a failure', async () => {
  const enqueue = createFairQueue({ ...options, concurrency: 2 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    throw new Error('an accident');
  };
  const results = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => enqueue({ caller: `${at}` }, work)));
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  expect(most).toBe(2);
});
