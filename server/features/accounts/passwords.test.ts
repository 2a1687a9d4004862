import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

const minute = 60_000;

/** The emails of the shop, except those that confirm an address. */
async function emailsOf(shop: TestShop): Promise<string[]> {
  shop.shop.mailer.wake();
  const emails = await readMailFolder(shop);
  return emails.filter((email) => !email.includes('Subject: Confirm your email address'));
}

const linkToken = (mail: string | undefined) => /\/reset-password#([\w-]+)/.exec(mail ?? '')?.[1] ?? '';

onEachEngine('Changing the password', (shop) => {
  const signIn = (email: string, password: string) =>
    shop.call('authenticate', { body: { mode: 'signin', email, password } });

  it('ends every other session and keeps this one', async () => {
    const anna = await shop.customer('Anna');
    const other = await signIn(anna.email, 'secret1');
    const body = { currentPassword: 'secret1', newPassword: 'secret2' };
    expect((await shop.call('changePassword', { token: anna.token, body })).status).toBe(200);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(200);
    expect((await shop.call('getProfile', { token: other.body.token })).status).toBe(401);
    expect((await signIn(anna.email, 'secret1')).status).toBe(401);
    expect((await signIn(anna.email, 'secret2')).status).toBe(200);
    expect((await emailsOf(shop)).map((mail) => /Subject: (.*)/.exec(mail)?.[1])).toEqual([
      'Your password was changed',
    ]);
  });

  it('needs the current one, and is refused after ten wrong ones', async () => {
    const anna = await shop.customer('Anna');
    const change = (currentPassword: string) =>
      shop.call('changePassword', { token: anna.token, body: { currentPassword, newPassword: 'secret2' } });
    for (let failure = 1; failure <= 10; failure += 1) expect((await change('wrong!')).status).toBe(403);
    expect((await change('secret1')).status).toBe(429);
  });

  it('refuses a new one that everybody guesses, also with a link', async () => {
    const anna = await shop.customer('Anna Lotus');
    await shop.call('forgotPassword', { body: { email: anna.email } });
    const token = linkToken((await emailsOf(shop))[0]);
    for (const newPassword of ['12345678', 'Vang Son', 'anna-lotus']) {
      const body = { currentPassword: 'secret1', newPassword };
      const changed = await shop.call('changePassword', { token: anna.token, body });
      const reset = await shop.call('resetPassword', { body: { token, newPassword } });
      for (const { status, body } of [changed, reset]) {
        expect([status, body.message]).toEqual([400, 'This password is easy to guess. Please choose another one.']);
      }
    }
    expect((await signIn(anna.email, 'secret1')).status).toBe(200);
  });

  it('refuses a new one that is too short or too long', async () => {
    const anna = await shop.customer('Anna');
    for (const newPassword of ['12345', '', 'x'.repeat(1_025)]) {
      const answer = await shop.call('changePassword', {
        token: anna.token,
        body: { currentPassword: 'secret1', newPassword },
      });
      expect(answer.status).toBe(400);
    }
  });
});

onEachEngine('A forgotten password', (shop) => {
  const forgot = (email: string) => shop.call('forgotPassword', { body: { email } });
  const reset = (token: string, newPassword = 'secret2') =>
    shop.call('resetPassword', { body: { token, newPassword } });
  const signIn = (email: string, password: string) =>
    shop.call('authenticate', { body: { mode: 'signin', email, password } });

  it('is replaced with the link of the email, which ends every session', async () => {
    const anna = await shop.customer('Anna');
    await forgot(anna.email.toUpperCase());
    const [email] = await emailsOf(shop);
    expect(email).toContain(`To: ${anna.email}`);
    expect(email).toContain('https://shop.test/reset-password#');
    const token = linkToken(email);
    expect((await reset(token)).status).toBe(200);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(401);
    expect((await signIn(anna.email, 'secret2')).status).toBe(200);
    const again = await reset(token, 'secret3');
    expect([again.status, again.body.message]).toEqual([
      400,
      'This link has been used or has run out. Please ask for a new one.',
    ]);
  });

  it('gets the same answer for an email without an account, to which nothing is sent', async () => {
    const anna = await shop.customer('Anna');
    const known = await forgot(anna.email);
    const unknown = await forgot('nobody@example.com');
    expect([unknown.status, unknown.body.message]).toEqual([known.status, known.body.message]);
    expect(await emailsOf(shop)).toHaveLength(1);
  });

  it('has a link that works for one hour, and for one of several concurrent calls', async () => {
    const anna = await shop.customer('Anna');
    await forgot(anna.email);
    const first = linkToken((await emailsOf(shop))[0]);
    shop.passTime(60 * minute);
    expect((await reset(first)).status).toBe(400);
    await forgot(anna.email);
    const second = linkToken((await emailsOf(shop))[1]);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => reset(second, `secret-${at}`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('has no valid link after the account gets another email', async () => {
    const anna = await shop.customer('Anna');
    await forgot(anna.email);
    await shop.call('updateProfile', {
      token: anna.token,
      body: { email: 'new@example.com', currentPassword: 'secret1' },
    });
    expect((await reset(linkToken((await emailsOf(shop))[0]))).status).toBe(400);
  });

  it('can be reset when wrong passwords have locked the account, which unlocks it', async () => {
    const anna = await shop.customer('Anna');
    for (let failure = 1; failure <= 10; failure += 1) await signIn(anna.email, 'wrong!');
    expect((await signIn(anna.email, 'secret1')).status).toBe(429);
    await forgot(anna.email);
    await reset(linkToken((await emailsOf(shop))[0]));
    expect((await signIn(anna.email, 'secret2')).status).toBe(200);
  });

  it('can be reset by email five times an hour at most, with or without an account', async () => {
    const anna = await shop.customer('Anna');
    for (const email of [anna.email, 'nobody@example.com']) {
      for (let time = 1; time <= 5; time += 1) expect((await forgot(email)).status).toBe(200);
      expect((await forgot(email)).status).toBe(429);
    }
  });

  it('leaves no link in the database after the email is sent, and the file has mode 600', async () => {
    const anna = await shop.customer('Anna');
    await forgot(anna.email);
    const token = linkToken((await emailsOf(shop))[0]);
    const { read } = shop.shop.database;
    const rows = [
      await read.selectFrom('outbox').selectAll().execute(),
      await read.selectFrom('account_links').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
    const folder = join(shop.directory, 'mail');
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});
