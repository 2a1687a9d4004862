import { expect, it } from 'vitest';
import { password } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A blocked account', (shop) => {
  const block = (token: string, id: string, reason?: string) =>
    shop.call('blockUser', { token, params: { id }, body: { reason } });
  const signIn = (email: string, given = password) =>
    shop.call('authenticate', { body: { mode: 'signin', email, password: given } });

  it('is signed out, cannot sign in, and loses its holds and its unpaid order, but not its paid one', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const [moon, carp, pond] = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Pond')];
    const paid = await shop.buy(anna, moon);
    await shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: carp.id, price: 100 }] } });
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [pond.id] } });
    const { status, body } = await block(admin.token, anna.id, 'Holds everything');
    expect([status, body.user.blockReason]).toEqual([200, 'Holds everything']);
    expect(Date.parse(body.user.blockedAt ?? '')).toBeGreaterThan(0);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(401);
    const refused = await signIn(anna.email);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This account is blocked. Please contact the gallery.',
    ]);
    expect((await signIn(anna.email, 'a wrong one')).status).toBe(401);
    for (const { id } of [carp, pond])
      expect((await shop.call('getListing', { params: { id } })).body.listing.reserved).toBe(false);
    const { orders } = (await shop.call('listOrdersAsAdmin', { token: admin.token })).body;
    expect(orders.map(({ id, status: kept }) => [id, kept])).toEqual([[paid.id, 'paid']]);
  });

  it('loses an order that an admin set to pending', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const order = await shop.buy(anna, await shop.listing('Moon'));
    const params = { id: order.id };
    await shop.call('setOrderStatus', { token: admin.token, params, body: { status: 'pending' } });
    await block(admin.token, anna.id);
    const { body } = await shop.call('getOrderAsAdmin', { token: admin.token, params });
    expect(body.order.status).toBe('cancelled');
    expect(body.order.history.at(-1)).toMatchObject({ what: 'Order cancelled', by: 'shop' });
    expect(body.order.payments.reduce((sum, { kind, amount }) => sum + (kind === 'charge' ? amount : -amount), 0)).toBe(
      0,
    );
  });

  it('can sign in again after it is unblocked; blocking and unblocking are in the audit', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    await block(admin.token, anna.id);
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await shop.call('unblockUser', { token: admin.token, params: { id: anna.id } });
      expect(body.user.blockedAt).toBeNull();
    }
    expect((await signIn(anna.email)).status).toBe(200);
    const { entries } = (await shop.call('listAuditEntries', { token: admin.token })).body;
    expect(entries.map(({ action }) => action)).toEqual(['user unblocked', 'user blocked']);
  });

  it('is never the admin’s own, and does not count as another owner', async () => {
    const [anna, ben] = [await shop.admin('Anna'), await shop.admin('Ben')];
    expect((await block(anna.token, anna.id)).status).toBe(409);
    expect((await block(anna.token, 'nobody')).status).toBe(404);
    expect((await block(anna.token, ben.id)).status).toBe(200);
    const revoke = { token: anna.token, params: { id: anna.id }, body: { isAdmin: false } };
    expect((await shop.call('setAdmin', revoke)).body.message).toMatch(/last admin/);
  });

  it('holds nothing after the block, whatever calls were under way', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon');
    for (let round = 0; round < 3; round += 1) {
      const anna = await shop.customer(`Anna ${round}`);
      const hold = () => shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
      await Promise.all([hold(), hold(), block(admin.token, anna.id), hold(), hold()]);
      expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing.reserved).toBe(false);
    }
  });
});
