import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'The refusal of an email that has an account',
  (shop) => {
    const at = (address: string) => ({ 'x-forwarded-for': address });
    const register = (email: string, address = '203.0.113.1') =>
      shop.call('authenticate', {
        body: { mode: 'register', name: 'Mallory', email, password: 'behind seven locks' },
        headers: at(address),
      });

    it('is given at most 50 times in 15 minutes to one client address, and then says nothing about any email', async () => {
      const anna = await shop.customer('Anna');
      for (let time = 1; time <= 50; time += 1) expect((await register(anna.email)).status).toBe(409);
      const refused = await register(anna.email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect((await register('nobody@example.com')).status).toBe(429);
      expect((await register(anna.email, '198.51.100.1')).status).toBe(409);
      shop.passTime(durations.signInWindow);
      expect((await register(anna.email)).status).toBe(409);
      expect((await register('nobody@example.com')).status).toBe(200 + 1);
    });

    it('counts changes of the own email, too', async () => {
      const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
      const change = (email: string) =>
        shop.call('updateProfile', {
          token: ben.token,
          body: { email, currentPassword: 'secret1' },
          headers: at('203.0.113.1'),
        });
      for (let time = 1; time <= 49; time += 1) await register(anna.email);
      expect((await change(anna.email)).status).toBe(409);
      expect((await change(anna.email)).status).toBe(429);
      expect((await change('free@example.com')).status).toBe(429);
      expect((await register(anna.email)).status).toBe(429);
      shop.passTime(durations.signInWindow);
      expect((await change('free@example.com')).status).toBe(200);
    });

    it('is exact for attempts at the same moment', async () => {
      const anna = await shop.customer('Anna');
      const answers = await Promise.all(Array.from({ length: 60 }, () => register(anna.email)));
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(50);
    });
  },
  { TRUST_PROXY: '1' },
);
