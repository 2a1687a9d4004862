import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The collection', (shop) => {
  const names = async (query: Record<string, string | number>) =>
    (await shop.call('listListings', { query })).body.listings.map((listing) => listing.name);

  it('is newest first, without what is discontinued', async () => {
    const admin = await shop.admin();
    for (const name of ['First', 'Second', 'Third']) {
      await shop.piece(name);
      shop.passTime(1000);
    }
    await shop.call('updateProduct', {
      token: admin.token,
      params: { id: 'second' },
      body: { status: 'discontinued' },
    });
    expect(await names({})).toEqual(['Third', 'First']);
    const gone = await shop.call('getListing', { params: { id: 'second' } });
    expect(gone.body.listing).toMatchObject({ status: 'discontinued', sold: false });
    expect((await shop.call('listListingsAsAdmin', { token: admin.token })).body.total).toBe(3);
  });

  it('is sorted by the table rule: without regard to case, empty last ascending and first descending, ties by id', async () => {
    await shop.piece('banana', { artist: 'Zoe', year: 2020, price: 5 });
    await shop.piece('Apple', { artist: '', price: 5 });
    await shop.piece('cherry', { artist: 'adam', year: 1999, price: 1 });
    expect(await names({ sort: 'name' })).toEqual(['Apple', 'banana', 'cherry']);
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['cherry', 'banana', 'Apple']);
    expect(await names({ sort: 'artist' })).toEqual(['cherry', 'banana', 'Apple']);
    expect(await names({ sort: 'artist', order: 'desc' })).toEqual(['Apple', 'banana', 'cherry']);
    expect(await names({ sort: 'year' })).toEqual(['cherry', 'banana', 'Apple']);
    expect(await names({ sort: 'year', order: 'desc' })).toEqual(['Apple', 'banana', 'cherry']);
    expect(await names({ sort: 'price' })).toEqual(['cherry', 'Apple', 'banana']);
    expect((await shop.call('listListings', { query: { sort: 'colour' } })).status).toBe(400);
    expect((await shop.call('listListings', { query: { pageSize: 201 } })).status).toBe(400);
  });

  it('is paged and searched; % and _ are letters like others', async () => {
    for (const name of ['Đêm Trăng', '100% Gold', 'Under_score', 'Underscore']) await shop.piece(name);
    expect(await names({ q: 'đêm' })).toEqual(['Đêm Trăng']);
    expect(await names({ q: '0%' })).toEqual(['100% Gold']);
    expect(await names({ q: 'r_s' })).toEqual(['Under_score']);
    const page = await shop.call('listListings', { query: { sort: 'name', page: 2, pageSize: 2 } });
    expect(page.body.total).toBe(4);
    expect(page.body.listings).toHaveLength(2);
  });

  it('gives ids that read like names, and never the same one twice', async () => {
    const first = await shop.piece('Sơn mài: Đỏ & đen');
    const second = await shop.piece('Sơn mài: Đỏ & đen');
    expect(first.id).toBe('son-mai-do-den');
    expect(second.id).toMatch(/^son-mai-do-den-[a-z2-9]{4}$/);
  });
});

onEachEngine('A shopkeeper', (shop) => {
  it('needs a name and a price, of the right kind', async () => {
    const admin = await shop.admin();
    const add = (body: unknown) => shop.call('addProduct', { token: admin.token, body });
    for (const body of [{}, { name: ' ', price: 5 }, { name: 'Moon' }]) {
      const { status, body: answer } = await add(body);
      expect([status, answer.message]).toEqual([400, 'Please fill in required fields (Name and Price)']);
    }
    for (const wrong of [
      { price: '5' },
      { price: 0 },
      { price: 10_000_000 },
      { price: 1.005 },
      { unique: 'yes' },
      { year: 2020.5 },
      { images: ['javascript:alert(1)'] },
      { name: ['Moon'] },
      { name: 'Mo\u0000on' },
    ]) {
      expect((await add({ name: 'Moon', price: 5, ...wrong })).status).toBe(400);
    }
    const { status, body } = await add({ name: ' Moon ', price: 1250.5, sold: 'maybe', isAdmin: true, id: 'mine' });
    expect(status).toBe(201);
    expect(body.product).toMatchObject({
      id: 'moon',
      name: 'Moon',
      price: 1250.5,
      sold: false,
      unique: true,
      status: 'available',
    });
  });

  it('changes what is named and leaves the rest; status wins over sold', async () => {
    const admin = await shop.admin();
    const moon = await shop.piece('Moon', { artist: 'Lê Vân Khê', year: 2023 });
    const change = async (body: unknown) =>
      (await shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body })).body.product;
    expect(await change({ price: 7 })).toMatchObject({
      price: 7,
      artist: 'Lê Vân Khê',
      year: 2023,
      date_created: moon.date_created,
    });
    expect(await change({ status: 'available', sold: true })).toMatchObject({ status: 'available', sold: false });
    expect(await change({ sold: true })).toMatchObject({ status: 'sold', sold: true });
    expect(await change({ year: null, artist: '' })).toMatchObject({ year: null, artist: '', status: 'sold' });
  });

  it('cannot take a piece from its buyer', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const [moon, carp] = [await shop.piece('Moon'), await shop.piece('Carp')];
    await shop.buy(anna, moon);
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [carp.id] } });
    const change = async (id: string, body: unknown) =>
      (await shop.call('updateProduct', { token: admin.token, params: { id }, body })).status;
    expect(await change(moon.id, { status: 'available' })).toBe(409);
    expect(await change(moon.id, { status: 'discontinued' })).toBe(409);
    expect(await change(moon.id, { unique: false })).toBe(409);
    expect(await change(carp.id, { status: 'discontinued' })).toBe(409);
    expect(await change(carp.id, { unique: false })).toBe(409);
    expect(await change(carp.id, { story: 'A new story' })).toBe(200);
    expect((await shop.call('deleteProduct', { token: admin.token, params: { id: carp.id } })).status).toBe(409);
    expect((await shop.call('deleteProduct', { token: admin.token, params: { id: moon.id } })).status).toBe(200);
  });

  it('raises what pages are kept under with every change they show', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const revision = () => shop.shop.database.catalogRevision();
    const raised = async (step: () => Promise<unknown>) => {
      const before = await revision();
      await step();
      return (await revision()) > before;
    };
    expect(await raised(() => shop.piece('Moon'))).toBe(true);
    expect(
      await raised(() =>
        shop.call('updateProduct', { token: admin.token, params: { id: 'moon' }, body: { price: 9 } }),
      ),
    ).toBe(true);
    expect(await raised(() => shop.call('holdPieces', { token: anna.token, body: { listingIds: ['moon'] } }))).toBe(
      true,
    );
    expect(await raised(() => shop.call('releaseHolds', { token: anna.token }))).toBe(true);
    expect(await raised(() => shop.call('addToCart', { token: anna.token, body: { listingId: 'moon' } }))).toBe(false);
    expect(await raised(() => shop.call('deleteProduct', { token: admin.token, params: { id: 'moon' } }))).toBe(true);
  });
});
