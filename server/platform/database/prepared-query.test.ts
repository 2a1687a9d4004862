import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { connect } from './connect.ts';

onEachEngine('A prepared query', (shop) => {
  const read = (token: string, name: 'getCart' | 'getProfile') => shop.call(name, { token });
  const listingsOf = async (token: string) =>
    (await shop.call('getCart', { token })).body.cartItems.map(({ listingId }) => listingId);

  it('answers with the cart of its customer as the last change left it', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    expect([await listingsOf(anna.token), await listingsOf(ben.token)]).toEqual([[], []]);
    await shop.call('addToCart', { token: anna.token, body: { listingId: moon.id } });
    await shop.call('addToCart', { token: ben.token, body: { listingId: carp.id } });
    expect([await listingsOf(anna.token), await listingsOf(ben.token)]).toEqual([[moon.id], [carp.id]]);
    await shop.call('removeFromCart', { token: anna.token, body: { listingId: moon.id } });
    expect([await listingsOf(anna.token), await listingsOf(ben.token)]).toEqual([[], [carp.id]]);
    await shop.call('clearCart', { token: ben.token });
    expect(await listingsOf(ben.token)).toEqual([]);
    await shop.call('addToCart', { token: anna.token, body: { listingId: moon.id } });
    expect(await listingsOf(anna.token)).toEqual([moon.id]);
    await shop.buy(anna, moon);
    expect(await listingsOf(anna.token)).toEqual([]);
  });

  it('finds no session from the moment at which it ends', async () => {
    const anna = await shop.customer('Anna');
    expect((await read(anna.token, 'getCart')).status).toBe(200);
    await shop.call('signOut', { token: anna.token });
    expect((await read(anna.token, 'getCart')).status).toBe(401);
  });

  it('finds what another connection wrote', async () => {
    const anna = await shop.customer('Anna');
    expect((await read(anna.token, 'getProfile')).body).toMatchObject({ user: { name: 'Anna' } });
    const beside = await connect(shop.shop.settings.database, { besideShop: true });
    await beside.write((tx) => tx.updateTable('users').set({ name: 'Hanna' }).where('name', '=', 'Anna').execute());
    expect((await read(anna.token, 'getProfile')).body).toMatchObject({ user: { name: 'Hanna' } });
    await beside.write((tx) => tx.deleteFrom('sessions').execute());
    expect((await read(anna.token, 'getProfile')).status).toBe(401);
    await beside.close();
  });
});
