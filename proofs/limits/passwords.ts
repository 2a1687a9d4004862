import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { atLeast, atMost, type Outcome, quantile, type Run, timeFigure } from '../proof.ts';
import { type Answer, cardKey, failureOf, faultOf, honestTimes, nothing, type Part } from './fixture.ts';

const email = 'owner@example.com';
const password = 'only the owner knows';
/** Failures that POST /auth allows. */
const allowed = { account: 10, address: 50 };
/** Addresses of callers. `forger` sends forged addresses, too. */
const callers = { guesser: '127.0.0.2', forger: '127.0.0.3', owner: '127.0.0.4' };

/** Somebody guesses passwords through every process at once, with forged addresses, and over a kill -9. The owner gets in. */
export async function guesses(run: Run): Promise<Outcome> {
  const databaseUrl = await run.newDatabase();
  const settings = { RATE_LIMITS: 'on', CARD_KEY: cardKey, LOG_LEVEL: 'error' };
  await using opened = new AsyncDisposableStack();
  const open = async (name: string) =>
    opened.use(await openShop({ databaseUrl, directory: join(run.directory, name), settings }));
  // SQLite belongs to one process.
  const shops = [await open('first'), ...(run.engine === 'postgres' ? [await open('second')] : [])];
  const registered = await signIn(shops[0], callers.owner, { mode: 'register', name: 'Owner' });
  const knownBrowser = registered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const guessed = await guessAtOnce(shops, run.size === 'full' ? 400 : 40);
  const forged = await guessWithForgedAddresses(shops, allowed.address + 20);
  const violations: string[] = [];
  for (const shop of shops) violations.push(...(await signInsAfterGuesses(shop, knownBrowser)));
  for (const shop of shops) await shop.kill();
  const restarted = await open('third');
  for (const fault of await signInsAfterGuesses(restarted, knownBrowser)) violations.push(`after a restart ${fault}`);
  return {
    violations,
    figures: [
      atMost(allowed.account, 'guesses at one account that were judged', guessed),
      atMost(allowed.address, 'failures of one address under forged X-Forwarded-For', forged),
    ],
  };
}

async function signInsAfterGuesses(shop: ShopProcess, cookie: string): Promise<string[]> {
  const refused = async (from: string) => faultOf(await signIn(shop, from), 429);
  const granted = async (from: string) => failureOf(await signIn(shop, from, {}, { cookie }));
  const faults = [
    ['the right password after too many guesses', await refused(callers.guesser)],
    ['the right password from an address of many failures', await refused(callers.forger)],
    ['the owner in a known browser', await granted(callers.owner)],
    ['the owner in a known browser at the guesser’s address', await granted(callers.guesser)],
  ];
  return faults.flatMap(([what, fault]) => (fault ? [`${what}: ${fault}`] : []));
}

/** The owner's password from an address, unless `changes` say otherwise. */
async function signIn(
  shop: ShopProcess | undefined,
  from: string,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  using client = createHttpClient(shop?.address ?? '', { from });
  const body = { mode: 'signin', email, password, ...changes };
  return await client.request('POST', '/api/auth', { headers, body });
}

/** Counts the guesses whose password was looked at: 429 refuses that, and 503 too many guesses at the same moment. */
async function guessAtOnce(shops: readonly ShopProcess[], times: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      signIn(shops[at % shops.length], callers.guesser, { password: `wrong ${at}` }),
    ),
  );
  return answers.filter(({ status }) => status !== 429 && status !== 503).length;
}

async function guessWithForgedAddresses(shops: readonly ShopProcess[], times: number): Promise<number> {
  let judged = 0;
  for (let at = 0; at < times; at += 1) {
    const forged = `203.0.113.${at}`;
    const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
    const guess = { email: `nobody-${at}@example.com`, password: 'anything' };
    const { status } = await signIn(shops[at % shops.length], callers.forger, guess, headers);
    if (status !== 429) judged += 1;
  }
  return judged;
}

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
