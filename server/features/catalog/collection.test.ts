import { expect, it } from 'vitest';
import type { CollectionPage } from '#contract/collection.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The collection', (shop) => {
  async function addPieces() {
    const admin = await shop.admin();
    const add = (body: object) => shop.call('addProduct', { token: admin.token, body: body as never });
    const pieces = [
      {
        name: 'Red River Moon',
        artist: 'Lê Vân Khê',
        series: 'River Coats',
        price: 3200,
        year: 2023,
        widthCm: 75,
        heightCm: 96,
        spec: 'Sơn mài on board, with eggshell',
      },
      {
        name: 'Three Carp',
        artist: 'Đặng Quý Lam',
        series: 'Still Water',
        price: 3400,
        year: 2024,
        widthCm: 100,
        heightCm: 72,
        info: 'A pond by the red river, in lacquer',
      },
      {
        name: 'Bowl',
        artist: 'Nine Coats Workshop',
        price: 180,
        year: 2025,
        widthCm: 20,
        unique: false,
        spec: 'Lacquer on turned wood',
      },
      { name: 'Lacquer Ledger', artist: 'Ansel Marrowby', price: 1650, sold: true, widthCm: 130, heightCm: 10 },
    ];
    for (const piece of pieces) expect((await add(piece)).status).toBe(201);
    return admin;
  }
  const search = async (query: Record<string, string | string[]>): Promise<CollectionPage> => {
    const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    const answer = await shop.request('GET', `/api/collection?${new URLSearchParams(pairs)}`);
    expect(answer.status).toBe(200);
    // The test client has compared the answer with its shape in the contract.
    return answer.body as unknown as CollectionPage;
  };
  const names = async (query: Parameters<typeof search>[0]) => (await search(query)).listings.map(({ name }) => name);

  it('is searched in every text by beginnings of words, in any order, without regard to diacritics', async () => {
    await addPieces();
    for (const q of ['son mai', 'Sơn Mài', 'LE VAN KHE', 'khê lê', 'egg', 'moon river'])
      expect([q, await names({ q })]).toEqual([q, ['Red River Moon']]);
    expect(await names({ q: 'dang quy' })).toEqual(['Three Carp']);
    expect(await names({ q: 'river pond moon' })).toEqual([]);
    expect(await names({ q: '%_\'"*:&|!() -' })).toEqual([]);
  });

  it('shows the best match first: names, then artists and series, then texts; or the chosen order', async () => {
    await addPieces();
    expect(await names({ q: 'red river' })).toEqual(['Red River Moon', 'Three Carp']);
    expect((await names({ q: 'lacquer' }))[0]).toBe('Lacquer Ledger');
    expect(await names({ q: 'coats' })).toEqual(['Bowl', 'Red River Moon']);
    expect(await names({ q: 'lacquer', sort: 'price' })).toEqual(['Bowl', 'Lacquer Ledger', 'Three Carp']);
    expect(await names({ sort: 'name', order: 'desc' })).toEqual([
      'Three Carp',
      'Red River Moon',
      'Lacquer Ledger',
      'Bowl',
    ]);
  });

  it('finds every piece by a beginning that many words have, the newest first, and by one that few have', async () => {
    const { token } = await shop.admin();
    const all = Array.from({ length: 12 }, (_, index) => `Ma${'bcdefghijklm'[index]}o`);
    for (const name of all) {
      shop.passTime(1_000);
      await shop.call('addProduct', {
        token,
        body: { name, price: 10, ...(name === 'Mabo' && { visibility: 'draft' }) },
      });
    }
    expect(await names({ q: 'ma' })).toEqual(all.slice(1).toReversed());
    expect(await names({ q: 'mac' })).toEqual(['Maco']);
    await shop.call('updateProduct', { token, params: { id: 'mabo' }, body: { visibility: 'listed' } });
    expect(await names({ q: 'ma' })).toEqual(['Mabo', ...all.slice(1).toReversed()]);
  });

  it('has pages in the order of date, descending or ascending, and nothing after them', async () => {
    await addPieces();
    await shop.shop.database.write(async (tx) => {
      const row = await tx.selectFrom('listings').selectAll().where('id', '=', 'bowl').executeTakeFirstOrThrow();
      const copies = Array.from({ length: 100 }, (_, index) => ({
        ...row,
        id: `copy-${100 + index}`,
        created_at: index,
      }));
      await tx.insertInto('listings').values(copies).execute();
      await tx.updateTable('listings').set({ visibility: 'private' }).where('id', '=', 'copy-150').execute();
      tx.raiseRevision();
    });
    for (const order of ['desc', 'asc']) {
      const found: string[] = [];
      for (const page of ['1', '2', '3', '4']) {
        const { listings, total, pages } = await search({ page, ...(order === 'asc' && { sort: 'date', order }) });
        expect([total, pages]).toEqual([103, 3]);
        found.push(...listings.map(({ id }) => id));
      }
      const copies = found.filter((id) => id.startsWith('copy-'));
      const ascending = order === 'asc' ? copies : copies.toReversed();
      expect([found.length, copies.length]).toEqual([103, 99]);
      expect(ascending).toEqual(copies.toSorted());
    }
  });

  it('does not correct a typing error to a word that only a discontinued piece has', async () => {
    const { token } = await shop.admin('Mai');
    const heron = await shop.listing('Heron');
    await shop.listing('Herald');
    expect((await search({ q: 'heronn' })).listings.map(({ name }) => name)).toEqual(['Heron']);
    const set = (status: string) => shop.call('updateProduct', { token, params: { id: heron.id }, body: { status } });
    await set('discontinued');
    expect(await search({ q: 'heronn' })).toMatchObject({ corrections: [], total: 0 });
    await set('available');
    expect((await search({ q: 'heronn' })).total).toBe(1);
  });

  it('forgives small typing errors, and says what it searched instead', async () => {
    await addPieces();
    for (const [q, meant] of [
      ['laquer', 'lacquer'],
      ['lcaquer', 'lacquer'],
      ['marowby', 'marrowby'],
      ['eggshel ledgre', ''],
    ] as const) {
      const { corrections, listings } = await search({ q });
      if (meant === '') expect(listings).toEqual([]);
      else expect([q, corrections]).toEqual([q, [{ typed: q, meant }]]);
    }
    expect(await names({ q: 'marowby' })).toEqual(['Lacquer Ledger']);
    expect(await search({ q: 'mxxn' })).toMatchObject({ corrections: [], total: 0 });
  });

  it('is filtered by each filter and all together, with counts of the whole collection', async () => {
    await addPieces();
    expect(await names({ artist: ['Lê Vân Khê', 'Đặng Quý Lam'], sort: 'name' })).toEqual([
      'Red River Moon',
      'Three Carp',
    ]);
    expect(await names({ series: 'River Coats' })).toEqual(['Red River Moon']);
    expect(await names({ 'price-from': '180', 'price-to': '1650', sort: 'price' })).toEqual(['Bowl', 'Lacquer Ledger']);
    expect(await names({ 'year-from': '2024', sort: 'name' })).toEqual(['Bowl', 'Three Carp']);
    expect(await names({ size: ['s', 'xl'], sort: 'name' })).toEqual(['Bowl', 'Lacquer Ledger']);
    expect(await names({ size: 'l', state: 'free', unique: '1', q: 'river', sort: 'price' })).toEqual([
      'Red River Moon',
      'Three Carp',
    ]);
    expect(await names({ state: 'sold' })).toEqual(['Lacquer Ledger']);
    const { facets } = await search({ q: 'moon' });
    expect(facets).toMatchObject({
      pieces: 4,
      unique: 3,
      sizes: { s: 1, m: 0, l: 2, xl: 1 },
      states: { free: 3, held: 0, sold: 1 },
    });
    expect(facets.artists.map(({ value }) => value)).toEqual([
      'Ansel Marrowby',
      'Đặng Quý Lam',
      'Lê Vân Khê',
      'Nine Coats Workshop',
    ]);
    expect(facets.series).toEqual([
      { value: 'River Coats', count: 1 },
      { value: 'Still Water', count: 1 },
    ]);
  });

  it('is filtered by medium if a piece has one, and counts a chosen artist who is not among the sixty most frequent', async () => {
    const { token } = await addPieces();
    expect((await search({})).facets).not.toHaveProperty('mediums');
    for (const [id, medium] of [
      ['red-river-moon', 'Lacquer on wood'],
      ['three-carp', 'lacquer on Wood'],
      ['bowl', 'Đồng'],
    ] as const)
      await shop.call('updateProduct', { token, params: { id }, body: { medium } });
    expect(await names({ medium: 'LACQUER ON WOOD', sort: 'name' })).toEqual(['Red River Moon', 'Three Carp']);
    expect(
      await names({ medium: ['Đồng', 'lacquer on wood'], state: 'free', unique: '1', sort: 'price' }),
    ).toHaveLength(2);
    expect(await names({ q: 'dong' })).toEqual(['Bowl']);
    expect((await search({ medium: 'Gold' })).facets.mediums).toEqual([
      { value: 'Đồng', count: 1 },
      { value: 'Gold', count: 0 },
      { value: 'Lacquer on wood', count: 2 },
    ]);
    expect((await search({ medium: 'Đồng', series: 'Still Water' })).instead).toEqual([
      { criterion: 'series', without: 1, alone: 1 },
      { criterion: 'medium', without: 1, alone: 1 },
    ]);

    await shop.shop.database.write(async (tx) => {
      const [row] = await tx.selectFrom('listings').selectAll().where('id', '=', 'bowl').execute();
      for (let number = 0; number < 120; number += 1) {
        const artist = `A${number % 60}`;
        const copy = { id: `copy-${number}`, artist, artist_folded: artist.toLowerCase() };
        if (row)
          await tx
            .insertInto('listings')
            .values({ ...row, ...copy })
            .execute();
      }
      tx.raiseRevision();
    });
    const { artists } = (await search({ artist: 'Lê Vân Khê' })).facets;
    expect([artists.length, artists.find(({ value }) => value === 'Lê Vân Khê')?.count]).toEqual([61, 1]);
    const { body } = await shop.call('getListing', { params: { id: 'red-river-moon' } });
    expect(body).toMatchObject({ listing: { medium: 'Lacquer on wood' } });
  });

  it('has one entry for a name that is chosen in another spelling, with the chosen spelling', async () => {
    await addPieces();
    const { artists } = (await search({ artist: 'LÊ VÂN KHÊ' })).facets;
    expect(artists).toHaveLength(4);
    expect(artists).toContainEqual({ value: 'LÊ VÂN KHÊ', count: 1 });
  });

  it('counts a piece as reserved while somebody pays for it', async () => {
    await addPieces();
    const anna = await shop.customer('Anna');
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: ['red-river-moon'] } });
    expect((await search({})).facets.states).toEqual({ free: 2, held: 1, sold: 1 });
    expect(await names({ state: 'held' })).toEqual(['Red River Moon']);
    shop.passTime(16 * 60_000);
    expect((await search({})).facets.states).toEqual({ free: 3, held: 0, sold: 1 });
    expect(await names({ state: 'held' })).toEqual([]);
  });

  it('counts the pieces without each part of a search and with it alone when nothing is found', async () => {
    await addPieces();
    const { total, instead } = await search({ q: 'moon', series: 'Still Water' });
    expect(total).toBe(0);
    expect(instead).toEqual([
      { criterion: 'q', without: 1, alone: 1 },
      { criterion: 'series', without: 1, alone: 1 },
    ]);
  });

  it('finds words in rare scripts, and a piece with a long word of rare letters can be changed', async () => {
    const { token } = await shop.admin();
    const rare = `a${'𝕏'.repeat(30)}`;
    const added = await shop.call('addProduct', { token, body: { name: 'Cherokee aꭰb', price: 10, story: rare } });
    const found = await shop.call('searchCollection', { query: { q: 'aꭰb' } });
    expect([found.status, found.body.total]).toEqual([200, 1]);
    for (const price of [20, 30]) {
      const change = { token, params: { id: added.body.product.id }, body: { price } };
      expect((await shop.call('updateProduct', change)).status).toBe(200);
    }
  });

  it('finds a piece by its present texts, and not after it was discontinued or deleted', async () => {
    const { token } = await addPieces();
    await shop.call('updateProduct', {
      token,
      params: { id: 'red-river-moon' },
      body: { name: 'Silver Heron', info: 'night' },
    });
    expect(await names({ q: 'moon' })).toEqual([]);
    expect(await names({ q: 'silver night' })).toEqual(['Silver Heron']);
    await shop.call('updateProduct', { token, params: { id: 'red-river-moon' }, body: { status: 'discontinued' } });
    expect(await names({ q: 'silver' })).toEqual([]);
    await shop.call('deleteProduct', { token, params: { id: 'bowl' }, query: {} });
    expect(await names({ q: 'bowl' })).toEqual([]);
    expect((await search({ q: 'bowl' })).facets.pieces).toBe(2);
  });
});
