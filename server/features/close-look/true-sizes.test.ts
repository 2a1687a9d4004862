import { expect, it } from 'vitest';
import type { NewListing } from '#contract/catalog.ts';
import { reportsOf } from '#server/testing/condition-reports.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { findTrueSizes } from './close-look.ts';

onEachEngine('True sizes', (shop) => {
  const { photograph } = reportsOf(shop);

  /** `add` adds a piece with a picture and a box in it; `size` has the shape of that box. */
  async function adding() {
    const { token } = await shop.admin('Stan', 'staff');
    const picture = await photograph();
    const body = { picture, box: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }, details: [], version: 0 };
    const add = async (name: string, details: Partial<NewListing>) => {
      const { id } = await shop.listing(name, { images: [picture], ...details });
      expect((await shop.call('writeCloseLook', { token, params: { id }, body })).status).toBe(200);
      return (await shop.call('getListing', { params: { id } })).body.listing;
    };
    const unmeasured = await add('No measures', {});
    const { width = 0, height = 1 } = unmeasured.imageSet[0] ?? {};
    return { add, unmeasured, size: { widthCm: Math.round((width / height) * 1_000) / 10, heightCm: 100 } };
  }

  it('are those of pieces with a width, a height and a box of that shape, in the order they were asked for', async () => {
    const { add, unmeasured, size } = await adding();
    const [moon, carp] = [await add('Moon', size), await add('Carp', size)];
    const others = [
      unmeasured,
      await add('No height', { widthCm: 50 }),
      await add('From above', { widthCm: 400, heightCm: 10 }),
    ];
    const found = await findTrueSizes(shop.shop.database.read, [carp, ...others, moon]);
    expect(found).toMatchObject(
      [carp, moon].map((listing) => ({
        listingId: listing.id,
        image: { url: listing.images[0] },
        sizeCm: { width: size.widthCm, height: 100 },
      })),
    );
    expect(await findTrueSizes(shop.shop.database.read, [])).toEqual([]);
  });

  it('are not known of a piece that no longer has the picture', async () => {
    const { add, size } = await adding();
    const moon = await add('Moon', size);
    expect(await findTrueSizes(shop.shop.database.read, [moon])).toHaveLength(1);
    expect(await findTrueSizes(shop.shop.database.read, [{ ...moon, imageSet: [] }])).toEqual([]);
  });
});
