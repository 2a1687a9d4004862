import { expect, it, vi } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A list in an order', (shop) => {
  it('is prepared once, whatever value it is read for', async () => {
    const read = (id: string) =>
      shop.shop.database.read
        .selectFrom('payments')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('position')
        .executeTakeFirst();
    const order = await shop.buy(await shop.customer('Anna'), await shop.listing('Moon'));
    expect(await read(order.id)).toMatchObject({ order_id: order.id, position: 0 });
    // better-sqlite3 compiles a function that makes the rows each time that SQLite has prepared a statement.
    const compiled = vi.spyOn(globalThis, 'Function');
    expect(await read(order.id)).toMatchObject({ order_id: order.id, position: 0 });
    expect(await read('another')).toBeUndefined();
    expect(compiled).not.toHaveBeenCalled();
    compiled.mockRestore();
  });
});
