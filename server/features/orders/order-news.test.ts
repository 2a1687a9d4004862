import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('News of orders', (shop) => {
  const newsOf = async (token: string) => (await shop.call('getOrderNews', { token })).body;
  const listOf = async (token: string) => (await shop.call('listOrdersAsAdmin', { token })).body;
  const markSeen = (token: string, until: number) => shop.call('markOrdersSeen', { token, body: { until } });

  it('counts paid orders for each admin until that admin has seen them', async () => {
    const [anna, linh, bao] = [await shop.customer('Anna'), await shop.admin('Linh'), await shop.admin('Bao')];
    const tray = await shop.listing('Carp Tray');
    const items = [{ listingId: tray.id, price: tray.price }];
    await shop.call('createCheckout', { token: anna.token, body: { items } });
    expect(await newsOf(linh.token)).toMatchObject({ newOrders: 0 });

    await shop.buy(anna, tray);
    const { latestArrival } = await listOf(linh.token);
    await shop.buy(anna, await shop.listing('Lotus Bowl'));
    expect(await newsOf(linh.token)).toMatchObject({ newOrders: 2 });
    // Only the first order was in the list she saw.
    expect((await markSeen(linh.token, latestArrival)).body).toMatchObject({ newOrders: 1 });
    await markSeen(linh.token, (await listOf(linh.token)).latestArrival);
    expect(await newsOf(linh.token)).toMatchObject({ newOrders: 0 });
    await markSeen(linh.token, latestArrival);
    expect(await newsOf(linh.token), 'never goes back').toMatchObject({ newOrders: 0 });
    expect(await newsOf(bao.token)).toMatchObject({ newOrders: 2 });
  });

  it('counts an order once although it is confirmed or revived again, and marks no future order as seen', async () => {
    const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
    await markSeen(linh.token, 1_000_000_000);
    const tray = await shop.listing('Carp Tray');
    const { id, orderDate } = await shop.buy(anna, tray);
    expect(await newsOf(linh.token)).toMatchObject({ newOrders: 1 });
    await markSeen(linh.token, (await listOf(linh.token)).latestArrival);
    await shop.call('confirmPayment', { token: anna.token, body: { orderDate, listingIds: [tray.id] } });
    for (const status of ['cancelled', 'paid'] as const)
      await shop.call('setOrderStatus', { token: linh.token, params: { id }, body: { status } });
    expect(await newsOf(linh.token)).toMatchObject({ newOrders: 0 });
  });

  it('counts an order that an admin sets to paid', async () => {
    const [anna, linh, bao] = [await shop.customer('Anna'), await shop.admin('Linh'), await shop.admin('Bao')];
    const tray = await shop.listing('Carp Tray');
    const body = { items: [{ listingId: tray.id, price: tray.price }] };
    const { orderId } = (await shop.call('createCheckout', { token: anna.token, body })).body;
    await shop.call('setOrderStatus', { token: linh.token, params: { id: orderId }, body: { status: 'paid' } });
    expect(await newsOf(bao.token)).toMatchObject({ newOrders: 1 });
  });

  it('has a new revision after a change of any order', async () => {
    const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
    const order = await shop.buy(anna, await shop.listing('Carp Tray'));
    const { revision } = await newsOf(linh.token);
    expect((await listOf(linh.token)).revision).toBe(revision);
    expect((await newsOf(linh.token)).revision).toBe(revision);
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    expect((await newsOf(linh.token)).revision).not.toBe(revision);
  });

  it('is for admins only; the public stream has no events of orders', async () => {
    const anna = await shop.customer('Anna');
    expect((await shop.call('getOrderNews')).status).toBe(401);
    expect((await shop.call('getOrderNews', { token: anna.token })).status).toBe(403);
    expect((await markSeen(anna.token, 1)).status).toBe(403);
    const events: object[] = [];
    const [bowl, print] = [await shop.listing('Lotus Bowl'), await shop.listing('Moon Print', { unique: false })];
    const stop = shop.shop.database.listen((event) => events.push(event));
    await shop.buy(anna, print);
    await shop.buy(anna, bowl);
    await expect.poll(() => events.at(-1)).toEqual({ listingId: bowl.id, state: 'sold' });
    for (const event of events)
      expect(['listingId', 'state', 'until']).toEqual(expect.arrayContaining(Object.keys(event)));
    stop();
  });
});
