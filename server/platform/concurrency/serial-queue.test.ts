import { expect, it } from 'vitest';
import { createKeyedSerialQueue, createSerialQueue } from './serial-queue.ts';

it('works in a serial queue run one at a time, in their order, and a failure reaches its own caller only', async () => {
  const run = createSerialQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === 'second') throw new Error('no');
    return name;
  };
  const results = await Promise.allSettled(['first', 'second', 'third'].map((name) => run(work(name))));
  expect(steps).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('works of different keys do not wait for each other', async () => {
  const run = createKeyedSerialQueue();
  const { promise: open, resolve: finish } = Promise.withResolvers<string>();
  const first = run('a', () => open);
  const second = run('a', async () => 'second');
  expect(await run('b', async () => 'other')).toBe('other');
  finish('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});
