import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { up } from '#server/platform/database/migrations/0005-phones-and-sums.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const delivery = {
  firstName: 'Anna',
  lastName: 'Nguyen',
  email: 'anna@example.com',
  phone: '+61 412 345 678',
  address: '1 Lacquer Lane',
  city: 'Sydney',
  state: 'NSW',
  postcode: '2000',
} as const;

onEachEngine('An admin who searches orders by phone number', (shop) => {
  const ordersOf = async (q: string) => {
    const { token } = await theAdmin();
    const { body } = await shop.call('listOrdersAsAdmin', { token, query: { q, page: 1, pageSize: 25 } });
    return [body.total, body.orders.map(({ id }) => id)];
  };
  let admin: ReturnType<typeof shop.admin> | undefined;
  const theAdmin = () => {
    admin ??= shop.admin();
    return admin;
  };

  async function twoOrders() {
    admin = undefined;
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    await shop.call('updateProfile', { token: ben.token, body: { phone: '(02) 9876-5432' } });
    const moon = await shop.listing('Moon');
    const checkout = await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: moon.id, price: moon.price }], delivery },
    });
    return { annas: checkout.body.orderId, bens: (await shop.buy(ben, await shop.listing('Carp'))).id };
  }

  it('finds an order by every notation of the number', async () => {
    const { annas, bens } = await twoOrders();
    for (const q of ['+61 412 345 678', '0412345678', '0412 345 678', '61412345678', '412 345', '(0412) 345-678'])
      expect([q, ...(await ordersOf(q))]).toEqual([q, 1, [annas]]);
    for (const q of ['02 9876 5432', '+61 2 9876 5432', '98765432'])
      expect([q, ...(await ordersOf(q))]).toEqual([q, 1, [bens]]);
    expect(await ordersOf('0499 999 999')).toEqual([0, []]);
    expect(await ordersOf('anna@example.com')).toEqual([1, [annas]]);
  });

  it('finds an order after it was modified', async () => {
    const { bens } = await twoOrders();
    const { body } = await shop.call('authenticate', {
      body: { mode: 'signin', email: 'ben@example.com', password: 'secret1' },
    });
    const pond = await shop.listing('Pond');
    const items = [{ listingId: pond.id, price: pond.price }];
    await shop.call('updateOrder', { token: body.token, params: { id: bens }, body: { items } });
    expect(await ordersOf('+61 2 98765432')).toEqual([1, [bens]]);
  });

  it('finds orders placed before the migration that made phone numbers searchable', async () => {
    const { annas, bens } = await twoOrders();
    await shop.shop.database.write(async (tx) => {
      await sql`update orders set search_text = lower(id)`.execute(tx);
      await sql`drop index listings_in_order_of_status_and_date`.execute(tx);
      // The migration is typed with the tables of its time.
      await up(tx as never);
    });
    expect(await ordersOf('0412 345 678')).toEqual([1, [annas]]);
    expect(await ordersOf('(02) 9876 5432')).toEqual([1, [bens]]);
    expect(await ordersOf(annas)).toEqual([1, [annas]]);
  });
});
