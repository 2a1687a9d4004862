import { describe, expect, it } from 'vitest';
import { hashOfToken } from '#server/platform/token-hash.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { callerNetwork, checkRateLimit, clearAttempts, countAttempt, runExclusive } from './attempts.ts';

const rateLimit = { subject: 'test of:somebody', limit: 5, window: 60_000 };

onEachEngine('A rate limit', (shop) => {
  const attempt = () => shop.shop.database.write((tx) => countAttempt(tx, shop.shop, [rateLimit]));

  it('allows exactly its number of concurrent attempts, and allows new ones after its window', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, attempt));
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
    expect(await checkRateLimit(shop.shop.database.read, shop.shop, [rateLimit])).toMatchObject({ status: 429 });
    shop.passTime(60_000);
    expect(await checkRateLimit(shop.shop.database.read, shop.shop, [rateLimit])).toBeNull();
    expect(await attempt()).toBeNull();
  });

  it('has a sliding window: each attempt expires on its own', async () => {
    for (let time = 1; time <= 5; time += 1) {
      await attempt();
      shop.passTime(10_000);
    }
    // 9 if the five attempts took a second.
    const retryAfterSeconds = expect.toBeOneOf([9, 10]);
    expect(await attempt()).toMatchObject({ status: 429, details: { retryAfterSeconds } });
    shop.passTime(10_000);
    expect(await attempt()).toBeNull();
    expect(await attempt()).toMatchObject({ status: 429 });
  });

  it('allows attempts again after they are cleared', async () => {
    for (let time = 1; time <= 5; time += 1) await attempt();
    await shop.shop.database.write((tx) => clearAttempts(tx, rateLimit.subject));
    expect(await attempt()).toBeNull();
  });

  it('deletes old attempts of other subjects', async () => {
    await attempt();
    shop.passTime(25 * 60 * 60_000);
    await shop.shop.database.write((tx) => countAttempt(tx, shop.shop, [{ ...rateLimit, subject: 'test of:another' }]));
    const rows = await shop.shop.database.read.selectFrom('sign_in_failures').select('subject').execute();
    expect(rows).toEqual([{ subject: hashOfToken('test of:another') }]);
  });
});

onEachEngine('Exclusive work', (shop) => {
  it('of one subject runs one after another, also after a failure', async () => {
    const order: string[] = [];
    const work = (name: string, subject: string) =>
      runExclusive(shop.shop, subject, async () => {
        order.push(`${name} begins`);
        await shop.shop.database.ping();
        order.push(`${name} ends`);
        if (name === 'a') throw new Error('an accident');
      });
    const all = await Promise.allSettled([work('a', 's'), work('b', 's')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(all.map((one) => one.status)).toEqual(['rejected', 'fulfilled']);
  });
});

onEachEngine(
  'A rate limit, with RATE_LIMITS=off',
  (shop) => {
    it('is never reached', async () => {
      for (let time = 1; time <= 7; time += 1) {
        expect(await shop.shop.database.write((tx) => countAttempt(tx, shop.shop, [rateLimit]))).toBeNull();
      }
      expect(await checkRateLimit(shop.shop.database.read, shop.shop, [rateLimit])).toBeNull();
    });
  },
  { RATE_LIMITS: 'off' },
);

describe('The network of a caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:12:aaaa::1', '2001:db8:1:0::/56'],
    ['2001:DB8:1:00ff:bbbb:0:0:9', '2001:db8:1:0::/56'],
    ['2001:db8:1:1234::1', '2001:db8:1:1200::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(callerNetwork(address)).toBe(network);
  });
});
