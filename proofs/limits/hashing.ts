import { setTimeout as wait } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { atLeast, quantile } from '../proof.ts';
import { type Answer, faultOf } from './client.ts';
import { type Part, timed } from './fixture.ts';
import { honestTimes } from './slow-senders.ts';

/** More than may wait (server/features/accounts/password-hasher.ts). */
const atOnce = 1_300;
/** Of those beyond the bound. */
const enough = 100;

/** More passwords at once than can be hashed in time: the last are refused with 503, and pages load as usual. The last part. */
export const crowdedQueue: Part = async (fixture) => {
  const isFull = fixture.run.size === 'full';
  // The queue is the same on either engine.
  if (!isFull && fixture.run.engine === 'postgres') return { figures: [], violations: [] };
  const client = createHttpClient(fixture.shop.address);
  const refused: Answer[] = [];
  for (let person = 0; person < atOnce; person += 1) {
    const body = { mode: 'register', name: 'N', email: `crowd-${person}@example.com`, password: 'something' };
    void client.request('POST', '/api/auth', { body }).then((answer) => {
      // Without an answer: the shop was ended first.
      if (answer.status !== 201 && answer.status !== 0) refused.push(answer);
    });
  }
  // In short until enough are sent away, however busy the machine is.
  for (const until = performance.now() + 10_000; !isFull && refused.length < enough && performance.now() < until; )
    await wait(50);
  if (isFull) await wait(1_000);
  const meanwhile = isFull
    ? [timed(fixture.run, 'honest p99 meanwhile', quantile(await honestTimes(fixture, 5_000), 0.99), 250)]
    : [];
  return {
    violations: refused.flatMap((answer) => faultOf(answer, [503]) ?? []),
    figures: [atLeast(enough, `of ${atOnce} sign-ups at once: told to come back`, refused.length), ...meanwhile],
  };
};
