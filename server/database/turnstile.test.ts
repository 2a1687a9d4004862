import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseAway } from './failures.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const patience = { stalled: 1_500, longest: 30_000, knock: () => undefined };

/** Whether this one was let in; a promise that does not fail. */
const isLetIn = (turnstile: Turnstile) =>
  turnstile.enter().then(
    () => true,
    (error: unknown) => !(error instanceof DatabaseAway),
  );

it('lets in as many as there are places, then one for each that leaves, in their order', async () => {
  const turnstile = createTurnstile(2, patience);
  const entered: number[] = [];
  for (const number of [1, 2, 3, 4]) void turnstile.enter().then(() => entered.push(number));
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([1, 2]);
  for (const expected of [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]) {
    turnstile.signOfLife();
    turnstile.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual(expected);
  }
});

it('has a crowd wait as long as there are signs of life, and not for ever', async () => {
  const turnstile = createTurnstile(1, patience);
  await turnstile.enter();
  const crowd = Array.from({ length: 40 }, () => isLetIn(turnstile));
  for (let second = 1; second <= 40; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    turnstile.signOfLife();
    if (second % 2 === 0) turnstile.leave();
  }
  const areIn = await Promise.all(crowd);
  expect(areIn.filter(Boolean)).toHaveLength(15);
  expect(areIn.slice(0, 15)).not.toContain(false);
});

it('sends everybody away after 1.5 s without a sign of life', async () => {
  const turnstile = createTurnstile(1, patience);
  await turnstile.enter();
  const early = [isLetIn(turnstile), isLetIn(turnstile)];
  await vi.advanceTimersByTimeAsync(1_000);
  const late = isLetIn(turnstile);
  await vi.advanceTimersByTimeAsync(501);
  expect(await Promise.all(early)).toEqual([false, false]);

  turnstile.signOfLife();
  turnstile.leave();
  expect(await late).toBe(true);
});

it('sends everybody away with one who comes back from a dead server', async () => {
  const turnstile = createTurnstile(1, patience);
  await turnstile.enter();
  await vi.advanceTimersByTimeAsync(1_400);
  const late = isLetIn(turnstile);
  await vi.advanceTimersByTimeAsync(100);
  turnstile.leave();
  expect(await late).toBe(false);
  await turnstile.enter();
});

it('knocks when it has been silent for long, and waits on when that is answered', async () => {
  const turnstile = createTurnstile(1, { ...patience, knock: () => turnstile.signOfLife() });
  await turnstile.enter();
  const patient = isLetIn(turnstile);
  await vi.advanceTimersByTimeAsync(10_000);
  turnstile.leave();
  expect(await patient).toBe(true);
});
