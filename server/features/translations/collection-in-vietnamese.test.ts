import { expect, it } from 'vitest';
import type { CollectionPage } from '#contract/collection.ts';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';

onEachEngine('The collection in Vietnamese', (shop) => {
  type Query = Record<string, string>;
  /** What the Vietnamese page shows; the API answers the same. */
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

  it('is filtered by series and mediums that have their translated names, as most pieces have them', async () => {
    const token = await staff();
    const river = await addSeries(token, 'River Coats', { name: 'Áo sông' });
    const still = await addSeries(token, 'Accord', { name: 'Hòa âm' });
    const own = { seriesId: river, medium: 'Lacquer on wood' };
    for (const [name, fields, medium] of [
      ['Moon', own, 'Sơn mài trên gỗ'],
      ['Carp', { seriesId: still, medium: 'lacquer on Wood' }, 'Sơn mài trên gỗ'],
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

  it('has the name of a medium and of a series only as long as they are translated', async () => {
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
});
