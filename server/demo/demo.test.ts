import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import collection from './collection.json' with { type: 'json' };
import { fillDemo } from './demo.ts';

onEachEngine('The demo collection', (shop) => {
  it('hangs in the order of its file, every piece with its pictures and what they show', async () => {
    await fillDemo(shop.shop);
    const { body } = await shop.call('listListings');
    const shown = collection.filter((piece) => piece.status !== 'discontinued');
    expect(body.listings.map((listing) => listing.id)).toEqual(shown.map((piece) => piece.slug));
    expect(body.listings[0]?.name).toBe('Red River Moon');
    for (const listing of body.listings) {
      expect(listing.imageSet.length).toBeGreaterThan(1);
      for (const image of listing.imageSet) {
        expect(image).toMatchObject({
          alt: expect.stringMatching(/^[A-Z].{20,}\.$/),
          placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
        });
        expect(image.width).toBeGreaterThan(600);
      }
    }
    const hero = body.listings[0]?.images[1] ?? '';
    expect((await shop.request('GET', hero)).headers['content-type']).toBe('image/webp');
  });

  it('has every state a piece can be in', async () => {
    await fillDemo(shop.shop);
    const { token } = await shop.admin();
    const { body } = await shop.call('listListingsAsAdmin', { token });
    const counts = Object.groupBy(body.listings, (listing) => listing.status);
    expect([counts.available?.length, counts.sold?.length, counts.discontinued?.length]).toEqual([12, 3, 1]);
    expect(body.listings.filter((listing) => !listing.unique).map((listing) => listing.id)).toEqual([
      'everyday-red',
      'tortoise-tide',
    ]);
  });

  it('leaves a shop alone that has a piece already', async () => {
    const own = await shop.piece('My own');
    await fillDemo(shop.shop);
    const { body } = await shop.call('listListings');
    expect(body.listings.map((listing) => listing.id)).toEqual([own.id]);
  });
});
