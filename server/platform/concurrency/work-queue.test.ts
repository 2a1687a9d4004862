import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { mostTries, selectResting } from './failed-work.ts';
import { createWorkQueue } from './work-queue.ts';

const common = {
  nextDue: async () => null,
  maxAtOnce: 1,
  log: { warn: () => undefined },
  failure: 'failed',
};

afterEach(() => {
  vi.useRealTimers();
});

it('A work queue goes on with the next item at once when one fails', async () => {
  const items = ['one', 'two', 'three'];
  const tried: string[] = [];
  const queue = createWorkQueue<string>({
    ...common,
    claimNext: async () => items.shift(),
    async work(item) {
      tried.push(item);
      throw new Error('not possible');
    },
    clock: () => 0,
  });
  queue.wake();
  await queue.settled();
  expect(tried).toEqual(['one', 'two', 'three']);
  await queue.close();
});

onEachEngine('A work queue whose items nothing marks as claimed', (shop) => {
  const queueOf = (items: readonly string[], work: (item: string) => void) => {
    const left = new Set(items);
    const database = (): Database => shop.shop.database;
    return createWorkQueue<string>({
      ...common,
      claimNext: async (resting) => [...left].find((item) => !resting.includes(item)),
      async work(item) {
        work(item);
        left.delete(item);
      },
      unclaimed: { name: 'turns', keyOf: (item) => item, database },
      clock: shop.shop.clock,
    });
  };
  const run = async (queue: ReturnType<typeof queueOf>) => {
    queue.wake();
    await queue.settled();
  };
  const resting = () => selectResting(shop.shop.database.read, 'turns', shop.shop.clock());

  it('goes on with the others when one fails, tries that one again later, and gives it up after six tries', async () => {
    const tried: string[] = [];
    const queue = queueOf(['broken', 'sound'], (item) => {
      tried.push(item);
      if (item === 'broken') throw new Error('not possible');
    });
    await run(queue);
    expect(tried).toEqual(['broken', 'sound']);
    for (let minutes = 1; minutes <= 16; minutes *= 2) {
      shop.passTime(minutes * 60_000 - 1_000);
      await run(queue);
      shop.passTime(1_000);
      await run(queue);
    }
    expect(tried.filter((item) => item === 'broken')).toHaveLength(mostTries);
    shop.passTime(365 * 24 * 60 * 60_000);
    await run(queue);
    expect(tried.filter((item) => item === 'broken')).toHaveLength(mostTries);
    await queue.close();
  });

  it('forgets that an item has failed when it succeeds', async () => {
    let isBroken = true;
    const queue = queueOf(['piece'], () => {
      if (isBroken) throw new Error('not possible');
    });
    await run(queue);
    expect(await resting()).toEqual(['piece']);
    isBroken = false;
    shop.passTime(60_000);
    await run(queue);
    expect(await shop.shop.database.read.selectFrom('failed_work').selectAll().execute()).toEqual([]);
    await queue.close();
  });

  it('pauses during an outage and counts no try', async () => {
    const tried: string[] = [];
    const queue = queueOf(['one', 'two'], (item) => {
      tried.push(item);
      throw new ServiceUnavailable('the disk is full');
    });
    await run(queue);
    expect(tried).toEqual(['one']);
    expect(await resting()).toEqual([]);
    await queue.close();
  });
});

it('A work queue works on all that it claims at once, and claims no more than it may work on', async () => {
  const items = ['one', 'two', 'three', 'four', 'five'];
  const claimed: number[] = [];
  const done: string[] = [];
  const queue = createWorkQueue<string>({
    claimSeveral: async (most) => {
      claimed.push(most);
      return items.splice(0, most);
    },
    ...common,
    work: async (item) => void done.push(item),
    maxAtOnce: 3,
    clock: () => 0,
  });
  queue.wake();
  await queue.settled();
  expect(done).toEqual(['one', 'two', 'three', 'four', 'five']);
  expect(Math.max(...claimed)).toBe(3);
  await queue.close();
});

it('A work queue asks when the next item is due once it has been idle for a second, and works on it then', async () => {
  vi.useFakeTimers();
  let now = 0;
  const items = [{ at: 5_000 }];
  const done: number[] = [];
  let asked = 0;
  const queue = createWorkQueue<{ at: number }>({
    ...common,
    claimNext: async () => (items[0] && items[0].at <= now ? items.shift() : undefined),
    work: async ({ at }) => void done.push(at),
    nextDue: async () => {
      asked += 1;
      return items[0]?.at ?? null;
    },
    clock: () => now,
  });
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  for (let count = 0; count < 3; count += 1) {
    queue.wake();
    await queue.settled();
    await pass(500);
  }
  expect(asked).toBe(0);
  await pass(500);
  expect(asked).toBe(1);
  await pass(2_999);
  expect(done).toEqual([]);
  await pass(1);
  await queue.settled();
  expect(done).toEqual([5_000]);
  await queue.close();
});
