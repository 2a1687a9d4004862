import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { atLeast, atMost, type Outcome, quantile, type Run, timeFigure } from '../proof.ts';
import { type Answer, cardKey, failureOf, faultOf, honestTimes, nothing, type Part } from './fixture.ts';

const email = 'owner@example.com';
const password = 'only the owner knows';
/** The number of failed sign-ins that POST /auth allows for an account and for an address. */
const allowed = { account: 10, address: 50 };
/** Client addresses. The `forger` also sends forged addresses in headers. */
const callers = { guesser: '127.0.0.2', forger: '127.0.0.3', owner: '127.0.0.4' };

/**
 * Somebody guesses passwords through every process at once, and with forged addresses. The limits must also hold after a kill -9, and
 * the owner must get in.
 */
export async function guesses(run: Run): Promise<Outcome> {
  const databaseUrl = await run.newDatabase();
  const settings = { RATE_LIMITS: 'on', CARD_KEY: cardKey, LOG_LEVEL: 'error' };
  await using opened = new AsyncDisposableStack();
  const open = async (name: string) =>
    opened.use(await openShop({ databaseUrl, directory: join(run.directory, name), settings }));
  // An SQLite database can be used by only one process.
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
      atMost(allowed.address, 'failures of one address with forged X-Forwarded-For', forged),
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

/** Sends the owner's email and password from an address. `changes` replaces fields of the body. */
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

/** Returns how many of the guesses had their password checked: 429 and 503 (too many at once) refuse that. */
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

/** The number of sign-ups at once, which is more than may wait (server/features/accounts/password-hasher.ts). */
const signUps = 1_300;
/** At least so many of them must be refused. */
const enough = 100;

/** Sends more passwords at once than can be hashed in time: the last must be refused with 503, and pages must load as usual. */
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
      atLeast(enough, `refused of ${signUps} sign-ups at once`, refused.length),
      timeFigure(fixture.run, 'p99 of the honest client meanwhile', quantile(meanwhile, 0.99), 250),
    ],
  };
};
