import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;
const hour = 60 * minute;

onEachEngine('Checkout', (shop) => {
  const items = (...listings: { id: string; price: number }[]) =>
    listings.map(({ id, price }) => ({ listingId: id, price }));
  const ids = (...listings: { id: string }[]) => listings.map((listing) => listing.id);

  it('sells the listing, removes it from the cart and adds the order to the history', async () => {
    const anna = await shop.customer('Anna');
    const [moon, carp] = [await shop.listing('Moon', { price: 3200 }), await shop.listing('Carp', { price: 3400.5 })];
    for (const listing of [moon, carp])
      await shop.call('addToCart', { token: anna.token, body: { listingId: listing.id } });
    const order = await shop.buy(anna, moon);
    const sums = { totalPrice: 3200, price: 3200 };
    expect(order).toMatchObject({ ...sums, status: 'paid', holdExpiresAt: null, userId: anna.id });
    expect(order.buyer).toMatchObject({ id: anna.id, name: 'Anna', email: anna.email });
    const cart = await shop.call('getCart', { token: anna.token });
    expect(cart.body.cartItems.map((item) => item.listingId)).toEqual([carp.id]);
    const history = await shop.call('listOrders', { token: anna.token });
    expect(history.body).toMatchObject({ total: 1, orders: [{ id: order.id }] });
    const profile = await shop.call('getProfile', { token: anna.token });
    expect(profile.body.user.activityScore).toBe(2 + 2 + 10);
  });

  it('stores the delivery details of the form, whatever the profile says later', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon', {
      artist: 'Lê Vân Khê',
      year: 2023,
      spec: 'Sơn mài',
      images: ['https://pictures.example/1.jpg', 'https://pictures.example/2.jpg'],
    });
    const delivery = {
      firstName: 'Lan',
      lastName: 'Trần',
      email: 'lan@example.com',
      phone: '0400 000 000',
      address: '14 Foundry Lane',
      city: 'Marrickville',
      state: 'VIC',
      postcode: '2204',
    };
    const { body } = await shop.call('createOrder', {
      token: anna.token,
      body: { items: items(moon), delivery, paymentMethod: 'paypal' },
    });
    await shop.call('updateProfile', { token: anna.token, body: { name: 'Somebody', deliveryCity: 'Elsewhere' } });
    const { body: after } = await shop.call('getOrder', { token: anna.token, params: { id: body.order.id } });
    expect(after.order).toMatchObject({
      paymentMethod: 'paypal',
      delivery,
      buyer: { name: 'Anna', phone: '0400 000 000', deliveryaddress: '14 Foundry Lane', deliverystate: 'VIC' },
      items: [{ listing: { name: 'Moon', artist: 'Lê Vân Khê', year: 2023, spec: 'Sơn mài' } }],
    });
    expect(after.order.items[0]?.listing.imageSet).toMatchObject([
      { url: 'https://pictures.example/1.jpg', variants: [] },
    ]);
  });

  it('refuses a price that is not today’s', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon', { price: 3200 });
    const { status, body } = await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: moon.id, price: 1 }] },
    });
    expect([status, body.message]).toEqual([409, "The price of 'Moon' has changed"]);
  });

  it('charges the price of the checkout after a change of price', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const moon = await shop.listing('Moon', { price: 3200 });
    const checkout = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    await shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body: { price: 9000 } });
    const { body } = await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderId: checkout.body.orderId, listingIds: ids(moon) },
    });
    expect(body.order.totalPrice).toBe(3200);
  });

  it('refuses no items, a repeated listing, more than 50, an unknown listing and an unknown payment method', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const checkOut = async (body: unknown) => (await shop.call('createCheckout', { token: anna.token, body })).status;
    expect(await checkOut({ items: [] })).toBe(400);
    expect(await checkOut({ items: [...items(moon), ...items(moon)] })).toBe(400);
    expect(
      await checkOut({ items: Array.from({ length: 51 }, (_, index) => ({ listingId: `p${index}`, price: 1 })) }),
    ).toBe(400);
    expect(await checkOut({ items: [{ listingId: 'nothing', price: 1 }] })).toBe(404);
    expect(await checkOut({ items: items(moon), paymentMethod: 'gold' })).toBe(400);
    expect(await checkOut({ items: [{ listingId: moon.id, price: '100' }] })).toBe(400);
  });

  it('returns the same order for a repeated Idempotency-Key, refuses another body, and ignores keys of other buyers', async () => {
    const anna = await shop.customer('Anna');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const send = (listing: typeof moon) =>
      shop.call('createCheckout', {
        token: anna.token,
        body: { items: items(listing) },
        headers: { 'idempotency-key': 'k1' },
      });
    const [first, second] = await Promise.all([send(moon), send(moon)]);
    expect(second.body.orderId).toBe(first.body.orderId);
    expect((await send(carp)).status).toBe(409);
    shop.passTime(25 * hour);
    const ben = await shop.customer('Ben');
    const other = await shop.call('createCheckout', {
      token: ben.token,
      body: { items: items(moon) },
      headers: { 'idempotency-key': 'k1' },
    });
    expect(other.body.orderId).not.toBe(first.body.orderId);
  });

  it('returns the order as it is now when a confirmation is repeated after a cancellation', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const { body } = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    const confirm = () =>
      shop.call('confirmPayment', {
        token: anna.token,
        body: { orderDate: body.orderDate, listingIds: ids(moon) },
        headers: { 'idempotency-key': 'pay' },
      });
    expect((await confirm()).body.order.status).toBe('paid');
    await shop.call('cancelOrder', { token: anna.token, params: { id: body.orderId } });
    const repeated = await confirm();
    expect([repeated.status, repeated.body.order.status]).toEqual([200, 'cancelled']);
  });

  it.each([0, 256, 12_000])('refuses an Idempotency-Key of %i characters', async (length) => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const { status, body } = await shop.call('createCheckout', {
      token: anna.token,
      body: { items: items(moon) },
      headers: { 'idempotency-key': 'k'.repeat(length) },
    });
    expect([status, body.success]).toEqual([400, false]);
  });

  it('replaces the buyer’s earlier checkout, which frees its listings', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const first = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    await shop.call('createCheckout', { token: anna.token, body: { items: items(carp) } });
    const late = await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderDate: first.body.orderDate, listingIds: ids(moon) },
    });
    expect(late.status).toBe(404);
    expect((await shop.buy(ben, moon)).status).toBe('paid');
  });

  it('can be confirmed after the hold has expired while the listings are free', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const checkout = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    const confirm = () =>
      shop.call('confirmPayment', {
        token: anna.token,
        body: { orderDate: checkout.body.orderDate, listingIds: ids(moon) },
      });
    shop.passTime(16 * minute);
    expect((await shop.call('listOrders', { token: anna.token })).body.total).toBe(0);
    expect((await confirm()).body.order.status).toBe('paid');
  });

  it('refuses the confirmation when the hold expired and another buyer bought the listing', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon');
    const checkout = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    shop.passTime(16 * minute);
    await shop.buy(ben, moon);
    const { status, body } = await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderDate: checkout.body.orderDate, listingIds: ids(moon) },
    });
    expect([status, body.message]).toEqual([409, "'Moon' has been sold"]);
  });

  it('refuses a confirmation with other listings, and another buyer’s order', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const { body } = await shop.call('createCheckout', { token: anna.token, body: { items: items(moon) } });
    const confirm = async (token: string, listingIds: string[]) =>
      (await shop.call('confirmPayment', { token, body: { orderId: body.orderId, listingIds } })).status;
    expect(await confirm(anna.token, ids(carp))).toBe(409);
    expect(await confirm(anna.token, [])).toBe(409);
    expect(await confirm(ben.token, ids(moon))).toBe(404);
  });

  it('sells an edition without a hold, and again to the next buyer', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const bowl = await shop.listing('Everyday Red', { unique: false });
    const { body } = await shop.call('createCheckout', { token: anna.token, body: { items: items(bowl) } });
    expect(body.holdExpiresAt).toBeNull();
    await shop.buy(ben, bowl);
    await shop.buy(anna, bowl);
    const { body: pieces } = await shop.call('listPieces');
    expect(pieces.pieces).toMatchObject([{ id: bowl.id, sold: false, reserved: false }]);
  });
});

onEachEngine('A hold', (shop) => {
  it('reserves a listing until it expires, and shows until when but not for whom', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon');
    const hold = await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
    expect(hold.body.held).toEqual([moon.id]);
    const seen = await shop.call('getListing', { params: { id: moon.id } });
    expect(seen.body.listing).toMatchObject({ reserved: true, reservedUntil: hold.body.expiresAt, sold: false });
    const refused = await shop.call('holdPieces', { token: ben.token, body: { listingIds: [moon.id] } });
    expect(refused.status).toBe(409);
    expect(refused.body.unavailable).toEqual([
      { listingId: moon.id, name: 'Moon', reason: 'held', until: hold.body.expiresAt },
    ]);
    shop.passTime(15 * minute + 1);
    expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing.reserved).toBe(false);
    expect((await shop.call('holdPieces', { token: ben.token, body: { listingIds: [moon.id] } })).status).toBe(200);
  });

  it('can be renewed by its buyer up to three times its length', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const hold = async () =>
      Date.parse(
        (await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } })).body.expiresAt,
      );
    const first = await hold();
    for (const pass of [10, 10, 10, 10]) {
      shop.passTime(pass * minute);
      await hold();
    }
    expect((await hold()) - first).toBeLessThanOrEqual(30 * minute);
    expect((await hold()) - first).toBeGreaterThan(29 * minute);
  });

  it('can be released with its pending checkout', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon');
    await shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: moon.id, price: 100 }] } });
    await shop.call('releaseHolds', { token: anna.token });
    expect((await shop.call('listOrders', { token: anna.token })).body.total).toBe(0);
    expect((await shop.buy(ben, moon)).status).toBe('paid');
  });

  it('can be released by an admin, which ends a checkout of that listing only', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: moon.id, price: 100 }] } });
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [carp.id] } });
    const pendingOrders = async () => (await shop.call('listOrders', { token: anna.token })).body.total;
    await shop.call('releaseHold', { token: admin.token, params: { id: carp.id } });
    expect(await pendingOrders()).toBe(1);
    expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing.reserved).toBe(true);
    await shop.call('releaseHold', { token: admin.token, params: { id: moon.id } });
    expect(await pendingOrders()).toBe(0);
  });

  it('is released once by concurrent calls', async () => {
    const [admin, moon] = [await shop.admin(), await shop.listing('Moon')];
    const release = () => shop.call('releaseHold', { token: admin.token, params: { id: moon.id } });
    for (let round = 0; round < 5; round += 1) {
      const { token } = await shop.customer(`Anna ${round}`);
      await shop.call('holdPieces', { token, body: { listingIds: [moon.id] } });
      const statuses = (await Promise.all([release(), release(), release(), release()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404, 404, 404]);
    }
  });

  it('ends when its buyer’s account is deleted, and the admin can discontinue the listing again', async () => {
    const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
    const moon = await shop.listing('Moon');
    await shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: moon.id, price: 100 }] } });
    const discontinue = async () =>
      (
        await shop.call('updateProduct', {
          token: admin.token,
          params: { id: moon.id },
          body: { status: 'discontinued' },
        })
      ).status;
    expect(await discontinue()).toBe(409);
    await shop.call('deleteUser', { token: admin.token, params: { id: anna.id } });
    expect(await discontinue()).toBe(200);
  });

  it('is released, or its release is refused with 401, while its buyer’s account is deleted', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon');
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await shop.customer(`Buyer ${round}`);
      await shop.call('holdPieces', { token, body: { listingIds: [moon.id] } });
      const [deleted, ...released] = await Promise.all([
        shop.call('deleteUser', { token: admin.token, params: { id } }),
        shop.call('releaseHolds', { token }),
        shop.call('releaseHolds', { token }),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status } of released) expect([200, 401]).toContain(status);
    }
  });

  it('of several listings reserves all or none of them', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await shop.call('holdPieces', { token: ben.token, body: { listingIds: [carp.id] } });
    const refused = await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id, carp.id] } });
    expect(refused.status).toBe(409);
    expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing.reserved).toBe(false);
  });
});
