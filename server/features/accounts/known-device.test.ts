import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A browser that has signed in before', (shop) => {
  const signIn = (email: string, password = 'secret1', cookie = '') =>
    shop.call('authenticate', { body: { mode: 'signin', email, password }, headers: { cookie } });
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const guess = async (email: string, times: number, cookie?: string) => {
    for (let time = 1; time <= times; time += 1) await signIn(email, 'wrong!', cookie);
  };

  it('gets a cookie that scripts cannot read and that only this host can set', async () => {
    const anna = await shop.customer('Anna');
    const answer = await signIn(anna.email);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-known_device=[\w.-]{66}; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(anna.email, 'wrong!')).headers['set-cookie']).toBeUndefined();
  });

  it('can sign in while others guess the password, and has ten failures of its own', async () => {
    const anna = await shop.customer('Anna');
    const cookie = cookieOf(await signIn(anna.email));
    await guess(anna.email, 12);
    expect((await signIn(anna.email)).status).toBe(429);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(200);
    expect((await signIn(anna.email)).status).toBe(429);
    await guess(anna.email, 10, cookie);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(429);
  });

  it('can sign in after fifty failures from the same address', async () => {
    const anna = await shop.customer('Anna');
    const cookie = cookieOf(await signIn(anna.email));
    for (let failure = 1; failure <= 50; failure += 1) await signIn(`n${failure}@example.com`);
    expect((await signIn(anna.email)).status).toBe(429);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(200);
  });

  it('is not known to another account, and a forged cookie does not make it known', async () => {
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const cookieOfBen = cookieOf(await signIn(ben.email));
    await guess(anna.email, 10);
    for (const cookie of [
      cookieOfBen,
      `${cookieOfBen}0`,
      `__Host-known_device=${'a'.repeat(22)}.${'b'.repeat(43)}`,
      '__Host-known_device=~~.~',
    ])
      expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(429);
  });

  it('can be known to two accounts', async () => {
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const cookieOfAnna = cookieOf(await signIn(anna.email));
    const both = cookieOf(await signIn(ben.email, 'secret1', cookieOfAnna));
    for (const { email } of [anna, ben]) {
      await guess(email, 10);
      expect((await signIn(email, 'secret1', both)).status).toBe(200);
    }
  });

  it('is unknown after the password is changed in another browser', async () => {
    const anna = await shop.customer('Anna');
    const before = cookieOf(await signIn(anna.email));
    const changed = await shop.call('changePassword', {
      token: anna.token,
      body: { currentPassword: 'secret1', newPassword: 'secret2' },
    });
    await guess(anna.email, 10);
    expect((await signIn(anna.email, 'secret2', before)).status).toBe(429);
    expect((await signIn(anna.email, 'secret2', cookieOf(changed))).status).toBe(200);
  });

  it('shares twenty failures in 15 minutes with all other known browsers of the account', async () => {
    const anna = await shop.customer('Anna');
    const cookies: string[] = [];
    for (let browser = 1; browser <= 4; browser += 1) cookies.push(cookieOf(await signIn(anna.email)));
    const [first, second, third, fourth] = cookies;
    await guess(anna.email, 9, first);
    await guess(anna.email, 9, second);
    // A sign-in clears the count of its browser, but not the shared one.
    expect((await signIn(anna.email, 'secret1', first)).status).toBe(200);
    expect((await signIn(anna.email, 'wrong!', third)).status).toBe(401);
    expect((await signIn(anna.email, 'wrong!', third)).status).toBe(401);
    expect((await signIn(anna.email, 'secret1', fourth)).status).toBe(429);
    // Other browsers are counted apart.
    expect((await signIn(anna.email)).status).toBe(200);
  });
});
