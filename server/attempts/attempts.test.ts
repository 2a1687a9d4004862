import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { callerNetwork, countAttempt, forgetAttempts, inTurn, refuseUsedUp } from './attempts.ts';

const allowance = { subject: 'test of:somebody', limit: 5, window: 60_000 };

onEachEngine('An allowance', (shop) => {
  const attempt = () => shop.shop.database.write((tx) => countAttempt(shop.shop, tx, [allowance]));

  it('is used up exactly, however many try at once, and comes back', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, attempt));
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
    expect(await refuseUsedUp(shop.shop, [allowance])).toMatchObject({ status: 429 });
    shop.passTime(60_000);
    expect(await refuseUsedUp(shop.shop, [allowance])).toBeNull();
    expect(await attempt()).toBeNull();
  });

  it('slides: the oldest attempt is the first to be forgotten', async () => {
    for (let time = 1; time <= 5; time += 1) {
      await attempt();
      shop.passTime(10_000);
    }
    expect(await attempt()).toMatchObject({ status: 429, details: { retryAfterSeconds: 10 } });
    shop.passTime(10_000);
    expect(await attempt()).toBeNull();
    expect(await attempt()).toMatchObject({ status: 429 });
  });

  it('can be given back', async () => {
    for (let time = 1; time <= 5; time += 1) await attempt();
    await shop.shop.database.write((tx) => forgetAttempts(tx, allowance.subject));
    expect(await attempt()).toBeNull();
  });

  it('leaves nothing behind for ever', async () => {
    await attempt();
    shop.passTime(2 * 60 * 60_000);
    await shop.shop.database.write((tx) => countAttempt(shop.shop, tx, [{ ...allowance, subject: 'test of:another' }]));
    const rows = await shop.shop.database.read.selectFrom('sign_in_failures').select('subject').execute();
    expect(rows).toEqual([{ subject: 'test of:another' }]);
  });

  it('is done in turn per subject, and a failure holds up nobody', async () => {
    const order: string[] = [];
    const work = (name: string, subject: string) =>
      inTurn(shop.shop, subject, async () => {
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
  'An allowance, with rate limits off',
  (shop) => {
    it('is never used up', async () => {
      for (let time = 1; time <= 7; time += 1) {
        expect(await shop.shop.database.write((tx) => countAttempt(shop.shop, tx, [allowance]))).toBeNull();
      }
      expect(await refuseUsedUp(shop.shop, [allowance])).toBeNull();
    });
  },
  { RATE_LIMITS: 'off' },
);

describe('One caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:bbbb:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('at %s counts as %s', (address, network) => {
    expect(callerNetwork(address)).toBe(network);
  });
});
