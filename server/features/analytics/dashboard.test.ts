import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The dashboard', (shop) => {
  it('counts users, pieces and orders, and sums orders with status paid', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const [moon, carp, pond] = [
      await shop.listing('Moon', { price: 100.5 }),
      await shop.listing('Carp', { price: 40 }),
      await shop.listing('Pond'),
    ];
    await shop.buy(anna, moon);
    const { id } = await shop.buy(anna, carp);
    await shop.call('setOrderStatus', { token: admin.token, params: { id }, body: { status: 'shipped' } });
    await shop.call('updateProduct', { token: admin.token, params: { id: pond.id }, body: { status: 'discontinued' } });

    const { body } = await shop.call('getDashboard', { token: admin.token });
    // Admin, Anna, and the admin of the fixtures who added the pieces.
    expect(body.totals).toEqual({ users: 3, listings: 3, orders: 2, sales: 100.5 });
    expect((await shop.call('getDashboard', { token: anna.token })).status).toBe(403);
  });

  it('sums charges minus refunds, whatever status an order gets', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const sold = async () => {
      const { totals, soldLessRefunds } = (await shop.call('getDashboard', { token: admin.token })).body;
      return [totals.sales, soldLessRefunds];
    };
    expect(await sold()).toEqual([0, 0]);
    const [moon, carp, pond] = [
      await shop.listing('Moon', { price: 100.5 }),
      await shop.listing('Carp', { price: 40 }),
      await shop.listing('Pond', { price: 7.25 }),
    ];
    const order = await shop.buy(anna, moon, carp);
    const other = await shop.buy(anna, pond);
    expect(await sold()).toEqual([147.75, 147.75]);
    for (const status of ['processing', 'shipped', 'delivered'] as const) {
      await shop.call('setOrderStatus', { token: admin.token, params: { id: order.id }, body: { status } });
      expect([status, ...(await sold())]).toEqual([status, 7.25, 147.75]);
    }
    // One order is refunded in part, another one completely.
    await shop.call('setOrderStatus', { token: admin.token, params: { id: order.id }, body: { status: 'paid' } });
    const items = [{ listingId: moon.id, price: moon.price }];
    await shop.call('updateOrder', { token: anna.token, params: { id: order.id }, body: { items } });
    expect(await sold()).toEqual([107.75, 107.75]);
    await shop.call('cancelOrder', { token: anna.token, params: { id: other.id } });
    expect(await sold()).toEqual([100.5, 100.5]);
    await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: pond.id, price: pond.price }] },
    });
    expect(await sold()).toEqual([100.5, 100.5]);
  });

  it('shows the latest registration, order and product change', async () => {
    const admin = await shop.admin();
    const activity = async () => (await shop.call('getDashboard', { token: admin.token })).body.recentActivity;
    expect(await activity()).toMatchObject([
      { kind: 'user', text: 'New user registered', subject: 'Admin' },
      { kind: 'order', text: 'New order placed', subject: null, at: null },
      { kind: 'product', text: 'Product updated', subject: null, at: null },
    ]);
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    shop.passTime(60_000);
    const anna = await shop.customer('Anna');
    const order = await shop.buy(anna, carp);
    shop.passTime(60_000);
    const changed = await shop.call('updateProduct', {
      token: admin.token,
      params: { id: moon.id },
      body: { price: 90 },
    });
    expect(changed.status).toBe(200);
    const [user, placed, product] = await activity();
    expect(user).toMatchObject({ subject: 'Anna' });
    expect(placed).toMatchObject({ subject: order.id, at: order.orderDate });
    expect(product).toMatchObject({ subject: 'Moon' });
    expect(Date.parse(product?.at ?? '') - Date.parse(placed?.at ?? '')).toBeGreaterThanOrEqual(60_000);
  });

  it('does not count an expired checkout', async () => {
    const [admin, anna, moon] = [await shop.admin(), await shop.customer('Anna'), await shop.listing('Moon')];
    const items = [{ listingId: moon.id, price: moon.price }];
    const checkout = await shop.call('createCheckout', { token: anna.token, body: { items } });
    const orders = async () => {
      const { totals, recentActivity } = (await shop.call('getDashboard', { token: admin.token })).body;
      return [totals.orders, recentActivity[1]?.subject];
    };
    expect(await orders()).toEqual([1, checkout.body.orderId]);
    shop.passTime(shop.shop.settings.holdMilliseconds + 1_000);
    expect(await orders()).toEqual([0, null]);
  });
});
