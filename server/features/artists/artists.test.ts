import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('Artists', (shop) => {
  const add = async (name: string, fields: object = {}) => {
    const { token } = await shop.admin(`Staff ${Math.random()}`, 'staff');
    const { body } = await shop.call('addArtist', { token, body: { name, published: true, ...fields } });
    return { ...body.artist, token };
  };
  const listing = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

  it('have a page once they are published, and are found with and without diacritics', async () => {
    await add('Lê Vân Khê', { birthYear: 1981, biography: 'Learned from *her father*.' });
    await add('Đặng Quý Lam');
    await add('Petra Solvane', { published: false });
    const names = async (query: Record<string, string | number>) =>
      (await shop.call('listArtists', { query })).body.artists.map(({ name }) => name);
    expect(await names({}), 'sorted as if without diacritics').toEqual(['Đặng Quý Lam', 'Lê Vân Khê']);
    expect(await names({ q: 'le van khe' })).toEqual(['Lê Vân Khê']);
    expect(await names({ q: 'DANG' })).toEqual(['Đặng Quý Lam']);
    expect(await names({ sort: 'birthYear', pageSize: 1, page: 2 })).toEqual(['Đặng Quý Lam']);
    const { body } = await shop.call('getArtist', { params: { slug: 'le-van-khe' } });
    expect(body.artist).toMatchObject({ birthYear: 1981, biography: 'Learned from *her father*.', portrait: null });
    expect((await shop.call('getArtist', { params: { slug: 'petra-solvane' } })).status).toBe(404);
  });

  it('give their name to their listings, until staff types another name there', async () => {
    const { id, token } = await add('Lê Vân Khê');
    const moon = await shop.listing('Moon', { artistId: id, artist: 'somebody else' });
    expect(moon).toMatchObject({ artist: 'Lê Vân Khê', artists: 'Lê Vân Khê', artistId: id });
    const pond = await shop.listing('Pond', { artistId: id, artists: 'Lê Vân Khê, Hồ Mộc Tê' });
    expect((await shop.call('listListings', { query: { q: 'vân khê' } })).body.total).toBe(2);

    await shop.call('updateArtist', { token, params: { id }, body: { name: 'Vân Khê' } });
    expect(await listing(moon.id)).toMatchObject({ artist: 'Vân Khê', artists: 'Vân Khê' });
    expect(await listing(pond.id)).toMatchObject({ artist: 'Vân Khê', artists: 'Vân Khê, Hồ Mộc Tê' });
    expect((await shop.call('listListings', { query: { q: 'lê vân' } })).body.total).toBe(0);
    expect((await shop.call('getArtist', { params: { slug: 'le-van-khe' } })).body.artist.name).toBe('Vân Khê');

    const change = (body: object) => shop.call('updateProduct', { token, params: { id: moon.id }, body });
    expect((await change({ artist: 'Vân Khê' })).body.product.artistId).toBe(id);
    expect((await change({ artist: 'Anonymous' })).body.product).not.toHaveProperty('artistId');
    expect((await change({ artistId: 'nobody' })).status).toBe(400);
    expect((await change({ artistId: id, expected: { artistId: null } })).status).toBe(200);
    expect((await change({ artistId: null, expected: { artistId: null } })).status).toBe(409);
  });

  it('are chosen for the pieces that name them already, if that is asked for', async () => {
    const moon = await shop.listing('Moon', { artist: 'lê vân khê', artists: 'Lê Vân Khê, Hồ Mộc Tê' });
    const carp = await shop.listing('Carp', { artist: 'Đặng Quý Lam' });
    const { id } = await add('Lê Vân Khê', { linkListings: true });
    expect(await listing(moon.id)).toMatchObject({ artistId: id, artist: 'Lê Vân Khê' });
    await add('Đặng Quý Lam');
    expect(await listing(carp.id)).not.toHaveProperty('artistId');
  });

  it('show unsold works first, without discontinued ones', async () => {
    const { id, token } = await add('Lê Vân Khê');
    for (const [name, status] of [
      ['Old', 'available'],
      ['Sold', 'sold'],
      ['Gone', 'discontinued'],
      ['New', 'available'],
    ] as const) {
      const piece = await shop.listing(name, { artistId: id });
      await shop.call('updateProduct', { token, params: { id: piece.id }, body: { status } });
      shop.passTime(1_000);
    }
    const works = async (query: Record<string, number>) => {
      const { body } = await shop.call('listWorksOfArtist', { params: { slug: 'le-van-khe' }, query });
      return { names: body.listings.map(({ name }) => name), total: body.total, available: body.available };
    };
    expect(await works({})).toEqual({ names: ['New', 'Old', 'Sold'], total: 3, available: 2 });
    expect(await works({ page: 2, pageSize: 2 })).toMatchObject({ names: ['Sold'] });
    const [artist] = (await shop.call('listArtists', {})).body.artists;
    expect(artist).toMatchObject({ pieces: 3, available: 2 });
  });

  it('are changed by staff, not by two people at once, and not to a name that another artist has', async () => {
    const { id, token } = await add('Petra Solvane');
    const other = await add('Ansel Marrowby');
    const change = (body: object) => shop.call('updateArtist', { token, params: { id }, body });
    expect((await change({ summary: 'Panels', expected: { summary: '' } })).status).toBe(200);
    const late = await change({ summary: 'Bowls', expected: { summary: '' } });
    expect([late.status, late.body.message]).toEqual([409, "'Petra Solvane' was changed by somebody else meanwhile."]);
    expect((await change({ name: 'ANSEL Marrowby' })).body.message).toBe("There is 'ANSEL Marrowby' already.");
    const same = await shop.call('addArtist', { token, body: { name: 'petra solvane' } });
    expect(same.status).toBe(409);
    expect((await change({ portrait: { url: '/media/none.webp', alt: '' } })).status).toBe(400);
    const owner = await shop.admin();
    const entries = (await shop.call('listAuditEntries', { token: owner.token, query: { q: other.id } })).body.entries;
    expect(entries).toMatchObject([{ action: 'artist added', after: { name: 'Ansel Marrowby' } }]);
  });

  it('can be deleted; their listings keep the name as text', async () => {
    const { id, token } = await add('Lê Vân Khê');
    const series = await shop.call('addSeries', {
      token,
      body: { name: 'River Coats', artistId: id, published: true },
    });
    const moon = await shop.listing('Moon', { artistId: id, seriesId: series.body.series.id });
    expect(moon).toMatchObject({ series: 'River Coats', artist: 'Lê Vân Khê' });
    const gone = await shop.call('deleteArtist', { token, params: { id } });
    expect(gone.body.unlinked).toBe(1);
    expect(await listing(moon.id)).toMatchObject({ artist: 'Lê Vân Khê', series: 'River Coats' });
    expect(await listing(moon.id)).not.toHaveProperty('artistId');
    expect((await shop.call('getSeries', { params: { slug: 'river-coats' } })).body.series.artist).toBeNull();
    expect((await shop.call('deleteArtist', { token, params: { id } })).status).toBe(404);
  });

  it('have series, whose new name is written into the listings', async () => {
    const { id, token } = await add('Lê Vân Khê');
    const { body } = await shop.call('addSeries', {
      token,
      body: { name: 'River Coats', artistId: id, published: true },
    });
    const moon = await shop.listing('Moon', { seriesId: body.series.id });
    await shop.call('updateSeries', { token, params: { id: body.series.id }, body: { name: 'Rivers', text: 'Red.' } });
    expect((await listing(moon.id)).series).toBe('Rivers');
    const shown = await shop.call('getSeries', { params: { slug: 'river-coats' } });
    expect(shown.body.series).toMatchObject({
      name: 'Rivers',
      artist: { slug: 'le-van-khe' },
      pieces: 1,
      available: 1,
    });
    const works = await shop.call('listWorksOfSeries', { params: { slug: 'river-coats' } });
    expect(works.body.listings.map(({ name }) => name)).toEqual(['Moon']);
    expect((await shop.call('listSeries', { query: { q: 'rív' } })).body.total).toBe(1);
    await shop.call('deleteSeries', { token, params: { id: body.series.id } });
    expect((await listing(moon.id)).series).toBe('Rivers');
  });

  it('are renamed while pieces are added to them: every listing has the new name', async () => {
    const { id, token } = await add('Before');
    await Promise.all([
      ...Array.from({ length: 8 }, (_, number) => shop.listing(`Piece ${number}`, { artistId: id })),
      shop.call('updateArtist', { token, params: { id }, body: { name: 'After' } }),
    ]);
    const { listings } = (await shop.call('listListings', {})).body;
    expect(listings.map(({ artist }) => artist)).toEqual(Array.from({ length: 8 }, () => 'After'));
  });
});
