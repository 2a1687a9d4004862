import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;

onEachEngine('Registering', (shop) => {
  const register = (body: object) => shop.call('authenticate', { body: { mode: 'register', ...body } });

  it('creates an account and a session', async () => {
    const { status, body } = await register({
      name: ' Mai Linh Tran ',
      email: 'Mai@Example.com',
      password: 'six or more',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Mai Linh Tran', email: 'Mai@Example.com', isAdmin: false });
    expect(body.user).toMatchObject({
      deliveryState: 'NSW',
      billingState: 'NSW',
      sameAsDelivery: true,
      isOnline: true,
      activityScore: 0,
      cardNumber: '',
    });
    const profile = await shop.call('getProfile', { token: body.token });
    expect(profile.body.user).toEqual(body.user);
  });

  it('is refused with a message about the missing or invalid field', async () => {
    const message = async (body: object) => {
      const answer = await register(body);
      return [answer.status, answer.body.message];
    };
    expect(await message({ email: 'a@b.co', password: 'six or more', name: ' ' })).toEqual([
      400,
      'Name is required for registration',
    ]);
    expect(await message({ email: 'a@b.co', password: 'short', name: 'A' })).toEqual([
      400,
      'Password must be at least 6 characters',
    ]);
    expect(await message({ email: 'a@b', password: 'six or more', name: 'A' })).toEqual([
      400,
      'Please enter a valid email address',
    ]);
    expect(await message({ email: '', password: '', name: 'A' })).toEqual([400, 'Email and password are required']);
  });

  it('is refused for an email that has an account, whatever its case', async () => {
    await register({ name: 'One', email: 'same@example.com', password: 'six or more' });
    const { status, body } = await register({ name: 'Two', email: 'SAME@Example.COM', password: 'secret2' });
    expect([status, body.message]).toEqual([409, 'An account with this email already exists. Please sign in.']);
  });

  it('creates one account if several callers register the same email at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        register({ name: `N${at}`, email: at % 2 ? 'x@Example.com' : 'X@example.com', password: 'six or more' }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
  });

  it('ignores isAdmin', async () => {
    const { body } = await register({ name: 'Eve', email: 'eve@example.com', password: 'six or more', isAdmin: true });
    expect(body.isAdmin).toBe(false);
    expect((await shop.call('checkAdmin', { token: body.token })).status).toBe(403);
  });

  it('is refused with a password that is easy to guess', async () => {
    const words = 'This password is easy to guess. Please choose another one.';
    const person = { name: 'Anna', email: 'lotus.bowl@example.com' };
    for (const password of ['123456', 'Password1', 'secret1', 'vang-son', 'Vàng Son', 'LotusBowl', person.email]) {
      const { status, body } = await register({ ...person, password });
      expect([password, status, body.message]).toEqual([password, 400, words]);
      expect(body.issues).toEqual([{ path: 'password', message: words }]);
    }
    expect((await register({ ...person, password: 'blue 7' })).status).toBe(201);
  });
});

onEachEngine(
  'Registering from one address',
  (shop) => {
    const register = (name: string, address: string) =>
      shop.call('authenticate', {
        body: { mode: 'register', name, email: `${name}@example.com`, password: 'six or more' },
        headers: { 'x-forwarded-for': address },
      });

    it('is possible 20 times an hour, also at the same time', async () => {
      const crowd = (word: string) =>
        Promise.all(Array.from({ length: 12 }, (_, at) => register(`${word}${at}`, '203.0.113.7')));
      const answers = [...(await crowd('first')), ...(await crowd('second'))];
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body.message).toBe('Too many attempts. Please try again in 60 minutes.');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500);
      expect((await register('other', '203.0.113.8')).status).toBe(201);
      shop.passTime(60 * minute);
      expect((await register('later', '203.0.113.7')).status).toBe(201);
    });

    it('does not delay others, and is refused at once when a hundred wait', async () => {
      const finished: string[] = [];
      const timed = async (name: string, address: string) => {
        const { status } = await register(name, address);
        if (status !== 503) finished.push(name);
        return status;
      };
      const crowd = Promise.all(Array.from({ length: 300 }, (_, at) => timed(`crowd${at}`, '203.0.113.7')));
      expect(await timed('honest', '203.0.113.8')).toBe(201);
      expect(finished.length).toBeLessThan(40);
      const statuses = await crowd;
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(150);
      expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    });

    it('does not count registrations that failed', async () => {
      for (let time = 0; time <= 20; time += 1) await register('same', '203.0.113.7');
      expect((await register('another', '203.0.113.7')).status).toBe(201);
    });
  },
  { TRUST_PROXY: '1' },
);

onEachEngine(
  'Registering with RATE_LIMITS=off',
  (shop) => {
    it('accepts a password that is easy to guess', async () => {
      const body = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: '123456' };
      expect((await shop.call('authenticate', { body })).status).toBe(201);
    });
  },
  { RATE_LIMITS: 'off' },
);

onEachEngine('Signing in', (shop) => {
  const signIn = (email: string, password = 'secret1', headers = {}) =>
    shop.call('authenticate', { body: { mode: 'signin', email, password }, headers });

  it('starts a session and adds one activity point', async () => {
    const anna = await shop.customer('Anna');
    const { status, body } = await signIn('ANNA@example.com');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: anna.id, activityScore: 1 });
    expect(body.token).not.toBe(anna.token);
  });

  it('has different messages for an unknown email and a wrong password', async () => {
    const anna = await shop.customer('Anna');
    const unknown = await signIn('nobody@example.com');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'User not found. Please register first.']);
    const wrong = await signIn(anna.email, 'Secret1');
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Incorrect password']);
    expect((await signIn(' ', 'x')).body.message).toBe('Email and password are required');
  });

  it('neither trims nor normalises passwords', async () => {
    const password = `  é ${'x'.repeat(1_000)}  `;
    await shop.call('authenticate', { body: { mode: 'register', name: 'B', email: 'b@example.com', password } });
    expect((await signIn('b@example.com', password)).status).toBe(200);
    expect((await signIn('b@example.com', password.trim())).status).toBe(401);
    expect((await signIn('b@example.com', password.normalize('NFD'))).status).toBe(401);
  });

  it('stores neither token nor password', async () => {
    const anna = await shop.customer('Anna');
    const rows = JSON.stringify([
      await shop.shop.database.read.selectFrom('sessions').selectAll().execute(),
      await shop.shop.database.read.selectFrom('users').selectAll().execute(),
    ]);
    expect(rows).not.toContain(anna.token);
    expect(rows).not.toContain('secret1');
    expect(rows).toContain('$argon2id$');
  });

  it('is possible after nine mistyped passwords', async () => {
    const anna = await shop.customer('Anna');
    for (let failure = 1; failure <= 9; failure += 1) expect((await signIn(anna.email, 'wrong!')).status).toBe(401);
    expect((await signIn(anna.email)).status).toBe(200);
  });

  it('is refused for 15 minutes after ten wrong passwords, even with the right one', async () => {
    const anna = await shop.customer('Anna');
    for (let failure = 1; failure <= 10; failure += 1) expect((await signIn(anna.email, 'wrong!')).status).toBe(401);
    const refused = await signIn(anna.email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(refused.body.message).toBe('Too many attempts. Please try again in 15 minutes.');
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(200);
    shop.passTime(14 * minute);
    expect((await signIn(anna.email)).body.message).toBe('Too many attempts. Please try again in 1 minute.');
    shop.passTime(minute);
    expect((await signIn(anna.email)).status).toBe(200);
  });

  it('counts concurrent guesses exactly', async () => {
    const anna = await shop.customer('Anna');
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(anna.email, 'wrong!')));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([10, 20]);
  });

  it('counts failures only, and a success clears them', async () => {
    const anna = await shop.customer('Anna');
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 1; failure <= 9; failure += 1) expect((await signIn(anna.email, 'wrong!')).status).toBe(401);
      expect((await signIn(anna.email)).status).toBe(200);
    }
    const many = await Promise.all(Array.from({ length: 25 }, () => signIn(anna.email)));
    expect(many.every((answer) => answer.status === 200)).toBe(true);
  });

  it('is refused after fifty failures from one address, whatever the accounts', async () => {
    const anna = await shop.customer('Anna');
    for (let failure = 1; failure <= 50; failure += 1)
      expect((await signIn(`n${failure}@example.com`)).status).toBe(404);
    expect((await signIn('n51@example.com')).status).toBe(429);
    expect((await signIn(anna.email)).status).toBe(429);
    shop.passTime(15 * minute);
    expect((await signIn(anna.email)).status).toBe(200);
  });
});

onEachEngine('A session', (shop) => {
  it('ends at sign-out, which can be repeated', async () => {
    const anna = await shop.customer('Anna');
    expect((await shop.call('signOut', { token: anna.token })).status).toBe(200);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(401);
    expect((await shop.call('signOut', { token: anna.token })).status).toBe(200);
    expect((await shop.call('signOut')).status).toBe(401);
  });

  it('ends 30 days after its last use', async () => {
    const anna = await shop.customer('Anna');
    const isLive = async () => (await shop.call('getProfile', { token: anna.token })).status === 200;
    shop.passTime(durations.session - minute);
    expect(await isLive()).toBe(true);
    shop.passTime(durations.session - minute);
    expect(await isLive()).toBe(true);
    shop.passTime(durations.session + minute);
    expect(await isLive()).toBe(false);
  });

  it('is listed with the other sessions of its user, who can end them all', async () => {
    const anna = await shop.customer('Anna');
    shop.passTime(minute);
    const credentials = { mode: 'signin', email: anna.email, password: 'secret1' };
    const second = await shop.call('authenticate', { body: credentials, headers: { 'user-agent': 'A phone' } });
    const { body } = await shop.call('listSessions', { token: second.body.token });
    expect(body.sessions.map(({ current, device }) => [current, device.slice(0, 7)])).toEqual([
      [true, 'A phone'],
      [false, 'lightMy'],
    ]);
    expect((await shop.call('endOtherSessions', { token: anna.token })).status).toBe(200);
    for (const token of [anna.token, second.body.token])
      expect((await shop.call('listSessions', { token })).status).toBe(401);
  });

  it('shows its user as online for five minutes after a request, and as offline after sign-out', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Anna');
    const isOnline = async () => {
      const { body } = await shop.call('listUsers', { token: admin.token, query: { q: anna.email } });
      return body.users[0]?.isOnline;
    };
    expect(await isOnline()).toBe(true);
    shop.passTime(4 * minute);
    await shop.call('getCart', { token: anna.token });
    shop.passTime(4 * minute);
    expect(await isOnline()).toBe(true);
    shop.passTime(2 * minute);
    expect(await isOnline()).toBe(false);
    await shop.call('getCart', { token: anna.token });
    expect(await isOnline()).toBe(true);
    await shop.call('getCart', { token: anna.token });
    await shop.call('signOut', { token: anna.token });
    expect(await isOnline()).toBe(false);
  });
});
