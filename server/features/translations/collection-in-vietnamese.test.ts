import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { CollectionPage } from '#contract/collection.ts';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { up } from '#server/platform/database/migrations/0087-translated-search.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';

onEachEngine('The collection in Vietnamese', (shop) => {
  type Query = Record<string, string>;
  /** Searches as the Vietnamese page does, and checks that the API answers the same. */
  const search = async (
    query: Query,
  ): Promise<Pick<CollectionPage, 'listings' | 'total' | 'facets' | 'corrections'>> => {
    const params = new URLSearchParams(query);
    const page = await createTranslatedServices(shop.shop, 'vi').collection(collectionSearchOf(params));
    const { body } = await shop.call('searchCollection', { query: { ...query, language: 'vi' } });
    expect(body.facets).toEqual(page.facets);
    expect(body.corrections).toEqual(page.corrections);
    expect(body.listings.map(({ name }) => name)).toEqual(page.listings.map(({ name }) => name));
    return page;
  };
  const staff = async () => (await shop.admin('Thu', 'staff')).token;
  const translate = (token: string, kind: 'listing' | 'series', id: string, texts: Record<string, string>) =>
    shop.call('writeTranslation', { token, params: { language: 'vi', kind, id }, body: { texts } });
  const addSeries = async (token: string, name: string, texts: Record<string, string>) => {
    const { body } = await shop.call('addSeries', { token, body: { name } });
    if (Object.keys(texts).length > 0) await translate(token, 'series', body.series.id, texts);
    return body.series.id;
  };

  it('shows the translated name of a series in the filters, and of a medium the translation that most pieces have', async () => {
    const token = await staff();
    const river = await addSeries(token, 'River Coats', { name: 'Áo sông' });
    const accord = await addSeries(token, 'Accord', { name: 'Hòa âm' });
    const own = { seriesId: river, medium: 'Lacquer on wood' };
    for (const [name, fields, medium] of [
      ['Moon', own, 'Sơn mài trên gỗ'],
      ['Carp', { seriesId: accord, medium: 'lacquer on Wood' }, 'Sơn mài trên gỗ'],
      ['Heron', own, 'Gỗ sơn mài'],
      ['Bowl', { series: 'Bowls', medium: 'Bronze' }, ''],
    ] as const) {
      const { id } = await shop.listing(name, fields);
      if (medium) await translate(token, 'listing', id, { medium });
    }
    const { facets } = await search({});
    expect(facets.series).toEqual([
      { value: 'River Coats', count: 2, label: 'Áo sông' },
      { value: 'Bowls', count: 1 },
      { value: 'Accord', count: 1, label: 'Hòa âm' },
    ]);
    expect(facets.mediums).toEqual([
      { value: 'Bronze', count: 1 },
      { value: 'Lacquer on wood', count: 3, label: 'Sơn mài trên gỗ' },
    ]);
    const found = await search({ series: 'River Coats', medium: 'LACQUER ON WOOD' });
    expect(found.total).toBe(2);
    expect(found.facets.mediums).toContainEqual({ value: 'LACQUER ON WOOD', count: 3, label: 'Sơn mài trên gỗ' });
    const english = (await shop.call('searchCollection', { query: { series: 'River Coats' } })).body;
    expect(english.total).toBe(2);
    expect(JSON.stringify(english.facets)).not.toContain('label');
  });

  it('shows the translated name of a medium and of a series only while there is one', async () => {
    const token = await staff();
    const series = await addSeries(token, 'River Coats', { name: 'Áo sông' });
    const { id } = await shop.listing('Moon', { seriesId: series, medium: 'Lacquer' });
    const labels = async () => {
      const { series, mediums = [] } = (await search({})).facets;
      return [...series, ...mediums].map(({ label }) => label);
    };
    await translate(token, 'listing', id, { medium: 'Sơn mài' });
    expect(await labels()).toEqual(['Áo sông', 'Sơn mài']);
    await translate(token, 'listing', id, { medium: '' });
    await translate(token, 'series', series, { name: '' });
    expect(await labels()).toEqual([undefined, undefined]);
  });

  const names = async (q: string) => (await search({ q })).listings.map(({ name }) => name);
  const totalInEnglish = async (q: string) => (await shop.call('searchCollection', { query: { q } })).body.total;
  /** Adds a piece with a Vietnamese description; returns its id. */
  const addHeron = async (token: string, fields: object = {}) => {
    const { id } = await shop.listing('Heron at noon', { description: 'A heron by the river.', ...fields });
    await translate(token, 'listing', id, { description: 'Con diệc đứng bên vũng nước cạn.' });
    return id;
  };

  it('finds a Vietnamese word of a description, with and without diacritics; English pages do not', async () => {
    const token = await staff();
    const id = await addHeron(token);
    for (const q of ['diệc', 'diec', 'VŨNG nước', 'vung nuoc', 'vun', 'heron', 'river noon', 'heron diệc'])
      expect([q, await names(q)]).toEqual([q, ['Heron at noon']]);
    for (const q of ['diệc', 'diec', 'vũng nước']) expect([q, await totalInEnglish(q)]).toEqual([q, 0]);
    expect(await totalInEnglish('heron river')).toBe(1);

    await translate(token, 'listing', id, { description: '' });
    expect([await names('diệc'), await names('heron')]).toEqual([[], ['Heron at noon']]);
    expect((await search({ q: 'dieec' })).corrections).toEqual([]);
  });

  it('finds every translated text that is searched in English, if the English one is not empty', async () => {
    const token = await staff();
    const fields = ['medium', 'size', 'info', 'spec', 'story', 'design', 'description', 'history', 'artists'];
    const english = Object.fromEntries(fields.map((field) => [field, `English ${field}`]));
    const { id } = await shop.listing('Moon', english);
    const words = ['mot', 'hai', 'bon', 'nam', 'sau', 'bay', 'tam', 'chin', 'muoi'];
    const texts = Object.fromEntries(fields.map((field, position) => [field, words[position] ?? '']));
    await translate(token, 'listing', id, { ...texts, name: 'Trăng' });
    for (const q of [...words, 'trang', 'mot hai trang moon']) expect([q, await names(q)]).toEqual([q, ['Trăng']]);
    await shop.call('updateProduct', { token, params: { id }, body: { story: '' } });
    expect([await names('sau'), await names('bay')]).toEqual([[], ['Trăng']]);
  });

  it('shows the best match first, whether a piece is translated or not', async () => {
    const token = await staff();
    const add = async (name: string, fields: object, texts: Record<string, string>) => {
      shop.passTime(1_000);
      const { id } = await shop.listing(name, fields);
      if (Object.keys(texts).length > 0) await translate(token, 'listing', id, texts);
    };
    await add('Moon', {}, { name: 'Trăng' });
    const series = await addSeries(token, 'Nights', { name: 'Đêm trăng' });
    await add('Bowl', { seriesId: series }, {});
    await add('Trang An', {}, {});
    await add('Pond', { story: 'A pond.' }, { story: 'Ao dưới trăng.' });
    await add('Carp', { story: 'Bought in Trang An.' }, {});
    expect(await names('trăng')).toEqual(['Trang An', 'Trăng', 'Bowl', 'Carp', 'Pond']);
    expect((await search({ q: 'trăng', sort: 'name' })).listings.map(({ name }) => name)).toEqual([
      'Bowl',
      'Carp',
      'Trăng',
      'Pond',
      'Trang An',
    ]);
    expect((await search({ q: 'trăng', series: 'Nights' })).total).toBe(1);
    const { body } = await shop.call('searchCollection', {
      query: { q: 'ao', series: 'Nights', language: 'vi' },
    });
    expect(body.instead).toEqual([
      { criterion: 'q', without: 1, alone: 1 },
      { criterion: 'series', without: 1, alone: 1 },
    ]);
    expect(await totalInEnglish('trăng')).toBe(3);
  });

  it('forgives typing errors in the words of both languages', async () => {
    const token = await staff();
    await addHeron(token);
    await shop.listing('Lacquer box');
    for (const [q, meant] of [
      ['diệcc', 'diec'],
      ['lacquar', 'lacquer'],
    ] as const) {
      const { corrections, total } = await search({ q });
      expect([corrections, total]).toEqual([[{ typed: q === 'diệcc' ? 'diecc' : q, meant }], 1]);
    }
    expect((await shop.call('searchCollection', { query: { q: 'diecc' } })).body.corrections).toEqual([]);
  });

  it('finds pieces by the translated name of their series while they belong to it', async () => {
    const token = await staff();
    const series = await addSeries(token, 'River Coats', {});
    const { id } = await shop.listing('Moon', { seriesId: series });
    await shop.listing('Carp', { seriesId: series });
    const found = async () => (await search({ q: 'áo sông' })).total;
    expect(await found()).toBe(0);
    await translate(token, 'series', series, { name: 'Áo sông' });
    expect(await found()).toBe(2);
    await shop.call('updateProduct', { token, params: { id }, body: { seriesId: null } });
    expect(await found()).toBe(1);
    await shop.call('deleteSeries', { token: (await shop.admin()).token, params: { id: series } });
    expect([await found(), await names('river coats')]).toEqual([0, ['Carp', 'Moon']]);
  });

  it('finds only what visitors see, and keeps no word of what was deleted', async () => {
    const token = await staff();
    const id = await addHeron(token);
    await shop.listing('Lacquer box');
    const set = (body: object) => shop.call('updateProduct', { token, params: { id }, body });
    for (const [hidden, shown] of [
      [{ visibility: 'draft' }, { visibility: 'listed' }],
      [{ status: 'discontinued' }, { status: 'available' }],
    ]) {
      await set(hidden ?? {});
      expect(await search({ q: 'diecc' })).toMatchObject({ total: 0, corrections: [] });
      await set(shown ?? {});
      expect((await search({ q: 'diệc' })).total).toBe(1);
    }
    await set({ description: 'A heron by the diệc.' });
    expect([await totalInEnglish('diệc'), await names('diệc')]).toEqual([1, ['Heron at noon']]);
    await shop.call('deleteProduct', { token: (await shop.admin()).token, params: { id } });
    expect(await search({ q: 'diecc' })).toMatchObject({ total: 0, corrections: [] });
    const { read } = shop.shop.database;
    expect(await read.selectFrom('translated_search_words').selectAll().execute()).toEqual([]);
  });

  it('is searched as before after the migration has filled the index from the translations', async () => {
    const token = await staff();
    const series = await addSeries(token, 'River Coats', { name: 'Áo sông' });
    const own = { seriesId: series, medium: 'Lacquer', artist: 'Lê Vân Khê' };
    await addHeron(token, own);
    await addHeron(token, { ...own, visibility: 'draft' });
    const { id } = await shop.listing('Moon', own);
    await translate(token, 'listing', id, { name: 'Trăng', medium: 'Sơn mài' });
    const { database } = shop.shop;
    const rows = async () => ({
      listings: (await database.read.selectFrom('translated_search').selectAll().orderBy('listing_id').execute()).map(
        ({ key: _, ...row }) => row,
      ),
      words: await database.read.selectFrom('translated_search_words').selectAll().orderBy('word').execute(),
    });
    const before = await rows();
    expect(before.listings).toHaveLength(2);
    await database.write(async (tx) => {
      if (database.engine === 'sqlite') await sql`drop table translated_search_index`.execute(tx);
      for (const table of ['translated_search', 'translated_search_words'])
        await sql`drop table ${sql.table(table)}`.execute(tx);
      // The migration is typed with the tables of its time.
      await up(tx as never);
      tx.raiseRevision();
    });
    expect(await rows()).toEqual(before);
    expect([await names('diệc sông'), await names('sơn mài')]).toEqual([['Heron at noon'], ['Trăng']]);
  });
});
