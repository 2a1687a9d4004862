import { expect, it } from 'vitest';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The collection', (shop) => {
  const names = async (query: Record<string, string | number>) =>
    (await shop.call('listListings', { query })).body.listings.map((listing) => listing.name);

  it('lists the newest first, without discontinued pieces', async () => {
    const admin = await shop.admin();
    for (const name of ['First', 'Second', 'Third']) {
      await shop.listing(name);
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

  it('is sorted without regard to case, with empty values last when ascending and first when descending, and ties by id', async () => {
    await shop.listing('banana', { artist: 'Zoe', year: 2020, price: 5 });
    await shop.listing('Apple', { artist: '', price: 5 });
    await shop.listing('cherry', { artist: 'adam', year: 1999, price: 1 });
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

  it('is paged and searched; % and _ match themselves', async () => {
    for (const name of ['Đêm Trăng', '100% Gold', 'Under_score', 'Underscore']) await shop.listing(name);
    expect(await names({ q: 'đêm' })).toEqual(['Đêm Trăng']);
    expect(await names({ q: '0%' })).toEqual(['100% Gold']);
    expect(await names({ q: 'r_s' })).toEqual(['Under_score']);
    const page = await shop.call('listListings', { query: { sort: 'name', page: 2, pageSize: 2 } });
    expect(page.body.total).toBe(4);
    expect(page.body.listings).toHaveLength(2);
  });

  it('makes the id of a piece from its name, and adds a suffix if the id is taken', async () => {
    const first = await shop.listing('Sơn mài: Đỏ & đen');
    const second = await shop.listing('Sơn mài: Đỏ & đen');
    expect(first.id).toBe('son-mai-do-den');
    expect(second.id).toMatch(/^son-mai-do-den-[a-z2-9]{4}$/);
  });
});

onEachEngine('The address of an online picture', (shop) => {
  it.each([
    'https://a;connect-src/p.png',
    'https://a;sandbox/p.png',
    'https://user@pictures.test/p.png',
    'https://[::1]/p.png',
    "https://'unsafe-inline'/p.png",
    'https://pictures.test:99999999/p.png',
    'https://',
  ])('is refused without a plain host and a valid port: %s', async (address) => {
    const { token } = await shop.admin();
    const { status, body } = await shop.call('addProduct', {
      token,
      body: { name: 'Moon', price: 1, images: [address] },
    });
    expect([status, body.success]).toEqual([400, false]);
  });

  it('may have a port', async () => {
    const { token } = await shop.admin();
    const images = ['https://pictures.test:8443/p.png'];
    expect((await shop.call('addProduct', { token, body: { name: 'Moon', price: 1, images } })).status).toBe(201);
  });
});

onEachEngine('An admin’s list of pieces', (shop) => {
  it('is filtered by status, and the result is paged, searched and sorted', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const pieces = new Map<string, string>();
    for (const name of ['Free', 'Held', 'Bought', 'Gone']) pieces.set(name, (await shop.listing(name)).id);
    const id = (name: string) => pieces.get(name) ?? '';
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [id('Held')] } });
    const change = (name: string, status: 'sold' | 'discontinued') =>
      shop.call('updateProduct', { token: admin.token, params: { id: id(name) }, body: { status } });
    await change('Bought', 'sold');
    await change('Gone', 'discontinued');

    const list = async (query: Record<string, string | number>) => {
      const { body } = await shop.call('listListingsAsAdmin', { token: admin.token, query });
      return [body.total, body.listings.map(({ name }) => name)];
    };
    expect(await list({ status: 'available', sort: 'name' })).toEqual([2, ['Free', 'Held']]);
    expect(await list({ status: 'available', sort: 'name', page: 2, pageSize: 1 })).toEqual([2, ['Held']]);
    expect(await list({ status: 'available', q: 'fre' })).toEqual([1, ['Free']]);
    expect(await list({ status: 'reserved' })).toEqual([1, ['Held']]);
    expect(await list({ status: 'sold' })).toEqual([1, ['Bought']]);
    expect(await list({ status: 'discontinued', q: 'moon' })).toEqual([0, []]);
    expect(await list({ status: 'discontinued' })).toEqual([1, ['Gone']]);
    const unknown = await shop.call('listListingsAsAdmin', { token: admin.token, query: { status: 'lost' } });
    expect(unknown.status).toBe(400);
    shop.passTime(shop.shop.settings.holdMilliseconds + 1_000);
    expect(await list({ status: 'reserved' })).toEqual([0, []]);
  });
});

onEachEngine('An admin who edits products', (shop) => {
  it('must give a valid name and a valid price', async () => {
    const admin = await shop.admin();
    const add = (body: unknown) => shop.call('addProduct', { token: admin.token, body });
    for (const body of [{}, { name: ' ', price: 5 }, { name: 'Moon' }]) {
      const { status, body: answer } = await add(body);
      expect([status, answer.message]).toEqual([400, 'Please fill in required fields (Name and Price)']);
    }
    const { id } = await shop.listing('Red River Moon');
    for (const body of [{ price: '' }, { price: null }, { name: ' ' }]) {
      const call = { token: admin.token, params: { id }, body };
      const { status, body: answer } = await shop.call('updateProduct', call);
      expect([status, answer.message]).toEqual([400, 'Please fill in required fields (Name and Price)']);
    }
    for (const wrong of [
      { price: '5' },
      { price: 0 },
      { price: 10_000_000 },
      { price: 1e300 },
      { price: -1e300 },
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

  it('can enter measures and a size class, which are unknown before', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon');
    expect(moon).toMatchObject({ widthCm: null, heightCm: null, depthCm: null, weightKg: null, sizeClass: '' });
    const change = (body: object) => shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body });
    const size = { widthCm: 75.5, heightCm: 96, weightKg: 4.125, sizeClass: 'medium' };
    expect((await change(size)).body.product).toMatchObject({ ...size, depthCm: null });
    expect((await change({ widthCm: null })).body.product).toMatchObject({ widthCm: null, heightCm: 96 });
    for (const wrong of [{ widthCm: 0 }, { widthCm: 75.55 }, { weightKg: 10_001 }, { sizeClass: 'huge' }])
      expect((await change(wrong)).status).toBe(400);
  });

  it('can enter an HS code and an origin for customs, which only the panel shows', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon');
    const change = (body: object) => shop.call('updateProduct', { token: admin.token, params: { id: moon.id }, body });
    expect((await change({ name: 'Moon' })).body.product).not.toHaveProperty('hsCode');
    const { product } = (await change({ hsCode: '9701 2100', origin: 'VN' })).body;
    expect(product).toMatchObject({ hsCode: '9701.21.00', origin: 'VN' });
    const seen = (await shop.call('getListing', { params: { id: moon.id } })).body.listing;
    expect(seen).not.toHaveProperty('hsCode');
    for (const wrong of [{ hsCode: '97012' }, { hsCode: '97012112345' }, { hsCode: 'art' }, { origin: 'XX' }])
      expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(400);
    const expected = { hsCode: '970191', origin: 'VN' };
    const { conflicts } = (await change({ hsCode: '9701.22', origin: '', expected })).body;
    expect(conflicts).toMatchObject([{ field: 'hsCode', theirs: { hsCode: '9701.21.00' } }]);
  });

  it('changes only the fields in the request; status wins over sold', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon', { artist: 'Lê Vân Khê', year: 2023 });
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

  it('cannot make a sold piece available, nor discontinue a sold or held one or make it an edition', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
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

  it('raises the catalog revision with every change that public pages show', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const revision = () => shop.shop.database.catalogRevision();
    const raised = async (step: () => Promise<unknown>) => {
      const before = await revision();
      await step();
      return (await revision()) > before;
    };
    expect(await raised(() => shop.listing('Moon'))).toBe(true);
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

onEachEngine('Two admins who edit one product', (shop) => {
  const edit = async (admin: Person, id: string, body: object) =>
    shop.call('updateProduct', { token: admin.token, params: { id }, body });

  it('keep both changes when the fields differ', async () => {
    const [lan, ha] = [await shop.admin('Lan'), await shop.admin('Ha')];
    const moon = await shop.listing('Moon', { price: 100, story: 'Old' });
    expect((await edit(lan, moon.id, { price: 120, expected: { price: 100 } })).status).toBe(200);
    const { status, body } = await edit(ha, moon.id, { story: 'New', expected: { story: 'Old' } });
    expect([status, body.product.price, body.product.story]).toEqual([200, 120, 'New']);
  });

  it('get a conflict with the current value and the other admin’s name when they change the same field', async () => {
    const [lan, ha] = [await shop.admin('Lan'), await shop.admin('Ha')];
    const moon = await shop.listing('Moon', { price: 100, story: 'Old', artist: 'Khê' });
    shop.passTime(1000);
    await edit(lan, moon.id, { price: 120, artist: 'Lan' });
    const change = { price: 140, artist: 'Lan', story: 'New' };
    const refused = await edit(ha, moon.id, { ...change, expected: { price: 100, artist: 'Khê', story: 'Old' } });
    expect([refused.status, refused.body.message]).toEqual([409, "'Moon' was changed by somebody else meanwhile."]);
    expect(refused.body.conflicts).toEqual([
      { field: 'price', theirs: { price: 120 }, changedBy: 'Lan', changedAt: expect.any(String) },
    ]);
    expect((await shop.call('getListing', { params: { id: moon.id } })).body.listing).toMatchObject({
      price: 120,
      story: 'Old',
    });
    const { body } = await edit(ha, moon.id, { ...change, expected: { price: 120, artist: 'Lan', story: 'Old' } });
    expect(body.product).toMatchObject({ price: 140, artist: 'Lan', story: 'New' });
  });

  it('get a conflict for measures, which have other names in the table', async () => {
    const [lan, ha] = [await shop.admin('Lan'), await shop.admin('Ha')];
    const moon = await shop.listing('Moon', { widthCm: 75 });
    await edit(lan, moon.id, { widthCm: 76, sizeClass: 'large' });
    const expected = { widthCm: 75, sizeClass: '' };
    const { body } = await edit(ha, moon.id, { widthCm: 77, sizeClass: 'small', expected });
    expect(body.conflicts).toMatchObject([
      { field: 'widthCm', theirs: { widthCm: 76 }, changedBy: 'Lan' },
      { field: 'sizeClass', theirs: { sizeClass: 'large' }, changedBy: 'Lan' },
    ]);
  });

  it('get a conflict without a name when a sale changed the status', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon');
    await shop.buy(await shop.customer('Anna'), moon);
    const { status, body } = await edit(admin, moon.id, { status: 'discontinued', expected: { status: 'available' } });
    expect([status, body.conflicts]).toEqual([
      409,
      [{ field: 'status', theirs: { status: 'sold' }, changedBy: null, changedAt: null }],
    ]);
  });

  it('get a conflict for pictures and their alternative texts', async () => {
    const admin = await shop.admin();
    const images = ['https://pictures.test/a.jpg', 'https://pictures.test/b.jpg'];
    const moon = await shop.listing('Moon', { images, imageAlts: ['Front', 'Back'] });
    const known = [
      { url: images[0], alt: 'Front' },
      { url: images[1], alt: 'Back' },
    ];
    await edit(admin, moon.id, { images, imageAlts: ['Front', 'From behind'] });
    const { body } = await edit(admin, moon.id, {
      images: [images[1]],
      imageAlts: ['Back'],
      expected: { images: known },
    });
    expect(body.conflicts).toMatchObject([
      { field: 'images', theirs: { images: [known[0], { url: images[1], alt: 'From behind' }] } },
    ]);
  });

  it('overwrite each other when a request has no expected values', async () => {
    const admin = await shop.admin();
    const moon = await shop.listing('Moon', { price: 100 });
    await edit(admin, moon.id, { price: 120 });
    expect((await edit(admin, moon.id, { price: 140 })).body.product.price).toBe(140);
  });
});
