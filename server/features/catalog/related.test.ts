import { expect, it } from 'vitest';
import { createPageServices } from '#server/page-services.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The page of a piece', (shop) => {
  it('leads to its neighbours, to more by the artist, and to pieces of a similar size and price', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const added = await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê', published: true } });
    const artistId = added.body.artist.id;
    const size = { widthCm: 75, heightCm: 96 };
    const add = async (name: string, details: object) => {
      shop.passTime(1_000);
      return shop.listing(name, { price: 1_000, ...size, ...details });
    };
    const moon = await add('Moon', { artistId, framing: 'Ebonised frame' });
    await add('Pond', { artistId, widthCm: null });
    await add('Near', { price: 1_500 });
    await add('Nearer', { price: 1_100 });
    await add('Dear', { price: 1_700 });
    await add('Small', { heightCm: 40 });
    const sold = await add('Sold', { artistId });
    await shop.call('updateProduct', { token, params: { id: sold.id }, body: { status: 'sold' } });
    expect(moon).toMatchObject({ framing: 'Ebonised frame' });
    expect(moon).not.toHaveProperty('hanging');

    const services = createPageServices(shop.shop);
    const around = async (id: string) => {
      const listing = await services.listing(id);
      return listing && services.around(listing);
    };
    const names = (listings: readonly { name: string }[] = []) => listings.map(({ name }) => name);
    const ofMoon = await around(moon.id);
    expect(ofMoon).toMatchObject({ artist: { slug: 'le-van-khe' }, series: null, previous: 'pond', next: null });
    expect(names(ofMoon?.more)).toEqual(['Pond']);
    expect(names(ofMoon?.similar)).toEqual(['Nearer', 'Near']);
    expect(await around('pond')).toMatchObject({ previous: 'near', next: 'moon', similar: [] });
    expect(await around('sold')).toMatchObject({ previous: null, next: 'small' });
  });
});
