import { createHttpClient } from '#server/testing/http-client.ts';
import { atLeast, quantile, timeFigure } from '../proof.ts';
import { becomesTrue } from '../waiting.ts';
import { type Answer, faultOf, honestTimes, nothing, type Part } from './fixture.ts';

/** More sign-ups than may wait (server/features/accounts/password-hasher.ts), and how many must be refused. */
const signUps = 1_300;
const enough = 100;

/** More passwords at once than can be hashed in time: the last are refused with 503, and pages load as usual. */
export const crowdedQueue: Part = async (fixture) => {
  const isFull = fixture.run.size === 'full';
  // The queue is the same on either engine.
  if (!isFull && fixture.run.engine === 'postgres') return nothing;
  const client = createHttpClient(fixture.shop.address);
  const refused: Answer[] = [];
  for (let person = 0; person < signUps; person += 1) {
    const body = { mode: 'register', name: 'N', email: `crowd-${person}@example.com`, password: 'something else' };
    void client.request('POST', '/api/auth', { body }).then((answer) => {
      // Status 0: the shop was killed before it answered.
      if (answer.status !== 201 && answer.status !== 0) refused.push(answer);
    });
  }
  await becomesTrue(() => !isFull && refused.length >= enough, { patience: isFull ? 1_000 : 10_000, every: 50 });
  const meanwhile = isFull ? await honestTimes(fixture, 5_000) : [];
  return {
    violations: refused.flatMap((answer) => faultOf(answer, 503) ?? []),
    figures: [
      atLeast(enough, `of ${signUps} sign-ups at once: refused`, refused.length),
      timeFigure(fixture.run, 'honest p99 meanwhile', quantile(meanwhile, 0.99), 250),
    ],
  };
};
