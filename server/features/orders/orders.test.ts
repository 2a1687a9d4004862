import { expect, it } from 'vitest';
import { anAdmin } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

onEachEngine('A paid order', (shop) => {
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());

  it('keeps the price paid for kept pieces, takes the current price for added ones and charges the difference', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const [moon, carp, pond] = [
      await shop.listing('Moon', { price: 100 }),
      await shop.listing('Carp', { price: 40 }),
      await shop.listing('Pond', { price: 75.5 }),
    ];
    const order = await shop.buy(anna, moon, carp);
    await shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body: { price: 999 } });
    const { status, body } = await shop.call('updateOrder', {
      token: anna.token,
      params: { id: order.id },
      body: {
        items: [
          { listingId: moon.id, price: 1 },
          { listingId: pond.id, price: 75.5 },
        ],
        totalPrice: 2,
      },
    });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      totalPrice: 175.5,
      items: [
        { listingId: moon.id, price: 100 },
        { listingId: pond.id, price: 75.5 },
      ],
      payments: [
        { kind: 'charge', amount: 140 },
        { kind: 'charge', amount: 35.5 },
      ],
    });
    expect((await shop.call('getListing', { params: { id: carp.id } })).body.listing.status).toBe('available');
    expect((await shop.call('getListing', { params: { id: pond.id } })).body.listing.status).toBe('sold');
    expect(await violations()).toEqual([]);
  });

  it('gets no added piece whose price is not the one that the buyer saw, and stays as it is', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const [moon, pond] = [await shop.listing('Moon'), await shop.listing('Pond', { price: 66 })];
    const order = await shop.buy(anna, moon);
    const add = (price?: number) =>
      shop.call('updateOrder', {
        token: anna.token,
        params: { id: order.id },
        body: { items: [{ listingId: moon.id }, { listingId: pond.id, price }] },
      });
    await shop.call('updateProduct', { token: admin.token, params: { id: pond.id }, body: { price: 372 } });
    const stale = await add(66);
    expect([stale.status, stale.body.message]).toEqual([409, "The price of 'Pond' has changed"]);
    const missing = await add();
    expect([missing.status, missing.body.issues[0]?.path]).toEqual([400, 'items.1.price']);
    const { body } = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
    expect([body.order.totalPrice, body.order.payments.length]).toEqual([100, 1]);
    expect((await shop.call('getListing', { params: { id: pond.id } })).body.listing.status).toBe('available');
    expect((await add(372)).body.order.totalPrice).toBe(472);
    expect(await violations()).toEqual([]);
  });

  it('cannot lose its last piece or get one that another customer holds', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const order = await shop.buy(anna, moon);
    await shop.call('holdPieces', { token: ben.token, body: { listingIds: [carp.id] } });
    const modify = (items: object[]) =>
      shop.call('updateOrder', { token: anna.token, params: { id: order.id }, body: { items } });
    expect((await modify([])).status).toBe(400);
    const refused = await modify([{ listingId: carp.id }]);
    expect([refused.status, refused.body.message]).toEqual([409, "'Carp' is reserved by another buyer"]);
    expect(
      (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order.items,
    ).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  it('is cancelled once: everything is refunded, its pieces are available, and it cannot be changed again', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    const cancel = () => shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    expect((await cancel()).body.message).toBe('Only paid orders can be cancelled');
    const modify = await shop.call('updateOrder', {
      token: anna.token,
      params: { id: order.id },
      body: { items: [{ listingId: moon.id }] },
    });
    expect([modify.status, modify.body.message]).toEqual([409, 'Only paid orders can be modified']);
    const { body } = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
    expect(body.order.payments).toMatchObject([
      { kind: 'charge', amount: 100 },
      { kind: 'refund', amount: 100 },
    ]);
    expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing.sold).toBe(false);
    expect(await violations()).toEqual([]);
  });

  it('cannot be read, modified, cancelled or invoiced by another customer', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const order = await shop.buy(anna, await shop.listing('Moon'));
    const params = { id: order.id };
    const calls = [
      shop.call('getOrder', { token: ben.token, params }),
      shop.call('updateOrder', { token: ben.token, params, body: { items: [{ listingId: 'moon' }] } }),
      shop.call('cancelOrder', { token: ben.token, params }),
      shop.call('openInvoice', { token: ben.token, params }),
    ];
    for (const { status, body } of await Promise.all<{ status: number; body: { message?: string } }>(calls)) {
      expect([status, body.message]).toEqual([404, 'Order not found']);
    }
  });

  it('takes every status an admin sets, and is charged or refunded to match', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    for (const status of [
      'shipped',
      'pending',
      'delivered',
      'cancelled',
      'processing',
      'cancelled',
      'pending',
      'paid',
    ] as const) {
      const { body } = await shop.call('setOrderStatus', {
        token: admin.token,
        params: { id: order.id },
        body: { status },
      });
      expect(body.order.status).toBe(status);
      const paid = body.order.payments.reduce(
        (sum, { kind, amount }) => sum + (kind === 'charge' ? amount : -amount),
        0,
      );
      expect(paid).toBe(status === 'pending' || status === 'cancelled' ? 0 : 100);
      expect(await violations()).toEqual([]);
    }
  });

  it('cannot be revived after its piece was deleted', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    expect((await shop.call('deleteProduct', { token: admin.token, params: { id: moon.id } })).status).toBe(200);
    const revive = await shop.call('setOrderStatus', {
      token: admin.token,
      params: { id: order.id },
      body: { status: 'paid' },
    });
    expect(revive.status).toBe(409);
    const { body } = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
    expect(body.order.items[0]?.listing.name).toBe('Moon');
  });

  it('is revived with its piece as it is now, unique or an edition', async () => {
    const [anna, ben, admin] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin()];
    const bowl = await shop.listing('Bowl', { unique: false });
    const orders = [await shop.buy(anna, bowl), await shop.buy(ben, bowl)];
    const set = async (id: string, status: string) =>
      (await shop.call('setOrderStatus', { token: admin.token, params: { id }, body: { status } })).status;
    const makeUnique = (unique: boolean) =>
      shop.call('updateProduct', { token: admin.token, params: { id: bowl.id }, body: { unique } });
    for (const order of orders) expect(await set(order.id, 'cancelled')).toBe(200);
    expect((await makeUnique(true)).status).toBe(200);
    expect(await Promise.all(orders.map((order) => set(order.id, 'paid')))).toEqual(expect.arrayContaining([200, 409]));
    expect(await violations()).toEqual([]);
    for (const order of orders) await set(order.id, 'cancelled');
    expect((await shop.call('getListing', { params: { id: bowl.id } })).body.listing.status).toBe('available');
    expect((await makeUnique(false)).status).toBe(200);
    for (const order of orders) expect(await set(order.id, 'paid')).toBe(200);
    expect(await violations()).toEqual([]);
  });

  it('remains when its buyer is deleted', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const order = await shop.buy(anna, await shop.listing('Moon'));
    expect((await shop.call('deleteUser', { token: admin.token, params: { id: anna.id } })).status).toBe(200);
    const { body } = await shop.call('getOrderAsAdmin', { token: admin.token, params: { id: order.id } });
    expect(body.order).toMatchObject({ status: 'paid', userId: anna.id, buyer: { name: 'Anna' } });
    expect(await violations()).toEqual([]);
  });
});

onEachEngine('The orders of a piece', (shop) => {
  const ordersOf = async (id: string) => {
    const { token } = await anAdmin(shop);
    return (await shop.call('listOrdersOfProduct', { token, params: { id } })).body;
  };

  it('are listed for an admin without cancelled ones', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon');
    const cancelled = await shop.buy(anna, moon);
    await shop.call('cancelOrder', { token: anna.token, params: { id: cancelled.id } });
    expect(await ordersOf(moon.id)).toMatchObject({ orders: [], total: 0 });
    const { id } = await shop.buy(ben, moon);
    expect(await ordersOf(moon.id)).toMatchObject({
      orders: [{ id, status: 'paid', buyer: { name: 'Ben' }, items: [{ listingId: moon.id }] }],
      total: 1,
    });
    expect(await ordersOf('nothing')).toMatchObject({ orders: [], total: 0 });
  });

  it('are the newest three of an edition, with their total number', async () => {
    const print = await shop.listing('Print', { unique: false });
    const ids: string[] = [];
    for (const name of ['Anna', 'Ben', 'Chi', 'Dan'])
      ids.unshift((await shop.buy(await shop.customer(name), print)).id);
    const { orders, total } = await ordersOf(print.id);
    expect([orders.map(({ id }) => id), total]).toEqual([ids.slice(0, 3), 4]);
  });
});
