import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { insertLink } from './links.queries.ts';

onEachEngine('An admin with an authenticator app', (shop) => {
  const period = 30_000;
  const codeOf = (key: string) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: shop.shop.clock() });
  const signIn = (email: string, cookie = '') =>
    shop.call('authenticate', { body: { mode: 'signin', email, password: 'secret1' }, headers: { cookie } });
  const complete = (challenge: string, code: string, cookie = '') =>
    shop.call('completeSignIn', { body: { challenge, code }, headers: { cookie } });
  const begin = (token: string) => shop.call('beginAuthenticatorApp', { token });
  const enable = (token: string, code: string) => shop.call('enableAuthenticatorApp', { token, body: { code } });
  const confirm = (token: string, body: object) => shop.call('confirmIdentity', { token, body });
  const adminWithApp = async (name = 'Ada') => {
    const admin = await shop.admin(name);
    const { key, uri } = (await begin(admin.token)).body;
    const { recoveryCodes } = (await enable(admin.token, codeOf(key))).body;
    shop.passTime(period);
    return { ...admin, key, uri, recoveryCodes };
  };

  it('signs in with password and code, and gets no token for the password alone', async () => {
    const ada = await adminWithApp();
    const first = await signIn(ada.email);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ success: true, secondFactor: ['totp'], challenge: expect.any(String) });
    expect(first.headers['set-cookie']).toBeUndefined();
    const second = await complete(first.body.challenge, codeOf(ada.key));
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ name: 'Ada', email: ada.email, isAdmin: true, user: { id: ada.id } });
    expect((await shop.call('checkAdmin', { token: second.body.token })).status).toBe(200);
  });

  it('sees the name of the shop and the own address in the app', async () => {
    const ada = await adminWithApp();
    expect(decodeURIComponent(ada.uri)).toContain(`otpauth://totp/Vàng Son:${ada.email}?`);
    expect(ada.uri).toContain(`secret=${ada.key}`);
  });

  it('needs a code only after the first one was given', async () => {
    const ada = await shop.admin('Ada');
    const { key } = (await begin(ada.token)).body;
    const wrong = await enable(ada.token, '000000');
    expect([wrong.status, wrong.body.message]).toEqual([
      403,
      'This code is not right. The app shows a new one every 30 seconds.',
    ]);
    expect((await signIn(ada.email)).body.token).toBeTruthy();
    expect((await enable(ada.token, codeOf(key))).body.recoveryCodes).toHaveLength(10);
    expect((await signIn(ada.email)).body.challenge).toBeTruthy();
    expect((await begin(ada.token)).status).toBe(409);
    expect((await enable(ada.token, codeOf(key))).status).toBe(409);
  });

  it('cannot use a code twice, nor an earlier one', async () => {
    const ada = await adminWithApp();
    const code = codeOf(ada.key);
    expect((await complete((await signIn(ada.email)).body.challenge, code)).status).toBe(200);
    const { challenge } = (await signIn(ada.email)).body;
    const again = await complete(challenge, code);
    expect([again.status, again.body.message]).toEqual([
      403,
      'This code has been used. Please wait for the next one, at most 30 seconds.',
    ]);
    shop.passTime(period);
    expect((await complete(challenge, code)).status).toBe(403);
    expect((await complete(challenge, codeOf(ada.key))).status).toBe(200);
  });

  it('can use a code or a challenge only once, also if two calls come at the same time', async () => {
    const ada = await adminWithApp();
    const challenges = [(await signIn(ada.email)).body.challenge, (await signIn(ada.email)).body.challenge];
    const code = codeOf(ada.key);
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { challenge } = (await signIn(ada.email)).body;
    const [one, two] = ada.recoveryCodes;
    const others = await Promise.all([complete(challenge, one ?? ''), complete(challenge, two ?? '')]);
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('has a challenge that works once, for ten minutes, and not after a new password', async () => {
    const ada = await adminWithApp();
    const refused = async (challenge: string) => {
      const answer = await complete(challenge, codeOf(ada.key));
      expect([answer.status, answer.body.message]).toEqual([400, 'This sign-in has run out. Please sign in again.']);
    };
    const late = (await signIn(ada.email)).body.challenge;
    shop.passTime(durations.secondFactor);
    await refused(late);
    const used = (await signIn(ada.email)).body.challenge;
    expect((await complete(used, codeOf(ada.key))).status).toBe(200);
    shop.passTime(period);
    await refused(used);
    const open = (await signIn(ada.email)).body.challenge;
    const body = { currentPassword: 'secret1', newPassword: 'lacquer-box-7' };
    expect((await shop.call('changePassword', { token: ada.token, body })).status).toBe(200);
    await refused(open);
    await refused('never-given');
  });

  it('signs in with each of ten recovery codes once', async () => {
    const ada = await adminWithApp();
    expect(new Set(ada.recoveryCodes).size).toBe(10);
    for (const code of ada.recoveryCodes) {
      expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      expect((await complete((await signIn(ada.email)).body.challenge, code.toUpperCase())).status).toBe(200);
      expect((await complete((await signIn(ada.email)).body.challenge, code)).status).toBe(403);
    }
    const { body } = await shop.call('getSecondFactor', { token: ada.token });
    expect(body).toMatchObject({ recoveryCodesLeft: 0, authenticatorApp: { addedAt: expect.any(String) } });
  });

  it('replaces the recovery codes; the old ones stop working', async () => {
    const ada = await adminWithApp();
    const { recoveryCodes } = (await shop.call('renewRecoveryCodes', { token: ada.token })).body;
    const { challenge } = (await signIn(ada.email)).body;
    expect((await complete(challenge, ada.recoveryCodes[0] ?? '')).status).toBe(403);
    expect((await complete(challenge, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('is refused after ten wrong codes in an hour, but a known browser has a limit of its own', async () => {
    const ada = await adminWithApp();
    const known = await complete((await signIn(ada.email)).body.challenge, codeOf(ada.key));
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
    const { challenge } = (await signIn(ada.email)).body;
    for (let failure = 1; failure <= 10; failure += 1) expect((await complete(challenge, '000000')).status).toBe(403);
    shop.passTime(period);
    const limited = await complete(challenge, codeOf(ada.key));
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBeTruthy();
    expect((await complete(challenge, codeOf(ada.key), cookie)).status).toBe(200);
  });

  it('is refused after thirty wrong codes in an hour from all known browsers together', async () => {
    const ada = await adminWithApp();
    const cookies: string[] = [];
    for (let browser = 1; browser <= 5; browser += 1) {
      shop.passTime(period);
      const known = await complete((await signIn(ada.email)).body.challenge, codeOf(ada.key));
      cookies.push(String(known.headers['set-cookie']).split(';')[0] ?? '');
    }
    const { challenge } = (await signIn(ada.email)).body;
    const statuses: number[] = [];
    for (const cookie of cookies)
      for (let failure = 1; failure <= 9; failure += 1)
        statuses.push((await complete(challenge, '000000', cookie)).status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it('starts without known browsers: adding or removing a second factor ends their marks', async () => {
    const ada = await shop.admin('Ada');
    const before = String((await signIn(ada.email)).headers['set-cookie']).split(';')[0] ?? '';
    const { key } = (await begin(ada.token)).body;
    await enable(ada.token, codeOf(key));
    const { challenge } = (await signIn(ada.email)).body;
    for (let failure = 1; failure <= 10; failure += 1) expect((await complete(challenge, '000000')).status).toBe(403);
    shop.passTime(period);
    expect((await complete(challenge, codeOf(key), before)).status).toBe(429);
  });

  it('gets no known browser, and so no limit of its own, from a link that sets a new password', async () => {
    const ada = await adminWithApp();
    const token = 'token-of-a-reset-link';
    const expires_at = shop.shop.clock() + durations.passwordReset;
    const link = { token_hash: hashOfToken(token), user_id: ada.id, expires_at, kind: 'password' } as const;
    await shop.shop.database.write((tx) => insertLink(tx, link));
    const reset = await shop.call('resetPassword', { body: { token, newPassword: 'lacquer-box-7' } });
    expect([reset.status, reset.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('cannot use somebody else’s code', async () => {
    const [ada, otto] = [await adminWithApp('Ada'), await adminWithApp('Otto')];
    const { challenge } = (await signIn(ada.email)).body;
    expect((await complete(challenge, codeOf(otto.key))).status).toBe(403);
    expect((await complete(challenge, otto.recoveryCodes[0] ?? '')).status).toBe(403);
  });

  it('confirms a session with a code', async () => {
    const ada = await adminWithApp();
    const anna = await shop.customer('Anna');
    shop.passTime(durations.confirmation);
    expect((await shop.call('removeLogo', { token: ada.token })).status).toBe(403);
    expect((await confirm(ada.token, { code: '000000' })).status).toBe(403);
    expect((await confirm(ada.token, { code: codeOf(ada.key) })).status).toBe(200);
    expect((await shop.call('removeLogo', { token: ada.token })).status).toBe(200);
    expect((await confirm(anna.token, { code: codeOf(ada.key) })).status).toBe(403);
  });

  it('needs a recent password for every change', async () => {
    const ada = await adminWithApp();
    shop.passTime(durations.confirmation);
    const { token } = ada;
    for (const answer of [
      await begin(token),
      await enable(token, codeOf(ada.key)),
      await shop.call('removeAuthenticatorApp', { token }),
      await shop.call('renewRecoveryCodes', { token }),
      await shop.call('requireSecondFactor', { token, body: { required: true } }),
    ])
      expect([answer.status, answer.raw.toString()]).toEqual([403, expect.stringContaining('"code":"confirm"')]);
  });

  it('removes the app, and then signs in with the password alone', async () => {
    const ada = await adminWithApp();
    expect((await shop.call('removeAuthenticatorApp', { token: ada.token })).status).toBe(200);
    expect((await signIn(ada.email)).body.token).toBeTruthy();
    expect((await shop.call('getSecondFactor', { token: ada.token })).body).toEqual({
      success: true,
      authenticatorApp: null,
      passkeys: [],
      passkeysPossible: true,
      recoveryCodesLeft: 0,
      required: false,
    });
    expect((await shop.call('renewRecoveryCodes', { token: ada.token })).status).toBe(409);
  });

  it('gets emails when the app is added, when it is removed, and when a new browser signs in', async () => {
    const ada = await adminWithApp();
    const known = await complete((await signIn(ada.email)).body.challenge, codeOf(ada.key));
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
    shop.passTime(period);
    await complete((await signIn(ada.email, cookie)).body.challenge, codeOf(ada.key), cookie);
    await shop.call('removeAuthenticatorApp', { token: ada.token });
    const letters = await shop.shop.database.read
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', ada.email)
      .orderBy('created_at')
      .execute();
    expect(letters.map(({ subject }) => subject).toSorted()).toEqual([
      'A second factor was added to your account',
      'Confirm your email address',
      'New sign-in to your account',
      'The second factor of your account was removed',
    ]);
    const { body } = await shop.call('listAuditEntries', { token: ada.token });
    expect(body.entries.map(({ action }) => action)).toEqual(['second factor removed', 'second factor added']);
  });

  it('has neither the key nor a recovery code stored in plain text', async () => {
    const ada = await adminWithApp();
    const { read } = shop.shop.database;
    const stored = JSON.stringify([
      await read.selectFrom('authenticator_apps').selectAll().execute(),
      await read.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const secret of [ada.key, ...ada.recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(stored).not.toContain(secret);
  });

  it('may require a second factor of every admin; those without one can do nothing but set it up', async () => {
    const ada = await adminWithApp();
    const otto = await shop.admin('Otto');
    const demand = (token: string, required: boolean) =>
      shop.call('requireSecondFactor', { token, body: { required } });
    expect((await demand(otto.token, true)).status).toBe(409);
    expect((await demand(ada.token, true)).status).toBe(200);
    const refused = await shop.call('listUsers', { token: otto.token });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Please set up a second factor for your account first.',
    ]);
    expect(refused.raw.toString()).toContain('"code":"second-factor"');
    expect((await shop.call('checkAdmin', { token: otto.token })).status).toBe(403);
    expect((await demand(otto.token, false)).status).toBe(403);
    expect((await shop.call('getProfile', { token: otto.token })).status).toBe(200);
    expect((await shop.call('getSecondFactor', { token: otto.token })).body.required).toBe(true);
    const { key } = (await begin(otto.token)).body;
    expect((await enable(otto.token, codeOf(key))).status).toBe(200);
    expect((await shop.call('listUsers', { token: otto.token })).status).toBe(200);
    expect((await demand(otto.token, false)).body).toEqual({ success: true, required: false });
  });

  it('is not asked for a code after losing the role', async () => {
    const [ada, otto] = [await adminWithApp(), await shop.admin('Otto')];
    await shop.call('setAdmin', { token: otto.token, params: { id: ada.id }, body: { isAdmin: false } });
    expect((await signIn(ada.email)).body.token).toBeTruthy();
  });

  it('leaves no part of the second factor when the account is deleted', async () => {
    const [ada, otto] = [await adminWithApp(), await shop.admin('Otto')];
    await signIn(ada.email);
    expect((await shop.call('deleteUser', { token: otto.token, params: { id: ada.id } })).status).toBe(200);
    const { read } = shop.shop.database;
    for (const table of ['authenticator_apps', 'recovery_codes', 'sign_in_challenges'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
