import { expect, it } from 'vitest';
import type { TranslatedKind } from '#contract/translated-texts.ts';
import { reportsOf } from '#server/testing/condition-reports.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';

onEachEngine('A translation whose English text has changed', (shop) => {
  /** Calls of an owner about the translation of one subject. */
  function translator(token: string, kind: TranslatedKind, id: string) {
    const asked = { token, params: { language: 'vi' as const, kind, id } };
    return {
      write: (texts: Record<string, string>, english?: Record<string, string>) =>
        shop.call('writeTranslation', { ...asked, body: { texts, english } }),
      async outdated() {
        const { fields } = (await shop.call('getTranslation', asked)).body.translation;
        return fields.filter(({ isOutdated }) => isOutdated).map(({ field }) => field);
      },
      async progress() {
        const { body } = await shop.call('getTranslationProgress', { token, params: { language: 'vi' } });
        return body.progress.find((one) => one.kind === kind);
      },
    };
  }

  it('is still shown and is listed as outdated until it is saved again, even unchanged', async () => {
    const { token } = await shop.admin();
    const { id } = await shop.listing('Red River Moon', { info: 'A moon.' });
    const { write, outdated, progress } = translator(token, 'listing', id);
    await write({ name: 'Trăng sông Hồng', info: 'Một vầng trăng.' });
    await shop.call('updateProduct', { token, params: { id }, body: { info: 'A full moon.', price: 900 } });
    expect(await outdated()).toEqual(['info']);
    expect(await progress()).toEqual({
      kind: 'listing',
      total: 1,
      translated: 0,
      missing: [{ id, name: 'Red River Moon', reason: 'outdated' }],
    });
    expect(await createTranslatedServices(shop.shop, 'vi').listing(id)).toMatchObject({ info: 'Một vầng trăng.' });

    await write({ name: 'Trăng sông Hồng' });
    expect(await outdated()).toEqual(['info']);
    await write({ info: 'Một vầng trăng.' });
    expect(await outdated()).toEqual([]);
    expect(await progress()).toMatchObject({ total: 1, translated: 1, missing: [] });
  });

  it('is up to date again when the change is undone, and counts as untranslated when it is removed', async () => {
    const { token } = await shop.admin();
    const { id } = await shop.listing('Moon', { info: 'A moon.' });
    const { write, outdated, progress } = translator(token, 'listing', id);
    const change = (info: string) => shop.call('updateProduct', { token, params: { id }, body: { info } });
    await write({ name: 'Trăng', info: 'Một vầng trăng.' });
    await change('A full moon.');
    await change('A moon.');
    expect(await progress()).toMatchObject({ translated: 1 });
    await change('A full moon.');
    await write({ info: '' });
    expect(await outdated()).toEqual([]);
    expect(await progress()).toMatchObject({ missing: [{ id, reason: 'untranslated' }] });
  });

  it('is outdated from the start if the text changed while somebody was translating', async () => {
    const { token } = await shop.admin();
    const { id } = await shop.listing('Moon', { info: 'A moon.' });
    const { write, outdated } = translator(token, 'listing', id);
    await shop.call('updateProduct', { token, params: { id }, body: { info: 'A full moon.' } });
    const { body } = await write({ name: 'Trăng', info: 'Một vầng trăng.' }, { name: 'Moon', info: 'A moon.' });
    expect(body.translation.fields.find(({ field }) => field === 'info')?.isOutdated).toBe(true);
    expect(await outdated()).toEqual(['info']);
    await write({ info: 'Một vầng trăng tròn.' }, { info: 'A full moon.' });
    expect(await outdated()).toEqual([]);
  });

  it('is listed as outdated also for the words of a picture and a detail of the close look', async () => {
    const [url = '', other = ''] = [await reportsOf(shop).photograph(), await reportsOf(shop).photograph(80)];
    const images = [url, other];
    const { token } = await shop.admin();
    const { id } = await shop.listing('Moon', { images, imageAlts: ['A moon over a river.', 'The back.'] });
    const { write, outdated } = translator(token, 'listing', id);
    const look = (text: string, version: number) => {
      const details = [{ name: 'The moon', text, box: { x: 0.4, y: 0.1, width: 0.2, height: 0.2 } }];
      return shop.call('writeCloseLook', {
        token,
        params: { id },
        body: { picture: url, box: null, details, version },
      });
    };
    const { version } = (await look('Duck eggshell', 0)).body.closeLook;
    const translated = await write({
      [`alt:${url}`]: 'Trăng trên sông.',
      [`alt:${other}`]: 'Mặt sau.',
      'detail text:The moon': 'Vỏ trứng vịt',
    });
    expect(translated).toMatchObject({ status: 200 });
    await look('Hen eggshell', version);
    expect(await outdated()).toEqual(['detail text:The moon']);
    await shop.call('updateProduct', {
      token,
      params: { id },
      body: { images, imageAlts: ['The moon.', 'The back.'] },
    });
    expect(await outdated()).toEqual([`alt:${url}`, 'detail text:The moon']);
  });

  it('is listed as outdated also for an artist, a series and the home page', async () => {
    const { token } = await shop.admin();
    const added = { name: 'Vân Khê', biography: 'Born by the river.', published: true };
    const { artist } = (await shop.call('addArtist', { token, body: added })).body;
    const river = { name: 'Rivers', text: 'Red.', published: true };
    const { series } = (await shop.call('addSeries', { token, body: river })).body;
    await shop.call('updateHomeSettings', { token, body: { headline: 'Coat over coat' } });
    const [ofArtist, ofSeries, ofHome] = [
      translator(token, 'artist', artist.id),
      translator(token, 'series', series.id),
      translator(token, 'shop', 'home'),
    ];
    await ofArtist.write({ biography: 'Sinh bên sông.' });
    await ofSeries.write({ name: 'Những dòng sông', text: 'Đỏ.' });
    await ofHome.write({ headline: 'Lớp chồng lớp' });
    for (const { progress } of [ofArtist, ofSeries, ofHome])
      expect(await progress()).toMatchObject({ total: 1, translated: 1, missing: [] });

    await shop.call('updateArtist', { token, params: { id: artist.id }, body: { biography: 'Born by the sea.' } });
    await shop.call('updateSeries', { token, params: { id: series.id }, body: { text: 'Black.' } });
    await shop.call('updateHomeSettings', { token, body: { headline: 'Layer over layer' } });
    for (const [{ progress, outdated }, id, field] of [
      [ofArtist, artist.id, 'biography'],
      [ofSeries, series.id, 'text'],
      [ofHome, 'home', 'headline'],
    ] as const) {
      expect(await outdated()).toEqual([field]);
      expect(await progress()).toMatchObject({ total: 1, translated: 0, missing: [{ id, reason: 'outdated' }] });
    }
  });

  it('is not listed as outdated if it was saved before the shop stored the English texts, until it is saved again', async () => {
    const { token } = await shop.admin();
    const { id } = await shop.listing('Moon', { info: 'A moon.' });
    const { write, outdated } = translator(token, 'listing', id);
    const change = (info: string) => shop.call('updateProduct', { token, params: { id }, body: { info } });
    await write({ name: 'Trăng', info: 'Một vầng trăng.' });
    // Migration 0086 leaves earlier translations without English texts.
    await shop.shop.database.write((tx) => tx.updateTable('translations').set({ english: '{}' }).execute());
    await change('A full moon.');
    expect(await outdated()).toEqual([]);
    await write({ name: 'Trăng' });
    await change('A new moon.');
    expect(await outdated()).toEqual(['info']);
  });
});
