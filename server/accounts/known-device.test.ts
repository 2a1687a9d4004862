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

  it('is known by a cookie that no script reads and only the sign-in calls get', async () => {
    const anna = await shop.customer('Anna');
    const answer = await signIn(anna.email);
    expect(answer.headers['set-cookie']).toMatch(
      /^known_device=[\w.-]{66}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await signIn(anna.email, 'wrong!')).headers['set-cookie']).toBeUndefined();
  });

  it('lets its owner in while strangers guess, and has ten failures of its own', async () => {
    const anna = await shop.customer('Anna');
    const cookie = cookieOf(await signIn(anna.email));
    await guess(anna.email, 12);
    expect((await signIn(anna.email)).status).toBe(429);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(200);
    expect((await signIn(anna.email)).status).toBe(429);
    await guess(anna.email, 10, cookie);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(429);
  });

  it('lets its owner in though fifty failures came from the same address', async () => {
    const anna = await shop.customer('Anna');
    const cookie = cookieOf(await signIn(anna.email));
    for (let stranger = 1; stranger <= 50; stranger += 1) await signIn(`n${stranger}@example.com`);
    expect((await signIn(anna.email)).status).toBe(429);
    expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(200);
  });

  it('is known to no other account, and not by a cookie that somebody made up', async () => {
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const bens = cookieOf(await signIn(ben.email));
    await guess(anna.email, 10);
    for (const cookie of [bens, `${bens}0`, `known_device=${'a'.repeat(22)}.${'b'.repeat(43)}`, 'known_device=~~.~'])
      expect((await signIn(anna.email, 'secret1', cookie)).status).toBe(429);
  });

  it('may be shared by a family', async () => {
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const annas = cookieOf(await signIn(anna.email));
    const both = cookieOf(await signIn(ben.email, 'secret1', annas));
    for (const { email } of [anna, ben]) {
      await guess(email, 10);
      expect((await signIn(email, 'secret1', both)).status).toBe(200);
    }
  });

  it('is a stranger again once the password is another, but for the one that changed it', async () => {
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
});
