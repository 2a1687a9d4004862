import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '../failures.ts';
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const options = { inactivityTimeout: 1_500, maxWait: 30_000, probe: () => undefined };

/** False after ServiceUnavailable. Rejects with any other error. */
const isAdmitted = (queue: ConnectionQueue) =>
  queue.acquire().then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceUnavailable) return false;
      throw error;
    },
  );

it('admits as many as there are slots, then one for each release, in their order', async () => {
  const queue = createConnectionQueue(2, options);
  const admitted: number[] = [];
  for (const number of [1, 2, 3, 4]) void queue.acquire().then(() => admitted.push(number));
  await vi.advanceTimersByTimeAsync(0);
  expect(admitted).toEqual([1, 2]);
  for (const expected of [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]) {
    queue.recordActivity();
    queue.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(admitted).toEqual(expected);
  }
});

it('lets callers wait while the server is active, up to the longest wait', async () => {
  const queue = createConnectionQueue(1, options);
  await queue.acquire();
  const callers = Array.from({ length: 40 }, () => isAdmitted(queue));
  for (let second = 1; second <= 40; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    queue.recordActivity();
    if (second % 2 === 0) queue.release();
  }
  const admitted = await Promise.all(callers);
  expect(admitted.filter(Boolean)).toHaveLength(15);
  expect(admitted.slice(0, 15)).not.toContain(false);
});

it('fails callers after 1.5 s without activity', async () => {
  const queue = createConnectionQueue(1, options);
  await queue.acquire();
  const early = [isAdmitted(queue), isAdmitted(queue)];
  await vi.advanceTimersByTimeAsync(1_000);
  const late = isAdmitted(queue);
  await vi.advanceTimersByTimeAsync(501);
  expect(await Promise.all(early)).toEqual([false, false]);

  queue.recordActivity();
  queue.release();
  expect(await late).toBe(true);
});

it('fails even a new caller when a connection to a dead server is released, and frees the slot', async () => {
  const queue = createConnectionQueue(1, options);
  await queue.acquire();
  await vi.advanceTimersByTimeAsync(1_400);
  const late = isAdmitted(queue);
  await vi.advanceTimersByTimeAsync(100);
  queue.release();
  expect(await late).toBe(false);
  await queue.acquire();
});

it('probes a server that is inactive, and lets callers wait on when the probe succeeds', async () => {
  const queue = createConnectionQueue(1, { ...options, probe: () => queue.recordActivity() });
  await queue.acquire();
  const caller = isAdmitted(queue);
  await vi.advanceTimersByTimeAsync(10_000);
  queue.release();
  expect(await caller).toBe(true);
});

it('gives the server time to react after the process itself was paused', async () => {
  let paused = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + paused);
  const probe = vi.fn();
  const queue = createConnectionQueue(1, { ...options, probe });
  await queue.acquire();
  const waiting = isAdmitted(queue);
  paused = 5_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(probe).toHaveBeenCalledOnce();
  queue.recordActivity();
  queue.release();
  expect(await waiting).toBe(true);
});
