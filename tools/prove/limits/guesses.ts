import { join } from 'node:path';
import type { Outcome, Run } from '../proof.ts';
import { openShop, type ShopProcess } from '../shop-process.ts';
import { cardKey } from './stage.ts';
import { type Answer, createVisitor, faultOf, signIn } from './visitor.ts';

const email = 'owner@example.com';
const password = 'only the owner knows';
/** What CONTRACT.md allows, POST /auth. */
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
    const fault = status < 300 ? (answer.status === status ? null : answer.text) : faultOf(answer, [status]);
    if (fault) violations.push(`${what} (seed ${run.seed}): ${answer.status} ${fault}`);
  };
  try {
    const device = await registerOwner(shops);
    const guessed = await guessAtOnce(shops, run.size === 'full' ? 400 : 40);
    const forged = await guessWithForgedAddresses(shops, allowed.address + 20);
    const stranger = '127.0.0.2';
    const knock = (shop: ShopProcess, from: string, cookie = '') =>
      asking(shop, from, (visitor) => signIn(visitor, email, password, { cookie }));
    for (const shop of shops) {
      expect(await knock(shop, stranger), 429, 'the right password after too many guesses');
      expect(await knock(shop, '127.0.0.3'), 429, 'the right password from an address of many failures');
      expect(await knock(shop, '127.0.0.4', device), 200, 'the owner, in a known browser');
      expect(await knock(shop, stranger, device), 200, 'the owner, in a known browser at the guesser’s address');
    }
    for (const shop of shops) await shop.kill();
    shops.splice(0, shops.length, await open(3));
    for (const shop of shops) {
      expect(await knock(shop, stranger), 429, 'the right password after a restart');
      expect(await knock(shop, '127.0.0.3'), 429, 'an address of many failures after a restart');
      expect(await knock(shop, '127.0.0.4', device), 200, 'the owner, in a known browser after a restart');
    }
    return {
      violations,
      figures: [
        { what: 'guesses at one account that were judged', measured: guessed, wanted: { atMost: allowed.account } },
        {
          what: 'failures of one address under forged X-Forwarded-For',
          measured: forged,
          wanted: { atMost: allowed.address },
        },
      ],
    };
  } finally {
    for (const shop of shops) await shop.kill();
  }
}

async function asking<Result>(
  shop: ShopProcess | undefined,
  from: string,
  ask: (visitor: ReturnType<typeof createVisitor>) => Promise<Result>,
): Promise<Result> {
  const visitor = createVisitor(shop?.address ?? '', { from });
  try {
    return await ask(visitor);
  } finally {
    visitor.leave();
  }
}

/** Answers the cookie of the owner's browser. */
async function registerOwner([shop]: readonly ShopProcess[]): Promise<string> {
  const body = { mode: 'register', name: 'Owner', email, password };
  const { headers } = await asking(shop, '127.0.0.4', (visitor) => visitor.ask('/api/auth', { body }));
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** How many were told that the password is wrong; the others were told to come back later. */
async function guessAtOnce(shops: readonly ShopProcess[], times: number): Promise<number> {
  const answers = await Promise.all(
    shops.map((shop) =>
      asking(shop, '127.0.0.2', (visitor) =>
        Promise.all(
          Array.from({ length: times / shops.length }, (_, guess) => signIn(visitor, email, `a wrong guess ${guess}`)),
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
    const { status } = await asking(shops[guess % shops.length], '127.0.0.3', (visitor) =>
      signIn(visitor, `nobody-${guess}@example.com`, 'anything', headers),
    );
    if (status !== 429) judged += 1;
  }
  return judged;
}
