import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const currentPassword = 'secret1';

// No server listens at this address: these tests read the outbox.
const withMail = { SMTP_URL: 'smtp://127.0.0.1:9' };

onEachEngine(
  'Changing the email',
  (shop) => {
    const change = ({ token }: Pick<Person, 'token'>, email: string, password: string | undefined = currentPassword) =>
      shop.call('updateProfile', { token, body: { email, currentPassword: password } });
    const emailsTo = (recipient: string) =>
      shop.shop.database.read
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', recipient)
        .where('kind', 'in', ['email changed', 'password reset'])
        .orderBy('created_at')
        .execute();
    const linkIn = async (recipient: string, page: 'undo-email' | 'reset-password') => {
      const letters = await emailsTo(recipient);
      const tokens = letters.flatMap(({ text }) => new RegExp(`/${page}#([\\w-]+)`).exec(text)?.[1] ?? []);
      return tokens.at(-1) ?? '';
    };
    const undo = (token: string, newPassword?: string) =>
      shop.call('undoEmailChange', { body: { token, ...(newPassword !== undefined && { newPassword }) } });
    const signIn = (email: string, password = currentPassword) =>
      shop.call('authenticate', { body: { mode: 'signin', email, password } });

    it('needs the current password, and ten wrong ones are the limit', async () => {
      const anna = await shop.customer('Anna');
      const missing = await shop.call('updateProfile', { token: anna.token, body: { email: 'new@example.com' } });
      expect([missing.status, missing.body.message]).toEqual([403, 'Current password is incorrect']);
      const unchanged = { email: anna.email, phone: '0400 000 000' };
      expect((await shop.call('updateProfile', { token: anna.token, body: unchanged })).status).toBe(200);
      for (let failure = 1; failure <= 10; failure += 1)
        expect((await change(anna, 'new@example.com', 'wrong!')).status).toBe(403);
      expect((await change(anna, 'new@example.com')).status).toBe(429);
      expect((await signIn(anna.email)).status).toBe(200);
    });

    it('writes to the former address, whose link gives it back and ends every session', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      const [letter, ...others] = await emailsTo(anna.email);
      expect([letter?.subject, others]).toEqual(['Your email address was changed', []]);
      expect(letter?.text).toContain('thief@example.com');
      const thief = (await signIn('thief@example.com')).body.token;
      await shop.call('forgotPassword', { body: { email: 'thief@example.com' } });

      const token = await linkIn(anna.email, 'undo-email');
      expect((await undo(token)).status).toBe(200);
      for (const ended of [anna.token, thief])
        expect((await shop.call('getProfile', { token: ended })).status).toBe(401);
      const reset = await linkIn('thief@example.com', 'reset-password');
      const body = { token: reset, newPassword: 'secret of a thief' };
      expect((await shop.call('resetPassword', { body })).status).toBe(400);
      expect((await signIn(anna.email)).status).toBe(200);
      const again = await undo(token);
      expect([again.status, again.body.message]).toEqual([400, 'This link has been used or has run out.']);
    });

    it('can be undone with a new password, also after the password was changed', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      const passwords = { currentPassword, newPassword: 'secret of a thief' };
      await shop.call('changePassword', { token: anna.token, body: passwords });
      expect((await undo(await linkIn(anna.email, 'undo-email'), 'short')).status).toBe(400);
      expect((await undo(await linkIn(anna.email, 'undo-email'), 'known to Anna')).status).toBe(200);
      expect((await signIn(anna.email, 'secret of a thief')).status).toBe(401);
      expect((await signIn(anna.email, 'known to Anna')).status).toBe(200);
    });

    it('can be undone for seven days', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      shop.passTime(durations.emailChangeUndo);
      expect((await undo(await linkIn(anna.email, 'undo-email'))).status).toBe(400);
    });

    it('can be undone by the owner after a thief changed it twice and undid the second change', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      await change(anna, 'other.thief@example.com');
      expect((await undo(await linkIn('thief@example.com', 'undo-email'))).status).toBe(200);
      expect((await undo(await linkIn(anna.email, 'undo-email'))).status).toBe(200);
      expect((await signIn(anna.email)).status).toBe(200);
      expect((await undo(await linkIn('other.thief@example.com', 'undo-email'))).status).toBe(400);
    });

    it('leaves no link of a thief that works after the owner has undone it', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      await change(anna, 'other.thief@example.com');
      expect((await undo(await linkIn(anna.email, 'undo-email'))).status).toBe(200);
      expect((await undo(await linkIn('thief@example.com', 'undo-email'))).status).toBe(400);
    });

    it('keeps the former address for the owner while it can be undone', async () => {
      const [anna, ben, admin] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin()];
      await change(anna, 'thief@example.com');
      const account = { name: 'Thief', email: anna.email, password: 'secret of a thief' };
      expect((await shop.call('authenticate', { body: { mode: 'register', ...account } })).status).toBe(409);
      expect((await shop.call('addUser', { token: admin.token, body: account })).status).toBe(409);
      expect((await change(ben, anna.email.toUpperCase())).status).toBe(409);
      expect((await change(anna, anna.email)).status).toBe(200);
      await change(anna, 'new@example.com');
      shop.passTime(durations.emailChangeUndo + 1_000);
      expect((await shop.call('authenticate', { body: { mode: 'register', ...account } })).status).toBe(201);
    });

    it('is undone by one of several concurrent calls', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      const token = await linkIn(anna.email, 'undo-email');
      const answers = await Promise.all(Array.from({ length: 6 }, () => undo(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it('is in the audit if an admin changes the own one or gets it back', async () => {
      const linh = await shop.admin('Linh');
      await change(linh, 'thief@example.com');
      await undo(await linkIn(linh.email, 'undo-email'));
      const entries = shop.shop.database.read.selectFrom('audit_entries').select(['action', 'before', 'after']);
      const [changed, restored] = ['own email changed', 'own email restored by letter'];
      const [own, other] = [JSON.stringify({ email: linh.email }), JSON.stringify({ email: 'thief@example.com' })];
      expect(await entries.orderBy('at').execute()).toEqual([
        { action: changed, before: own, after: other },
        { action: restored, before: other, after: own },
      ]);
    });
  },
  withMail,
);
