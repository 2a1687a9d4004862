import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';

onEachEngine("The owner's texts in Vietnamese", (shop) => {
  const subject = (kind: 'listing' | 'artist' | 'series' | 'shop', id: string) => ({
    params: { language: 'vi' as const, kind, id },
  });

  it('are written beside the English ones and shown on the Vietnamese pages, the others in English', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Red River Moon', { info: 'A moon.', story: 'A story.', year: 2023 });
    const asked = { token, ...subject('listing', id) };
    expect((await shop.call('getTranslation', asked)).body.translation).toEqual({
      name: 'Red River Moon',
      fields: [
        { field: 'name', english: 'Red River Moon', text: '', isOutdated: false },
        { field: 'info', english: 'A moon.', text: '', isOutdated: false },
        { field: 'story', english: 'A story.', text: '', isOutdated: false },
      ],
    });
    const texts = { name: 'Trăng sông Hồng', info: 'Một vầng trăng.' };
    expect((await shop.call('writeTranslation', { ...asked, body: { texts } })).status).toBe(200);

    const vietnamese = createTranslatedServices(shop.shop, 'vi');
    expect(await vietnamese.listing(id)).toMatchObject({
      name: 'Trăng sông Hồng',
      originalName: 'Red River Moon',
      info: 'Một vầng trăng.',
      story: 'A story.',
      untranslated: ['story'],
    });
    expect(await createTranslatedServices(shop.shop, 'en').listing(id)).toMatchObject({ name: 'Red River Moon' });
    const { listings } = await vietnamese.listings({ page: 1, pageSize: 10 });
    expect(listings.map(({ name }) => name)).toContain('Trăng sông Hồng');

    await shop.call('writeTranslation', { ...asked, body: { texts: { name: '' } } });
    expect(await vietnamese.listing(id)).toMatchObject({ name: 'Red River Moon', untranslated: ['name', 'story'] });
  });

  it('are not shown if the owner has removed the English text', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Red River Moon', { story: 'A story.' });
    const texts = { story: 'Một câu chuyện.' };
    await shop.call('writeTranslation', { token, ...subject('listing', id), body: { texts } });
    const story = async () => (await createTranslatedServices(shop.shop, 'vi').listing(id))?.story;
    expect(await story()).toBe('Một câu chuyện.');
    await shop.call('updateProduct', { token, params: { id }, body: { story: '' } });
    expect(await story()).toBe('');
  });

  it('are in the cart, in what is saved, and in answers about a piece, for pages that ask in Vietnamese', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const hoa = await shop.customer('Hoa');
    const { id } = await shop.listing('Red River Moon');
    const texts = { name: 'Trăng sông Hồng' };
    await shop.call('writeTranslation', { token, ...subject('listing', id), body: { texts } });
    const inVietnamese = { token: hoa.token, query: { language: 'vi' as const } };
    const added = await shop.call('addToCart', { ...inVietnamese, body: { listingId: id } });
    expect(added.body.cartItems.map(({ listing }) => listing.name)).toEqual(['Trăng sông Hồng']);
    const { cartItems } = (await shop.call('getCart', { token: hoa.token })).body;
    expect(cartItems.map(({ listing }) => listing.name)).toEqual(['Red River Moon']);
    await shop.call('saveListings', { token: hoa.token, body: { listingIds: [id] } });
    const { saved } = (await shop.call('listSaved', inVietnamese)).body;
    expect(saved.map(({ listing }) => listing.name)).toEqual(['Trăng sông Hồng']);
    for (const [query, name] of [
      [{ language: 'vi' as const }, 'Trăng sông Hồng'],
      [{}, 'Red River Moon'],
    ] as const)
      expect((await shop.call('getListing', { params: { id }, query })).body.listing.name).toBe(name);
  });

  it('are in waiting lists, in alerts and behind private links, for pages that ask in Vietnamese', async () => {
    const { token } = await shop.admin('Mai');
    await shop.call('updateAlertSettings', { token, body: { alerts: true } });
    await shop.call('updateWaitingSettings', { token, body: { hours: 1 } });
    const listing = await shop.listing('Red River Moon', { size: '2 boards' });
    const texts = { name: 'Trăng sông Hồng', size: '2 tấm' };
    await shop.call('writeTranslation', { token, ...subject('listing', listing.id), body: { texts } });
    const shown = { kind: 'room', until: new Date(shop.shop.clock() + 60_000).toISOString() } as const;
    const room = { ...shown, showsPrices: false, pieces: [{ listingId: listing.id }] };
    const [, linkToken = ''] = (await shop.call('addPrivateLink', { token, body: room })).body.url.split('#');
    await shop.buy(await shop.customer('Minh'), listing);
    const hoa = await shop.customer('Hoa');
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', hoa.id).execute(),
    );
    await shop.call('joinWaitingList', { token: hoa.token, params: { id: listing.id } });
    await shop.call('addAlert', { token: hoa.token, body: { listingId: listing.id } });
    for (const [language, name, size] of [
      ['vi', 'Trăng sông Hồng', '2 tấm'],
      ['en', 'Red River Moon', '2 boards'],
    ] as const) {
      const asked = { token: hoa.token, query: { language } };
      expect((await shop.call('listWaiting', asked)).body.waiting).toMatchObject([{ place: 1, listing: { name } }]);
      expect((await shop.call('listAlerts', asked)).body.alerts).toMatchObject([{ kind: 'piece', name }]);
      const { link } = (await shop.call('openPrivateLink', { ...asked, body: { token: linkToken } })).body;
      expect(link?.pieces).toMatchObject([{ listing: { name, size }, state: 'sold' }]);
      expect(link?.pieces[0]?.listing).not.toHaveProperty('price');
    }
    const offered = await shop.listing('Carp');
    await shop.call('writeTranslation', {
      token,
      ...subject('listing', offered.id),
      body: { texts: { name: 'Cá chép' } },
    });
    const offer = { ...shown, kind: 'offer', pieces: [{ listingId: offered.id, price: 80 }] } as const;
    const [, offerToken = ''] = (await shop.call('addPrivateLink', { token, body: offer })).body.url.split('#');
    const taken = await shop.call('takePrivateOffer', {
      token: hoa.token,
      query: { language: 'vi' },
      body: { token: offerToken },
    });
    expect(taken.body.link.pieces).toMatchObject([{ listing: { name: 'Cá chép', price: 80 } }]);
  });

  it('are found by the search, also without diacritics, until they are removed', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Red River Moon');
    const asked = { token, ...subject('listing', id) };
    const find = async (q: string) => (await shop.call('searchCollection', { query: { q } })).body.total;
    await shop.call('writeTranslation', { ...asked, body: { texts: { name: 'Trăng sông Hồng' } } });
    expect([await find('trăng sông'), await find('trang song hong'), await find('moon')]).toEqual([1, 1, 1]);
    await shop.call('writeTranslation', { ...asked, body: { texts: { name: '' } } });
    expect([await find('trăng sông'), await find('moon')]).toEqual([0, 1]);
  });

  it('count as missing until every English text has a translation', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Red River Moon', { info: 'A moon.' });
    const progress = async () => {
      const { body } = await shop.call('getTranslationProgress', { token, params: { language: 'vi' } });
      return body.progress.find(({ kind }) => kind === 'listing');
    };
    const asked = { token, ...subject('listing', id) };
    await shop.call('writeTranslation', { ...asked, body: { texts: { name: 'Trăng sông Hồng' } } });
    const missing = [{ id, name: 'Red River Moon', reason: 'untranslated' }];
    expect(await progress()).toMatchObject({ missing, translated: 0 });
    await shop.call('writeTranslation', { ...asked, body: { texts: { info: 'Một vầng trăng.' } } });
    expect(await progress()).toMatchObject({ missing: [], translated: 1 });
    await shop.call('updateProduct', { token, params: { id }, body: { story: 'A story.' } });
    expect(await progress()).toMatchObject({ missing, translated: 0 });
  });

  it('are refused for a text that English does not have, and for a piece that does not exist', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Red River Moon');
    const write = (pieceId: string, texts: Record<string, string>) =>
      shop.call('writeTranslation', { token, ...subject('listing', pieceId), body: { texts } });
    expect(await write(id, { story: 'Một câu chuyện.' })).toMatchObject({ status: 400 });
    expect(await write(id, { price: '1' })).toMatchObject({ status: 400 });
    expect(await write('no-such-piece', { name: 'x' })).toMatchObject({ status: 404 });
  });

  it("of the shop's own pages are written only by owners, and those of a piece are deleted with it", async () => {
    const [staff, owner] = [await shop.admin('Sam', 'staff'), await shop.admin('Linh')];
    await shop.call('updateHomeSettings', { token: owner.token, body: { headline: 'Coat over coat' } });
    const home = subject('shop', 'home');
    const body = { texts: { headline: 'Lớp chồng lớp' } };
    expect(await shop.call('writeTranslation', { token: staff.token, ...home, body })).toMatchObject({ status: 403 });
    expect(await shop.call('writeTranslation', { token: owner.token, ...home, body })).toMatchObject({ status: 200 });
    expect(await createTranslatedServices(shop.shop, 'vi').home()).toMatchObject({ headline: 'Lớp chồng lớp' });

    const { id } = await shop.listing('Moon');
    const asked = { token: staff.token, ...subject('listing', id) };
    await shop.call('writeTranslation', { ...asked, body: { texts: { name: 'Trăng' } } });
    await shop.call('deleteProduct', { token: owner.token, params: { id } });
    const again = await shop.listing('Moon');
    expect(again.id).toBe(id);
    expect(await createTranslatedServices(shop.shop, 'vi').listing(id)).toMatchObject({ name: 'Moon' });
  });

  it('of a policy are on its page, and the delivery rates below it are in Vietnamese, too', async () => {
    const { token } = await shop.admin('Linh');
    await shop.call('updatePolicySettings', { token, body: { delivery: 'We pack in crates.' } });
    const zone = {
      id: 'vic',
      name: 'Victoria',
      countries: ['AU'],
      states: [],
      postcodes: '',
      freeOver: null,
      note: '',
    };
    const rates = { small: 30, medium: 0, large: null };
    const zones = [{ ...zone, rates, daysFrom: 2, daysTo: 5, insured: true }];
    await shop.call('updateDeliverySettings', { token, body: { zones } });
    const vietnamese = createTranslatedServices(shop.shop, 'vi');
    expect(await vietnamese.policy('delivery')).toMatchObject({ untranslated: ['content'] });
    const body = { texts: { delivery: 'Chúng tôi đóng thùng gỗ.' } };
    await shop.call('writeTranslation', { token, ...subject('shop', 'policies'), body });
    const found = await vietnamese.policy('delivery');
    const text = JSON.stringify([found?.content, found?.rates]);
    expect(found).not.toHaveProperty('untranslated');
    for (const words of [
      'Chúng tôi đóng thùng gỗ.',
      'Các vùng và giá',
      'Nhỏ $30.00, Vừa miễn phí, Lớn hỏi chúng tôi.',
      'Vận chuyển 2 đến 5 ngày làm việc.',
      '(Úc)',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/working|insured|Small/i);
  });
});
