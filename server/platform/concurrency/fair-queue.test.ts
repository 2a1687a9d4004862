import { expect, it } from 'vitest';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { createFairQueue } from './fair-queue.ts';

const options = { concurrency: 1, maxWaiting: 100, busy: 'too many' };

/** Occupies the queue until `finish`, which returns the names of the tasks added meanwhile, in the order in which they ran. */
function occupy(enqueue: ReturnType<typeof createFairQueue>) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const ran: string[] = [];
  const tasks: Promise<unknown>[] = [enqueue({ caller: 'first' }, () => promise)];
  return {
    ran,
    add(name: string, caller: string, lane?: string) {
      tasks.push(enqueue({ caller, ...(lane && { lane }) }, async () => void ran.push(name)));
    },
    async finish() {
      release();
      await Promise.all(tasks);
      return ran.join(' ');
    },
  };
}

it('callers take turns, and the tasks of one caller keep their order', async () => {
  const occupied = occupy(createFairQueue(options));
  for (let at = 1; at <= 5; at += 1) occupied.add(`a${at}`, 'anna');
  occupied.add('b1', 'ben');
  occupied.add('c1', 'carl');
  occupied.add('b2', 'ben');
  expect(await occupied.finish()).toBe('a1 b1 c1 a2 b2 a3 a4 a5');
});

it('lanes take turns, however many callers one has', async () => {
  const occupied = occupy(createFairQueue(options));
  for (const caller of ['a', 'b', 'c', 'd']) occupied.add(caller, caller, 'registration');
  occupied.add('x', 'x', 'sign-in');
  occupied.add('y', 'y', 'sign-in');
  expect(await occupied.finish()).toBe('a x b y c d');
});

it('a task is refused when its caller has too many waiting, and when the queue is full', async () => {
  const enqueue = createFairQueue({ ...options, maxWaiting: 5, maxWaitingPerCaller: 3 });
  const occupied = occupy(enqueue);
  for (let at = 1; at <= 3; at += 1) occupied.add(`a${at}`, 'anna');
  const work = async () => undefined;
  await expect(enqueue({ caller: 'anna' }, work)).rejects.toThrow(ServiceUnavailable);
  occupied.add('b1', 'ben');
  occupied.add('b2', 'ben');
  await expect(enqueue({ caller: 'carl' }, work)).rejects.toThrow('too many');
  expect(await occupied.finish()).toBe('a1 b1 a2 b2 a3');
  await enqueue({ caller: 'anna' }, work);
});

it('as many tasks run at once as allowed, also after a failure', async () => {
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
