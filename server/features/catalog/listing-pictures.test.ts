import { expect, it } from 'vitest';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The pictures of a listing', (shop) => {
  const edit = async (admin: Person, id: string, body: object) =>
    shop.call('updateProduct', { token: admin.token, params: { id }, body });

  it('have a kind and a ground, keep both when they are moved, and show both in a conflict', async () => {
    const admin = await shop.admin();
    const images = ['https://pictures.test/a.jpg', 'https://pictures.test/b.jpg'];
    const moon = await shop.listing('Moon', { images, imageAlts: ['Front', 'Back'] });
    expect(moon.imageSet.flatMap((image) => Object.keys(image))).not.toContain('kind');
    const described = await edit(admin, moon.id, { imageKinds: ['', 'back'], imageGrounds: ['dark'] });
    const [first, second] = described.body.product.imageSet;
    expect([first, second]).toMatchObject([{ ground: 'dark' }, { kind: 'back' }]);
    expect([first?.kind, second?.ground]).toEqual([undefined, undefined]);
    const known = [
      { url: images[0], alt: 'Front', ground: 'dark' },
      { url: images[1], alt: 'Back', kind: 'back' },
    ];
    const turned = { images: images.toReversed(), expected: { images: known } };
    expect((await edit(admin, moon.id, turned)).body.product.imageSet).toMatchObject([{ kind: 'back' }, first]);
    expect((await edit(admin, moon.id, turned)).status).toBe(200);
    const { body } = await edit(admin, moon.id, { images, expected: { images: known.toReversed() } });
    expect(body.product.imageSet).toMatchObject([{ ground: 'dark' }, { kind: 'back' }]);
    const cleared = { imageKinds: ['', ''], expected: { images: known.toReversed() } };
    expect((await edit(admin, moon.id, cleared)).body.conflicts).toMatchObject([
      { field: 'images', theirs: { images: known } },
    ]);
    expect((await edit(admin, moon.id, { imageKinds: ['upside down'] })).status).toBe(400);
  });
});
