import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A cart', (shop) => {
  it('shows the present state of its pieces: reserved while another buyer pays, then free again, repriced, deleted', async () => {
    const [anna, ben, admin] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin()];
    const moon = await shop.listing('Moon');
    await shop.call('addToCart', { token: anna.token, body: { listingId: moon.id } });
    const cart = async () =>
      (await shop.call('getCart', { token: anna.token })).body.cartItems.map(({ listing }) => listing);
    expect(await cart()).toMatchObject([{ id: moon.id, reserved: false }]);

    const hold = await shop.call('holdPieces', { token: ben.token, body: { listingIds: [moon.id] } });
    const { expiresAt } = hold.body;
    expect(await cart()).toMatchObject([{ reserved: true, reservedUntil: expiresAt }]);
    // Time passes, but no row changes.
    shop.passTime(15 * 60_000 + 1);
    expect(await cart()).toMatchObject([{ reserved: false, reservedUntil: null }]);

    await shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body: { price: 77 } });
    expect(await cart()).toMatchObject([{ price: 77 }]);
    await shop.call('deleteProduct', { token: admin.token, params: { id: moon.id } });
    expect(await cart()).toEqual([]);
  });
});
