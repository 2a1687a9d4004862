import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('An admin who searches orders for a text', (shop) => {
  it('finds all orders with it, few or many, except expired checkouts', async () => {
    const admin = await shop.admin();
    const { id } = await shop.buy(await shop.customer('Anna'), await shop.listing('Moon'));
    const { database, clock } = shop.shop;
    const order = await database.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const addBatch = (batch: number, changes: object) =>
      database.write((tx) =>
        tx
          .insertInto('orders')
          .values(
            Array.from({ length: 60 }, (_, index) => ({
              ...order,
              id: `copy-${batch * 60 + index}`,
              order_date: order.order_date + 1 + batch * 60 + index,
              ...changes,
            })),
          )
          .execute(),
      );
    const found = async (page: number) => {
      const query = { q: 'anna', page, pageSize: 100 };
      const { body } = await shop.call('listOrdersAsAdmin', { token: admin.token, query });
      return { total: body.total, first: body.orders[0]?.id, last: body.orders.at(-1)?.id };
    };
    await addBatch(0, {});
    await addBatch(1, { status: 'pending', hold_expires_at: clock() - 1 });
    expect(await found(1)).toEqual({ total: 61, first: 'copy-59', last: id });
    for (let batch = 2; batch < 20; batch += 1) await addBatch(batch, {});
    expect(await found(1)).toEqual({ total: 1_141, first: 'copy-1199', last: 'copy-1100' });
    expect(await found(12)).toEqual({ total: 1_141, first: 'copy-39', last: id });
  });

  it('does not find orders that have all parts of it, but not in a row', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Anna');
    const { id } = await shop.buy(anna, await shop.listing('Red "abcdef" ghi'));
    await shop.buy(anna, await shop.listing('Def ghi abc'));
    for (const [q, ids] of [
      ['abcdef', [id]],
      ['"abcdef"', [id]],
      ['abcdefghi', []],
    ] as const) {
      const { body } = await shop.call('listOrdersAsAdmin', { token: admin.token, query: { q } });
      expect([q, body.total, body.orders.map((order) => order.id)]).toEqual([q, ids.length, ids]);
    }
  });
});
