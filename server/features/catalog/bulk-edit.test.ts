import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('Several listings', (shop) => {
  const change = (token: string, body: object) => shop.call('changeProducts', { token, body });
  const undo = (token: string, { at, changed }: { at: string; changed: string[] }) =>
    shop.call('undoProductsChange', { token, body: { at, ids: changed } });
  const listing = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;
  const update = (token: string, id: string, body: object) =>
    shop.call('updateProduct', { token, params: { id }, body });

  it('can have their prices changed by a percentage, rounded to cents, except those that are sold or held', async () => {
    const sam = await shop.admin('Sam', 'staff');
    const [moon, frost, held] = [
      await shop.listing('Moon', { price: 99.99 }),
      await shop.listing('Frost', { price: 10 }),
      await shop.listing('Held', { price: 20 }),
    ];
    await update(sam.token, frost.id, { status: 'sold' });
    const anna = await shop.customer('Anna');
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [held.id] } });
    const ids = [moon.id, frost.id, held.id, 'nothing'];
    const { status, body } = await change(sam.token, { ids, pricePercent: -12.5 });
    expect([status, body.changed]).toEqual([200, [moon.id]]);
    expect(body.unchanged).toEqual([
      { listingId: 'nothing', name: 'nothing', message: 'Listing not found' },
      { listingId: frost.id, name: 'Frost', message: "'Frost' is sold, so its price stays." },
      { listingId: held.id, name: 'Held', message: expect.stringContaining('on hold') },
    ]);
    const prices = [moon, frost, held].map(async ({ id }) => (await listing(id)).price);
    expect(await Promise.all(prices)).toEqual([87.49, 10, 20]);
  });

  it('can have status and size class changed under the rules for a single listing, and each change is in the audit', async () => {
    const linh = await shop.admin('Linh');
    const [free, ordered] = [await shop.listing('Free'), await shop.listing('Ordered', { price: 5 })];
    const anna = await shop.customer('Anna');
    const { body: bought } = await shop.call('createOrder', {
      token: anna.token,
      body: { listingId: ordered.id, price: 5 },
    });
    await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderId: bought.order.id, listingIds: [ordered.id] },
    });
    const ids = [free.id, ordered.id];
    const { body } = await change(linh.token, { ids, status: 'discontinued', sizeClass: 'large' });
    expect([body.changed, body.unchanged.map(({ name }) => name)]).toEqual([[free.id], ['Ordered']]);
    expect(await listing(free.id)).toMatchObject({ status: 'discontinued', sizeClass: 'large' });
    expect(await listing(ordered.id)).toMatchObject({ status: 'sold', sizeClass: '' });
    const { body: audit } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(audit.entries[0]).toMatchObject({
      action: 'product updated with others',
      subject: free.id,
      before: { status: 'available', size_class: '' },
      after: { status: 'discontinued', size_class: 'large' },
    });
  });

  it('get their values back if the change is undone within a minute, except those that somebody else has changed', async () => {
    const [linh, sam] = [await shop.admin('Linh'), await shop.admin('Sam', 'staff')];
    const [moon, frost] = [await shop.listing('Moon', { price: 10 }), await shop.listing('Frost', { price: 20 })];
    const { body } = await change(linh.token, { ids: [moon.id, frost.id], pricePercent: 10, sizeClass: 'small' });
    await update(sam.token, frost.id, { price: 30 });
    await update(sam.token, moon.id, { name: 'Full Moon' });
    // Only the person who made the change can undo it.
    expect((await undo(sam.token, body)).body.undone).toEqual([]);
    const { body: undone } = await undo(linh.token, body);
    expect([undone.undone, undone.unchanged]).toEqual([
      [moon.id],
      [{ listingId: frost.id, name: 'Frost', message: expect.stringContaining('changed by somebody else') }],
    ]);
    expect(await listing(moon.id)).toMatchObject({ name: 'Full Moon', price: 10, sizeClass: '' });
    expect(await listing(frost.id)).toMatchObject({ price: 30, sizeClass: 'small' });
    const again = await change(linh.token, { ids: [moon.id], pricePercent: 10 });
    shop.passTime(60_001);
    expect(await undo(linh.token, again.body)).toMatchObject({ status: 409 });
    expect((await listing(moon.id)).price).toBe(11);
  });

  it('cannot be changed by a call with no id, more than a hundred, one id twice or no valid change, nor by a viewer', async () => {
    const linh = await shop.admin('Linh');
    const many = Array.from({ length: 101 }, (_, index) => `piece-${index}`);
    const wrong = [
      { ids: many, status: 'sold' },
      { ids: [], status: 'sold' },
      { ids: ['a', 'a'], status: 'sold' },
      { ids: ['a'] },
      { ids: ['a'], pricePercent: 0 },
      { ids: ['a'], pricePercent: -91 },
      { ids: ['a'], pricePercent: 1.005 },
    ];
    for (const body of wrong) expect([body, await change(linh.token, body)]).toMatchObject([body, { status: 400 }]);
    const vera = await shop.admin('Vera', 'viewer');
    expect(await change(vera.token, { ids: ['a'], status: 'sold' })).toMatchObject({ status: 403 });
  });

  it('keep their price if the new one would be zero', async () => {
    const linh = await shop.admin('Linh');
    const cheap = await shop.listing('Cheap', { price: 0.01 });
    const { body } = await change(linh.token, { ids: [cheap.id], pricePercent: -90 });
    expect(body.unchanged).toMatchObject([{ message: expect.stringContaining('not possible') }]);
  });
});
