import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

onEachEngine('A unique listing', (shop) => {
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());
  const buyers = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => shop.customer(`Buyer ${index}`)));
  const itemsOf = (...listings: { id: string; price: number }[]) =>
    listings.map(({ id, price }) => ({ listingId: id, price }));

  it('is sold to one of 100 concurrent buyers, and the others get a message', async () => {
    const moon = await shop.listing('Red River Moon', { price: 3200 });
    const customers = await buyers(100);
    const answers = await Promise.all(
      customers.map(async (buyer) => {
        const checkout = await shop.call('createCheckout', { token: buyer.token, body: { items: itemsOf(moon) } });
        if (checkout.status !== 200) return checkout;
        return shop.call('confirmPayment', {
          token: buyer.token,
          body: { orderDate: checkout.body.orderDate, listingIds: [moon.id] },
        });
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toMatch(/^'Red River Moon' (is reserved by another buyer|has been sold)$/);
      expect(answer.body.unavailable).toMatchObject([{ listingId: moon.id, name: 'Red River Moon' }]);
    }
    const { body } = await shop.call('getListing', { params: { id: moon.id } });
    expect(body.listing).toMatchObject({ sold: true, status: 'sold', reserved: false });
    expect(await violations()).toEqual([]);
  });

  it('is reserved with its whole cart or not at all when carts overlap in opposite order', async () => {
    const [moon, carp, pond] = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Pond')];
    const customers = await buyers(24);
    const answers = await Promise.all(
      customers.map((buyer, index) => {
        const wanted = index % 2 === 0 ? [moon, carp] : [carp, pond, moon];
        return shop.call('createCheckout', { token: buyer.token, body: { items: itemsOf(...wanted) } });
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(23);
    expect(await violations()).toEqual([]);
  });

  it('is charged once when the confirmation is repeated concurrently', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const checkout = await shop.call('createCheckout', { token: anna.token, body: { items: itemsOf(moon) } });
    const confirmation = { token: anna.token, body: { orderDate: checkout.body.orderDate, listingIds: [moon.id] } };
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.call('confirmPayment', confirmation)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const { body } = await shop.call('getOrder', { token: anna.token, params: { id: checkout.body.orderId } });
    expect(body.order.payments).toMatchObject([{ kind: 'charge', amount: 100 }]);
    expect(await violations()).toEqual([]);
  });

  it('is checked out concurrently by one buyer, who then has only one order', async () => {
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const carp = await shop.listing('Carp');
    await Promise.all(
      [moon, carp, moon, carp, moon].map((listing) =>
        shop.call('createCheckout', { token: anna.token, body: { items: itemsOf(listing) } }),
      ),
    );
    const { body } = await shop.call('listOrders', { token: anna.token });
    expect(body.orders).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  it('stays in its paid order when an admin changes other orders that contain it', async () => {
    const [anna, ben, admin] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin()];
    const moon = await shop.listing('Moon');
    const first = await shop.buy(anna, moon);
    const set = (id: string, status: string) =>
      shop.call('setOrderStatus', { token: admin.token, params: { id }, body: { status } });
    expect((await set(first.id, 'cancelled')).status).toBe(200);
    await shop.buy(ben, moon);
    for (const status of ['paid', 'processing', 'shipped', 'delivered']) {
      const refused = await set(first.id, status);
      expect([refused.status, refused.body.message]).toEqual([409, "'Moon' has been sold"]);
    }
    expect((await set(first.id, 'pending')).status).toBe(200);
    expect(await violations()).toEqual([]);
  });
});
