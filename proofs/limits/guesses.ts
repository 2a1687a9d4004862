import { join } from 'node:path';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { atMost, type Outcome, type Run } from '../proof.ts';
import { type Answer, faultOf, signIn, textOf } from './client.ts';
import { cardKey } from './fixture.ts';

const email = 'owner@example.com';
const password = 'only the owner knows';
/** Failures that POST /auth allows. */
const allowed = { account: 10, address: 50 };

/** Somebody guesses, in parallel and through every process, with forged headers, and over a power switch; the owner gets in. */
export async function guesses(run: Run): Promise<Outcome> {
  const databaseUrl = await run.newDatabase();
  const open = (number: number) =>
    openShop({
      databaseUrl,
      directory: join(run.directory, `guessed-${number}`),
      settings: { RATE_LIMITS: 'on', CARD_KEY: cardKey, LOG_LEVEL: 'error' },
    });
  // SQLite belongs to one process.
  const shops = [await open(1), ...(run.engine === 'postgres' ? [await open(2)] : [])];
  const violations: string[] = [];
  const expect = (answer: Answer, status: number, what: string) => {
    const fault = status < 300 ? (answer.status === status ? null : textOf(answer)) : faultOf(answer, [status]);
    if (fault) violations.push(`${what} (seed ${run.seed}): ${answer.status} ${fault}`);
  };
  try {
    const device = await registerOwner(shops);
    const guessed = await guessAtOnce(shops, run.size === 'full' ? 400 : 40);
    const forged = await guessWithForgedAddresses(shops, allowed.address + 20);
    const guesser = '127.0.0.2';
    const signInFrom = (shop: ShopProcess, from: string, cookie = '') =>
      calling(shop, from, (client) => signIn(client, email, password, { cookie }));
    for (const shop of shops) {
      expect(await signInFrom(shop, guesser), 429, 'the right password after too many guesses');
      expect(await signInFrom(shop, '127.0.0.3'), 429, 'the right password from an address of many failures');
      expect(await signInFrom(shop, '127.0.0.4', device), 200, 'the owner, in a known browser');
      expect(await signInFrom(shop, guesser, device), 200, 'the owner, in a known browser at the guesser’s address');
    }
    for (const shop of shops) await shop.kill();
    shops.splice(0, shops.length, await open(3));
    for (const shop of shops) {
      expect(await signInFrom(shop, guesser), 429, 'the right password after a restart');
      expect(await signInFrom(shop, '127.0.0.3'), 429, 'an address of many failures after a restart');
      expect(await signInFrom(shop, '127.0.0.4', device), 200, 'the owner, in a known browser after a restart');
    }
    return {
      violations,
      figures: [
        { what: 'guesses at one account that were judged', measured: guessed, wanted: { atMost: allowed.account } },
        atMost(allowed.address, 'failures of one address under forged X-Forwarded-For', forged),
      ],
    };
  } finally {
    for (const shop of shops) await shop.kill();
  }
}

async function calling<Result>(
  shop: ShopProcess | undefined,
  from: string,
  call: (client: HttpClient) => Promise<Result>,
): Promise<Result> {
  const client = createHttpClient(shop?.address ?? '', { from });
  try {
    return await call(client);
  } finally {
    client.close();
  }
}

/** Answers the cookie of the owner's browser. */
async function registerOwner([shop]: readonly ShopProcess[]): Promise<string> {
  const body = { mode: 'register', name: 'Owner', email, password };
  const { headers } = await calling(shop, '127.0.0.4', (client) => client.request('POST', '/api/auth', { body }));
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** How many were answered that the password is wrong; the others were refused with 429. */
async function guessAtOnce(shops: readonly ShopProcess[], times: number): Promise<number> {
  const answers = await Promise.all(
    shops.map((shop) =>
      calling(shop, '127.0.0.2', (client) =>
        Promise.all(
          Array.from({ length: times / shops.length }, (_, guess) => signIn(client, email, `a wrong guess ${guess}`)),
        ),
      ),
    ),
  );
  return answers.flat().filter(({ status }) => status !== 429).length;
}

async function guessWithForgedAddresses(shops: readonly ShopProcess[], times: number): Promise<number> {
  let judged = 0;
  for (let guess = 0; guess < times; guess += 1) {
    const forged = `203.0.113.${guess}`;
    const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
    const { status } = await calling(shops[guess % shops.length], '127.0.0.3', (client) =>
      signIn(client, `nobody-${guess}@example.com`, 'anything', headers),
    );
    if (status !== 429) judged += 1;
  }
  return judged;
}
