import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The cached pages', (shop) => {
  it('stay valid after calls that hold and change nothing', async () => {
    const anna = await shop.customer('Anna');
    const { token } = anna;
    const print = await shop.listing('Print', { unique: false });
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    const revision = () => shop.shop.database.read.selectFrom('catalog_revision').select('revision').executeTakeFirst();
    const before = await revision();
    expect((await shop.call('releaseHolds', { token })).status).toBe(200);
    expect((await shop.call('holdPieces', { token, body: { listingIds: [print.id] } })).status).toBe(200);
    const body = { items: [{ listingId: moon.id, price: moon.price }] };
    expect((await shop.call('updateOrder', { token, params: { id: order.id }, body })).status).toBe(200);
    expect(await revision()).toEqual(before);
  });
});
