import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'Confirming the email',
  (shop) => {
    const tokensOf = async (recipient: string) => {
      const letters = shop.shop.database.read.selectFrom('outbox').select('text').where('recipient', '=', recipient);
      return (await letters.orderBy('created_at').execute()).flatMap(
        ({ text }) => /https:\/\/shop\.test\/confirm-email#([\w-]+)/.exec(text)?.[1] ?? [],
      );
    };
    const confirm = (token = '') => shop.call('confirmEmail', { body: { token } });
    const isConfirmed = async (token: string) => (await shop.call('getProfile', { token })).body.user.emailConfirmed;
    const resend = (token: string) => shop.call('resendConfirmation', { token });

    it('needs the link of the registration email, and may be repeated', async () => {
      const anna = await shop.customer('Anna');
      expect(await isConfirmed(anna.token)).toBe(false);
      const [token, ...others] = await tokensOf(anna.email);
      expect(others).toEqual([]);
      expect((await confirm('unknown')).status).toBe(400);
      expect((await confirm(token)).status).toBe(200);
      expect(await isConfirmed(anna.token)).toBe(true);
      expect((await confirm(token)).status).toBe(200);
    });

    it('has a link that ends after seven days, and sends another one while the address is not confirmed', async () => {
      const anna = await shop.customer('Anna');
      const [first] = await tokensOf(anna.email);
      shop.passTime(durations.emailConfirmation);
      expect((await confirm(first)).status).toBe(400);
      expect((await resend(anna.token)).status).toBe(200);
      expect((await confirm((await tokensOf(anna.email))[1])).status).toBe(200);
      await resend(anna.token);
      expect(await tokensOf(anna.email)).toHaveLength(2);
    });

    it('sends the link again at most five times an hour', async () => {
      const anna = await shop.customer('Anna');
      for (let time = 1; time <= 5; time += 1) expect((await resend(anna.token)).status).toBe(200);
      expect((await resend(anna.token)).status).toBe(429);
    });

    it('starts again after a change of the email; then only the link to the new one works', async () => {
      const anna = await shop.customer('Anna');
      const [first] = await tokensOf(anna.email);
      await confirm(first);
      const body = { email: 'new@example.com', currentPassword: 'secret1' };
      expect((await shop.call('updateProfile', { token: anna.token, body })).body.user.emailConfirmed).toBe(false);
      expect((await confirm(first)).status).toBe(400);
      expect((await confirm((await tokensOf('new@example.com'))[0])).status).toBe(200);
      expect(await isConfirmed(anna.token)).toBe(true);
    });
  },
  withMail,
);
