import { expect, it } from 'vitest';
import { listingStatuses, orderStatuses } from '#contract/states.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../cli/invariants.ts';
import { adminEmail } from './seed/customers.ts';
import { loadPassword, seedLoad } from './seed-load.ts';

onEachEngine('A shop with generated data', (shop) => {
  const clock = () => shop.shop.clock();

  it('violates no invariant, has the requested numbers of rows, and lets its users sign in', async () => {
    const tokens = await seedLoad(shop.shop.database, { listings: 150, orders: 800, users: 120 }, clock());
    expect(await checkInvariants(shop.shop.database.read, clock())).toEqual([]);
    expect(await counts(shop)).toEqual({ listings: 150, orders: 800, users: 120 });

    const [admin = '', customer = ''] = tokens;
    expect(tokens).toHaveLength(120);
    const { body: orders } = await shop.call('listOrdersAsAdmin', { token: admin });
    expect(new Set(orders.orders.map(({ status }) => status))).toEqual(new Set(orderStatuses));
    expect(orders.orders.every(({ orderDate }) => Date.parse(orderDate) < clock())).toBe(true);
    const { body: products } = await shop.call('listListingsAsAdmin', { token: admin });
    expect(new Set(products.listings.map(({ status }) => status))).toEqual(new Set(listingStatuses));
    expect((await shop.call('getCart', { token: customer })).status).toBe(200);
    const { body: holds } = await shop.call('listHolds', { token: admin });
    expect(holds.holds.length).toBeGreaterThan(0);
    for (const email of [adminEmail, 'customer7@load.example']) {
      const signIn = await shop.call('authenticate', { body: { mode: 'signin', email, password: loadPassword } });
      expect(signIn.status).toBe(200);
    }
    shop.passTime(shop.shop.settings.holdMilliseconds);
    expect(await checkInvariants(shop.shop.database.read, clock()), 'after the holds ran out').toEqual([]);
  });

  it('violates no invariant with one listing, order and user, and cannot be filled twice', async () => {
    const one = { listings: 1, orders: 1, users: 1 };
    await seedLoad(shop.shop.database, one, clock());
    expect(await checkInvariants(shop.shop.database.read, clock())).toEqual([]);
    await expect(seedLoad(shop.shop.database, one, clock())).rejects.toThrow(
      'This database has generated data already',
    );
  });
});

async function counts({ shop }: TestShop) {
  const rowsIn = async (table: 'listings' | 'orders' | 'users') =>
    (await shop.database.read.selectFrom(table).select('id').execute()).length;
  return { listings: await rowsIn('listings'), orders: await rowsIn('orders'), users: await rowsIn('users') };
}
