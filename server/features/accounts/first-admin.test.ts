import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { ensureAdmin } from './first-admin.ts';

onEachEngine('The first admin', (shop) => {
  it('is created once by concurrent starts, and the random password is returned once', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => ensureAdmin(shop.shop)));
    const created = results.filter((admin) => admin !== null);
    expect(created).toHaveLength(1);
    expect(await ensureAdmin(shop.shop)).toBeNull();
    const { body } = await shop.call('authenticate', { body: { mode: 'signin', ...created[0] } });
    expect(body.isAdmin).toBe(true);
  });

  it('is the one of the settings, and takes over an account that has its email', async () => {
    const customer = await shop.customer('Owner');
    const settings = { ...shop.shop.settings, admin: { email: 'owner@example.com', password: 'of the settings' } };
    expect(await ensureAdmin({ ...shop.shop, settings })).toBeNull();
    expect((await shop.call('getProfile', { token: customer.token })).status).toBe(401);
    const credentials = { mode: 'signin', email: customer.email, password: 'of the settings' };
    expect((await shop.call('authenticate', { body: credentials })).body.isAdmin).toBe(true);
  });

  it('is not created if there is an admin', async () => {
    await shop.admin();
    const settings = { ...shop.shop.settings, admin: { email: 'owner@example.com', password: 'of the settings' } };
    expect(await ensureAdmin({ ...shop.shop, settings })).toBeNull();
    const credentials = { mode: 'signin', email: 'owner@example.com', password: 'of the settings' };
    expect((await shop.call('authenticate', { body: credentials })).status).toBe(404);
  });
});
