import { expect, it } from 'vitest';
import { createKeyedSerialQueue, createSerialQueue } from './serial-queue.ts';

it('tasks in a serial queue run one at a time, in the order of the calls, and a failure rejects its own call only', async () => {
  const run = createSerialQueue();
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === 'second') throw new Error('no');
    return name;
  };
  const results = await Promise.allSettled(['first', 'second', 'third'].map((name) => run(task(name))));
  expect(steps).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('tasks with different keys do not wait for each other', async () => {
  const run = createKeyedSerialQueue();
  const { promise: open, resolve: finish } = Promise.withResolvers<string>();
  const first = run('a', () => open);
  const second = run('a', async () => 'second');
  expect(await run('b', async () => 'other')).toBe('other');
  finish('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});
