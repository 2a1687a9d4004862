import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { withMail } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const currentPassword = 'secret1';

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

    it('needs the current password, and is refused after ten wrong ones', async () => {
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

    it('sends the former address a link that gives the account back and ends every session', async () => {
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

    it('cannot be undone after seven days', async () => {
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

    it('leaves a thief no working link after the owner has undone it', async () => {
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

    it('cannot be undone from an unconfirmed former address once the new one is confirmed', async () => {
      const mallory = await shop.customer('Mallory');
      await change(mallory, 'anna@gallery.example');
      const kept = await linkIn(mallory.email, 'undo-email');
      await shop.call('forgotPassword', { body: { email: 'anna@gallery.example' } });
      const body = { token: await linkIn('anna@gallery.example', 'reset-password'), newPassword: 'known to Anna' };
      expect((await shop.call('resetPassword', { body })).status).toBe(200);
      expect((await undo(kept, 'known to Mallory')).status).toBe(400);
      expect((await signIn('anna@gallery.example', 'known to Anna')).status).toBe(200);
    });

    it('deletes what the confirmed new address stored, and tells it, when a former one undoes it', async () => {
      const mallory = await shop.customer('Mallory');
      const confirmed = { email_confirmed_at: shop.shop.clock() };
      const confirmAddress = () =>
        shop.shop.database.write((tx) => tx.updateTable('users').set(confirmed).where('id', '=', mallory.id).execute());
      await confirmAddress();
      await change(mallory, 'anna@gallery.example');
      await confirmAddress();
      const details = { phone: '0400 000 000', deliveryAddress: '1 Harbour Street', cardNumber: '4111111111111111' };
      await shop.call('updateProfile', { token: mallory.token, body: details });
      expect((await undo(await linkIn(mallory.email, 'undo-email'))).status).toBe(200);
      const { token } = (await signIn(mallory.email)).body;
      const profile = (await shop.call('getProfile', { token: token ?? '' })).body.user;
      expect(profile).toMatchObject({ phone: '', deliveryAddress: '', cardNumber: '' });
      expect((await emailsTo('anna@gallery.example')).map(({ subject }) => subject)).toEqual([
        'Your email address was changed',
      ]);
    });

    it('cannot be undone any more once the account was given a role', async () => {
      const [linh, mallory] = [await shop.admin('Linh'), await shop.customer('Mallory')];
      await change(mallory, 'anna@gallery.example');
      await shop.call('setAdmin', { token: linh.token, params: { id: mallory.id }, body: { isAdmin: true } });
      expect((await undo(await linkIn(mallory.email, 'undo-email'))).status).toBe(400);
    });

    it('is possible at most five times an hour', async () => {
      const anna = await shop.customer('Anna');
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        expect((await change(anna, `${name}@example.com`)).status).toBe(200);
      expect((await change(anna, 'f@example.com')).status).toBe(429);
    });

    it('is undone by one of several concurrent calls', async () => {
      const anna = await shop.customer('Anna');
      await change(anna, 'thief@example.com');
      const token = await linkIn(anna.email, 'undo-email');
      const answers = await Promise.all(Array.from({ length: 6 }, () => undo(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it('is in the audit when an admin changes the own email and when the change is undone', async () => {
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
