import { setTimeout as wait } from 'node:timers/promises';
import { honestTimes } from './slow-senders.ts';
import { type Part, timed } from './stage.ts';
import { type Answer, createVisitor, faultOf, percentile } from './visitor.ts';

/** More than may wait (server/accounts/password-hasher.ts). */
const atOnce = 1_300;
/** Of those beyond the bound. */
const enough = 100;

/** More passwords at once than anybody could wait for: the last ones are told so, and pages come as ever. The last part. */
export const crowdedQueue: Part = async (stage) => {
  const isFull = stage.run.size === 'full';
  // The queue is the same on either engine.
  if (!isFull && stage.run.engine === 'postgres') return { figures: [], violations: [] };
  const visitor = createVisitor(stage.shop.address);
  const refused: Answer[] = [];
  for (let person = 0; person < atOnce; person += 1) {
    const body = { mode: 'register', name: 'N', email: `crowd-${person}@example.com`, password: 'something' };
    visitor.ask('/api/auth', { body }).then(
      (answer) => answer.status !== 201 && refused.push(answer),
      // Whoever still waits when the shop is ended.
      () => undefined,
    );
  }
  // In short until enough are sent away, however busy the machine is.
  for (const until = performance.now() + 10_000; !isFull && refused.length < enough && performance.now() < until; )
    await wait(50);
  if (isFull) await wait(1_000);
  const meanwhile = isFull
    ? [timed(stage.run, 'honest p99 meanwhile', percentile(await honestTimes(stage, 5_000), 0.99), 250)]
    : [];
  return {
    violations: refused.flatMap((answer) => faultOf(answer, [503]) ?? []),
    figures: [
      {
        what: `of ${atOnce} sign-ups at once: told to come back`,
        measured: refused.length,
        wanted: { atLeast: enough },
      },
      ...meanwhile,
    ],
  };
};
