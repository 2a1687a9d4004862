import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const needed = [403, 'Please confirm with your password that it is you.', 'confirm'];

onEachEngine('A session whose password was given more than 15 minutes ago', (shop) => {
  const confirm = (token: string, password = 'secret1') => shop.call('confirmIdentity', { token, body: { password } });
  const outcomeOf = ({ status, body }: { status: number; body: { message?: string; code?: unknown } }) => [
    status,
    body.message,
    body.code,
  ];

  it('shows no card number or CVC until the password is given again', async () => {
    const anna = await shop.customer('Anna');
    const card = { cardNumber: '4242 4242 4242 4242', cardCvc: '123' };
    await shop.call('updateProfile', { token: anna.token, body: card });
    const reveal = () => shop.call('getProfile', { token: anna.token, query: { include: 'card' } });
    shop.passTime(durations.confirmation - 30_000);
    expect((await reveal()).body.user).toMatchObject(card);
    shop.passTime(30_000);
    const refused = await reveal();
    expect(outcomeOf(refused)).toEqual(needed);
    expect(refused.raw.toString()).not.toContain('4242');
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(200);
    expect((await confirm(anna.token)).status).toBe(200);
    expect((await reveal()).body.user).toMatchObject(card);
  });

  it('changes no users, roles, logo or demo, whatever the id and the body', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Anna');
    shop.passTime(durations.confirmation);
    const { token } = admin;
    const logo = filesBody('logo', { name: 'logo.png', bytes: Buffer.from('none') });
    const changes = () => [
      shop.call('addUser', { token, body: {} }),
      shop.call('setAdmin', { token, params: { id: anna.id }, body: { isAdmin: true } }),
      shop.call('deleteUser', { token, params: { id: 'nobody' } }),
      shop.call('uploadLogo', { token, ...logo }),
      shop.call('removeLogo', { token }),
      shop.call('removeDemo', { token }),
    ];
    for (const change of changes()) expect(outcomeOf(await change)).toEqual(needed);
    expect((await shop.call('listOrdersAsAdmin', { token })).status).toBe(200);
    await confirm(token);
    expect((await Promise.all(changes())).map(({ status }) => status)).toEqual([400, 200, 404, 415, 200, 200]);
  });

  it('lists no users and nobody who waits for a piece', async () => {
    const { token } = await shop.admin('Vera', 'viewer');
    const lists = () => Promise.all([shop.call('listUsers', { token }), shop.call('listWaitingPeople', { token })]);
    expect((await lists()).map(({ status }) => status)).toEqual([200, 200]);
    shop.passTime(durations.confirmation);
    for (const answer of await lists()) expect(outcomeOf(answer)).toEqual(needed);
    await confirm(token);
    expect((await lists()).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is refused for missing rights before it is asked for the password', async () => {
    const anna = await shop.customer('Anna');
    shop.passTime(durations.confirmation);
    const answer = await shop.call('deleteUser', { token: anna.token, params: { id: anna.id } });
    expect(outcomeOf(answer)).toEqual([403, 'Access denied. Admin privileges required.', undefined]);
  });

  it('is not confirmed by a new sign-in of the same person, which confirms only its own session', async () => {
    const admin = await shop.admin();
    shop.passTime(durations.confirmation);
    const { body } = await shop.call('authenticate', {
      body: { mode: 'signin', email: admin.email, password: 'secret1' },
    });
    expect((await shop.call('removeLogo', { token: body.token })).status).toBe(200);
    expect(outcomeOf(await shop.call('removeLogo', { token: admin.token }))).toEqual(needed);
  });

  it('is not confirmed with a wrong password, nor with any password after ten wrong ones', async () => {
    const anna = await shop.customer('Anna');
    for (let failure = 1; failure <= 10; failure += 1)
      expect(outcomeOf(await confirm(anna.token, 'wrong!'))).toEqual([403, 'Current password is incorrect', undefined]);
    expect((await confirm(anna.token)).status).toBe(429);
    expect((await shop.call('confirmIdentity', { token: anna.token, body: {} })).status).toBe(400);
    expect((await shop.call('confirmIdentity', { body: { password: 'secret1' } })).status).toBe(401);
  });
});
