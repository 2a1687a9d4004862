import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { type Authenticator, createAuthenticator } from '#server/testing/authenticator.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('An admin with a passkey', (shop) => {
  const signIn = (email: string, cookie = '') =>
    shop.call('authenticate', { body: { mode: 'signin', email, password: 'secret1' }, headers: { cookie } });
  const challengeOf = async (email: string) => (await signIn(email)).body.challenge;
  const begin = (token: string) => shop.call('beginPasskey', { token });
  const add = (token: string, passkey: object, name = 'Laptop') =>
    shop.call('addPasskey', { token, body: { name, passkey } });
  const makes = async (token: string, device: Authenticator, name?: string) =>
    add(token, device.create((await begin(token)).body.options), name);
  const remove = (token: string, id: string) => shop.call('removePasskey', { token, params: { id } });
  const state = async (token: string) => (await shop.call('getSecondFactor', { token })).body;
  const ask = async (challenge: string) =>
    (await shop.call('beginPasskeySignIn', { body: { challenge } })).body.options;
  const complete = (challenge: string, proof: object, cookie = '') =>
    shop.call('completeSignIn', { body: { challenge, ...proof }, headers: { cookie } });
  const answers = async (challenge: string, device: Authenticator, how?: Parameters<Authenticator['get']>[1]) =>
    complete(challenge, { passkey: device.get(await ask(challenge), how) });
  const adminWithPasskey = async (name = 'Ada') => {
    const admin = await shop.admin(name);
    const device = createAuthenticator();
    const { passkey, recoveryCodes } = (await makes(admin.token, device)).body;
    return { ...admin, device, passkey, recoveryCodes: recoveryCodes ?? [] };
  };
  const addApp = async (token: string) => {
    const { key } = (await shop.call('beginAuthenticatorApp', { token })).body;
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: shop.shop.clock() });
    return shop.call('enableAuthenticatorApp', { token, body: { code } });
  };

  it('signs in with password and passkey, and gets no token for the password alone', async () => {
    const ada = await adminWithPasskey();
    const first = await signIn(ada.email);
    expect(first.body).toEqual({ success: true, secondFactor: ['passkey'], challenge: expect.any(String) });
    const { challenge } = first.body;
    expect(await ask(challenge)).toMatchObject({
      challenge,
      rpId: 'shop.test',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    const second = await answers(challenge, ada.device);
    expect(second.body).toMatchObject({ name: 'Ada', email: ada.email, isAdmin: true });
    expect((await shop.call('checkAdmin', { token: second.body.token })).status).toBe(200);
    expect((await state(ada.token)).passkeys[0]?.lastUsedAt).toBeTruthy();
  });

  it('gets recovery codes with the first one, and gives each a name', async () => {
    const admin = await shop.admin('Ada');
    const first = await makes(admin.token, createAuthenticator(), '  MacBook,\u202e Touch ID ');
    expect([first.status, first.body.passkey.name]).toEqual([201, 'MacBook, Touch ID']);
    expect(first.body.recoveryCodes).toHaveLength(10);
    shop.passTime(1_000);
    expect((await makes(admin.token, createAuthenticator(), 'Phone')).body.recoveryCodes).toBeNull();
    const { passkeys, recoveryCodesLeft } = await state(admin.token);
    expect(passkeys.map(({ name, usable, lastUsedAt }) => [name, usable, lastUsedAt])).toEqual([
      ['MacBook, Touch ID', true, null],
      ['Phone', true, null],
    ]);
    expect(recoveryCodesLeft).toBe(10);
    expect(
      (await add(admin.token, createAuthenticator().create((await begin(admin.token)).body.options), ' ')).status,
    ).toBe(400);
    const { challenge } = (await signIn(admin.email)).body;
    const code = first.body.recoveryCodes?.[0] ?? '';
    expect((await complete(challenge, { code })).status).toBe(200);
  });

  it('is offered the passkey before the authenticator app, and the app alone without a passkey', async () => {
    const ada = await adminWithPasskey();
    expect((await addApp(ada.token)).body.recoveryCodes).toHaveLength(10);
    expect((await signIn(ada.email)).body.secondFactor).toEqual(['passkey', 'totp']);
    await remove(ada.token, ada.passkey.id);
    expect((await signIn(ada.email)).body.secondFactor).toEqual(['totp']);
    expect((await state(ada.token)).recoveryCodesLeft).toBe(10);
  });

  it('cannot use a code of an app that is not on, nor turn an app on with a recovery code', async () => {
    const ada = await adminWithPasskey();
    const { key } = (await shop.call('beginAuthenticatorApp', { token: ada.token })).body;
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: shop.shop.clock() });
    expect((await complete(await challengeOf(ada.email), { code })).status).toBe(403);
    const body = { code: ada.recoveryCodes[0] };
    expect((await shop.call('enableAuthenticatorApp', { token: ada.token, body })).status).toBe(403);
  });

  it('is not signed in by an answer for another page, without a verified user, or with another’s passkey', async () => {
    const [ada, otto] = [await adminWithPasskey('Ada'), await adminWithPasskey('Otto')];
    const challenge = await challengeOf(ada.email);
    const refused = async (answer: ReturnType<typeof complete>) => {
      const { status, body } = await answer;
      expect([status, body.message]).toEqual([
        403,
        'This passkey was not accepted. Please try again, or use another way.',
      ]);
    };
    await refused(answers(challenge, ada.device, { origin: 'https://shop.test.example' }));
    await refused(answers(challenge, ada.device, { rpId: 'test' }));
    await refused(answers(challenge, ada.device, { knowsUser: false }));
    await refused(answers(challenge, ada.device, { type: 'webauthn.create' }));
    await refused(answers(challenge, otto.device));
    await refused(answers(challenge, createAuthenticator()));
    const earlier = ada.device.get(await ask(await challengeOf(ada.email)));
    await refused(complete(challenge, { passkey: earlier }));
    const other = ada.device.get(await ask(challenge));
    const { signature } = otto.device.get(await ask(challenge)).response;
    await refused(complete(challenge, { passkey: { ...other, response: { ...other.response, signature } } }));
    expect((await answers(challenge, ada.device)).status).toBe(200);
  });

  it('is not signed in by a copy of the passkey: the counter has to rise, unless the device does not count', async () => {
    const ada = await adminWithPasskey();
    const uses = async (counter: number) =>
      (await answers(await challengeOf(ada.email), ada.device, { counter })).status;
    expect([await uses(7), await uses(7), await uses(6), await uses(8)]).toEqual([200, 403, 403, 200]);
    const otto = await shop.admin('Otto');
    const device = createAuthenticator();
    await add(otto.token, device.create((await begin(otto.token)).body.options, { counter: 0 }));
    for (const _ of [1, 2])
      expect((await answers(await challengeOf(otto.email), device, { counter: 0 })).status).toBe(200);
  });

  it('uses a challenge once and within ten minutes, also if two calls come at the same time', async () => {
    const ada = await adminWithPasskey();
    const challenge = await challengeOf(ada.email);
    const options = await ask(challenge);
    const both = await Promise.all([1, 2].map(() => complete(challenge, { passkey: ada.device.get(options) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const late = await challengeOf(ada.email);
    const answer = ada.device.get(await ask(late));
    shop.passTime(durations.secondFactor);
    expect((await complete(late, { passkey: answer })).status).toBe(400);
    expect((await shop.call('beginPasskeySignIn', { body: { challenge: late } })).status).toBe(400);
    expect((await shop.call('beginPasskeySignIn', { body: { challenge: 'never-given' } })).status).toBe(400);
  });

  it('is refused after ten wrong passkeys and codes together in an hour', async () => {
    const ada = await adminWithPasskey();
    const challenge = await challengeOf(ada.email);
    for (let failure = 1; failure <= 5; failure += 1) {
      expect((await answers(challenge, ada.device, { knowsUser: false })).status).toBe(403);
      expect((await complete(challenge, { code: '000000' })).status).toBe(403);
    }
    const limited = await answers(challenge, ada.device);
    expect([limited.status, Boolean(limited.headers['retry-after'])]).toEqual([429, true]);
  });

  it('confirms a session with the passkey, once for each challenge', async () => {
    const ada = await adminWithPasskey();
    const anna = await shop.customer('Anna');
    const { token } = ada;
    const confirm = (passkey: object, by = token) => shop.call('confirmIdentity', { token: by, body: { passkey } });
    const asks = (by = token) => shop.call('beginPasskeyConfirmation', { token: by });
    shop.passTime(durations.confirmation);
    expect((await shop.call('removeLogo', { token })).status).toBe(403);
    const { options } = (await asks()).body;
    expect((await confirm(ada.device.get(options, { knowsUser: false }))).status).toBe(403);
    const answer = ada.device.get(options);
    expect((await confirm(answer)).status).toBe(200);
    expect((await shop.call('removeLogo', { token })).status).toBe(200);
    expect((await confirm(answer)).status).toBe(400);
    // The challenge of a sign-in confirms nothing, and the challenge of a confirmation signs nobody in.
    const challenge = await challengeOf(ada.email);
    expect((await confirm(ada.device.get(await ask(challenge)))).status).toBe(400);
    const other = (await asks()).body.options;
    expect((await complete(other.challenge, { passkey: ada.device.get(other) })).status).toBe(400);
    expect((await asks(anna.token)).status).toBe(409);
    expect((await confirm(ada.device.get(other), anna.token)).status).toBe(403);
  });

  it('adds a passkey once, if it was made for this challenge, at this address, with a verified user', async () => {
    const ada = await adminWithPasskey();
    const { token, device } = ada;
    const options = (await begin(token)).body.options;
    expect(options).toMatchObject({
      rp: { id: 'shop.test', name: 'Vàng Son' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key' }],
    });
    const fresh = createAuthenticator();
    for (const how of [{ knowsUser: false }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }])
      expect((await add(token, fresh.create(options, how))).body.message).toBe(
        'This passkey could not be added. Please try again.',
      );
    expect((await add(token, device.create(options))).status).toBe(409);
    expect((await add(token, fresh.create(options))).status).toBe(201);
    expect((await add(token, createAuthenticator().create(options))).status).toBe(400);
    const late = (await begin(token)).body.options;
    shop.passTime(durations.secondFactor);
    expect((await add(token, createAuthenticator().create(late))).body.message).toBe(
      'This took too long. Please try again.',
    );
    const otto = await shop.admin('Otto');
    expect((await add(otto.token, createAuthenticator().create((await begin(token)).body.options))).status).toBe(400);
    for (const broken of [{}, { id: 'x', response: {} }, { id: 'a b', response: {} }])
      expect((await add(token, broken)).status).toBe(400);
  });

  it('needs a recent password to add or remove one', async () => {
    const ada = await adminWithPasskey();
    const made = createAuthenticator().create((await begin(ada.token)).body.options);
    shop.passTime(durations.confirmation);
    for (const answer of [await begin(ada.token), await add(ada.token, made), await remove(ada.token, ada.passkey.id)])
      expect([answer.status, answer.raw.toString()]).toEqual([403, expect.stringContaining('"code":"confirm"')]);
  });

  it('signs in with the password alone after the last one is removed; the recovery codes stop working', async () => {
    const ada = await adminWithPasskey();
    const otto = await shop.admin('Otto');
    expect((await remove(otto.token, ada.passkey.id)).status).toBe(404);
    expect((await remove(ada.token, ada.passkey.id)).status).toBe(200);
    expect((await remove(ada.token, ada.passkey.id)).status).toBe(404);
    expect((await signIn(ada.email)).body.token).toBeTruthy();
    expect(await state(ada.token)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  it('may require a second factor of all admins, and then needs one to work in the panel', async () => {
    const ada = await adminWithPasskey();
    const otto = await shop.admin('Otto');
    expect((await shop.call('requireSecondFactor', { token: ada.token, body: { required: true } })).status).toBe(200);
    expect((await shop.call('listUsers', { token: otto.token })).status).toBe(403);
    expect((await makes(otto.token, createAuthenticator())).status).toBe(201);
    expect((await shop.call('listUsers', { token: otto.token })).status).toBe(200);
    await remove(ada.token, ada.passkey.id);
    expect((await shop.call('listUsers', { token: ada.token })).status).toBe(403);
  });

  it('gets an email and an audit entry for each second factor that is added or removed', async () => {
    const ada = await adminWithPasskey();
    await addApp(ada.token);
    await shop.call('removeAuthenticatorApp', { token: ada.token });
    await remove(ada.token, ada.passkey.id);
    const outbox = shop.shop.database.read.selectFrom('outbox').select(['subject', 'text']);
    const letters = await outbox.where('recipient', '=', ada.email).where('kind', 'like', 'second factor%').execute();
    const subjects = letters.map(({ subject }) => subject).toSorted();
    expect(subjects).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
      'A second factor was added to your account',
      'The second factor of your account was removed',
    ]);
    const { body } = await shop.call('listAuditEntries', { token: ada.token });
    expect(body.entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['passkey removed', { name: 'Laptop' }, null],
      ['second factor removed', null, null],
      ['second factor added', null, null],
      ['passkey added', null, { name: 'Laptop' }],
    ]);
  });

  it('finds the passkeys in the download of the own data; deleting the account deletes them', async () => {
    const [ada, otto] = [await adminWithPasskey(), await shop.admin('Otto')];
    const { raw } = await shop.call('downloadOwnRecords', { token: ada.token });
    expect(JSON.parse(raw.toString()).secondFactor.passkeys).toEqual([ada.passkey]);
    await begin(ada.token);
    expect((await shop.call('deleteUser', { token: otto.token, params: { id: ada.id } })).status).toBe(200);
    const { read } = shop.shop.database;
    for (const table of ['passkeys', 'recovery_codes', 'sign_in_challenges'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('signs in with a recovery code after the shop got another host name', async () => {
    const ada = await adminWithPasskey();
    shop.shop.settings.publicUrl = 'https://gallery.test';
    const { secondFactor, challenge } = (await signIn(ada.email)).body;
    expect(secondFactor).toEqual([]);
    expect((await shop.call('beginPasskeySignIn', { body: { challenge } })).status).toBe(409);
    expect((await state(ada.token)).passkeys).toMatchObject([{ usable: false }]);
    expect((await complete(challenge, { code: ada.recoveryCodes[3] })).status).toBe(200);
  });

  it('cannot add one at an address where browsers refuse passkeys', async () => {
    const admin = await shop.admin('Ada');
    for (const [publicUrl, possible] of [
      ['http://127.0.0.1:3000', false],
      ['https://[::1]', false],
      ['http://shop.example', false],
      ['http://localhost:3000', true],
      ['https://shop.example/shop', true],
    ] as const) {
      shop.shop.settings.publicUrl = publicUrl;
      expect([publicUrl, (await state(admin.token)).passkeysPossible]).toEqual([publicUrl, possible]);
      expect((await begin(admin.token)).status).toBe(possible ? 200 : 409);
    }
  });
});
