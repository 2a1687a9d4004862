import { expect, it } from 'vitest';
import { homeSettingDefaults } from '#contract/home.ts';
import { homeLimits } from '#contract/home-limits.ts';
import { createPageServices } from '#server/page-services.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { panel } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;

onEachEngine('The home page', (shop) => {
  const change = (token: string, body: object) => shop.call('updateHomeSettings', { token, body });
  const read = async (token: string) => (await shop.call('getHomeSettings', { token })).body.settings;
  const shown = () => createPageServices(shop.shop).home();
  const draftAt = (address: string) => createPageServices(shop.shop).homeDraft(address.split('/').at(-1) ?? '');
  const preview = async (token: string, fields: object) =>
    shop.call('previewHome', { token, body: { ...homeSettingDefaults, ...fields } });
  const add = async (token: string, name: string) =>
    (await shop.call('addProduct', { token, body: { name, price: 10 } })).body.product.id;

  it('has its default words until an owner writes others, which are public at once and in the audit', async () => {
    const linh = await shop.admin('Linh');
    expect([await read(linh.token), await shown()]).toEqual([homeSettingDefaults, null]);
    const revision = await shop.shop.database.catalogRevision();
    const saved = await change(linh.token, { headline: ' Made by  hand ', aboutText: 'One.\r\n\r\nTwo.' });
    expect(saved).toMatchObject({ status: 200, body: { settings: { headline: 'Made by  hand' } } });
    expect(await shown()).toMatchObject({ headline: 'Made by  hand', text: '', aboutText: 'One.\n\nTwo.', hero: null });
    expect(await shop.shop.database.catalogRevision()).toBeGreaterThan(revision);
    const { body } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(body.entries[0]).toMatchObject({ action: 'home page settings changed', before: { headline: '' } });
    await change(linh.token, { headline: '', aboutText: '' });
    expect(await shown()).toBe(null);
  });

  it('keeps its piece when the piece is sold, and has none when it is discontinued or deleted', async () => {
    const linh = await shop.admin('Linh');
    const id = await add(linh.token, 'Moon');
    await change(linh.token, { heroListingId: id, heroPicture: 2, heroFocusX: 10 });
    const set = (status: 'sold' | 'discontinued') =>
      shop.call('updateProduct', { token: linh.token, params: { id }, body: { status } });
    await set('sold');
    expect((await shown())?.hero).toMatchObject({ listing: { id, sold: true }, picture: 2, focus: { x: 10, y: 50 } });
    await set('discontinued');
    expect((await shown())?.hero).toBe(null);
    await shop.call('deleteProduct', { token: linh.token, params: { id }, query: {} });
    expect((await shown())?.hero).toBe(null);
    // The other fields can still be saved.
    expect(await change(linh.token, { headline: 'Ours' })).toMatchObject({ status: 200 });
  });

  it('refuses unknown pieces, numbers out of range, pictures from elsewhere and words that are too long', async () => {
    const linh = await shop.admin('Linh');
    const wrong = [
      { heroListingId: 'nothing' },
      { heroPicture: -1 },
      { heroFocusX: 101 },
      { heroFocusY: 0.5 },
      { headline: 'a'.repeat(homeLimits.headline + 1) },
      { text: 'a'.repeat(homeLimits.text + 1) },
      { aboutPictures: [{ url: '/media/none/640.avif', alt: '' }] },
      { aboutPictures: [{ url: 'https://elsewhere.example/a.png', alt: '' }] },
    ];
    for (const body of wrong) {
      const [path = ''] = Object.keys(body);
      const issues = [{ path: expect.stringContaining(path) }];
      expect([path, await change(linh.token, body)]).toMatchObject([path, { status: 400, body: { issues } }]);
    }
    expect(await read(linh.token)).toEqual(homeSettingDefaults);
  });

  it('shows uploaded pictures beside the about text, and refuses the same picture twice', async () => {
    const linh = await shop.admin('Linh');
    const form = filesBody('images', { name: 'a.jpg', bytes: await panel().jpeg().toBuffer() });
    const { imageUrls } = (await shop.call('uploadImages', { token: linh.token, ...form })).body;
    const [url = ''] = imageUrls;
    expect(await change(linh.token, { aboutPictures: [{ url, alt: 'Red' }] })).toMatchObject({ status: 200 });
    expect((await shown())?.aboutPictures).toMatchObject([{ url, alt: 'Red', width: 60, height: 40 }]);
    const twice = [url, url].map((same) => ({ url: same, alt: '' }));
    expect(await change(linh.token, { aboutPictures: twice })).toMatchObject({ status: 400 });
  });

  it('keeps two simultaneous changes of different fields, and refuses one that expects an older value', async () => {
    const linh = await shop.admin('Linh');
    await Promise.all([change(linh.token, { headline: 'Ours' }), change(linh.token, { text: 'Yours' })]);
    expect(await read(linh.token)).toMatchObject({ headline: 'Ours', text: 'Yours' });
    const late = await change(linh.token, { headline: 'Mine', expected: { headline: '' } });
    expect(late).toMatchObject({ status: 409 });
    expect(await read(linh.token)).toMatchObject({ headline: 'Ours' });
  });

  it('shows a draft for ten minutes at an address of its own, and saves nothing', async () => {
    const linh = await shop.admin('Linh');
    const revision = await shop.shop.database.catalogRevision();
    const { status, body } = await preview(linh.token, { headline: 'Draft' });
    expect([status, body.address]).toEqual([200, expect.stringMatching(/^\/preview\/home\/[\w-]{32}$/)]);
    expect(await draftAt(body.address)).toMatchObject({ home: { headline: 'Draft' } });
    expect([await shown(), await shop.shop.database.catalogRevision()]).toEqual([null, revision]);
    shop.passTime(10 * minute);
    expect(await draftAt(body.address)).toBe(null);
    expect(await draftAt('/preview/home/x')).toBe(null);
  });

  it('keeps the newest twenty drafts, and only owners make drafts and changes', async () => {
    const linh = await shop.admin('Linh');
    const addresses: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      addresses.push((await preview(linh.token, {})).body.address);
      shop.passTime(1);
    }
    const found = await Promise.all(addresses.map(draftAt));
    expect(found.map((draft) => draft !== null)).toEqual(addresses.map((_, index) => index > 0));
    const sam = await shop.admin('Sam', 'staff');
    expect(await preview(sam.token, {})).toMatchObject({ status: 403 });
    expect((await shop.call('getHomeSettings', { token: sam.token })).status).toBe(200);
    expect(await change(sam.token, { headline: 'x' })).toMatchObject({ status: 403 });
  });
});

onEachEngine('The languages of the shop', (shop) => {
  it('are English alone by default, and an owner can add others', async () => {
    const linh = await shop.admin('Linh');
    const change = (body: object) => shop.call('updateLanguageSettings', { token: linh.token, body });
    const { body } = await shop.call('getLanguageSettings', { token: linh.token });
    expect(body.settings).toEqual({ first: 'en', shown: [] });
    expect(await change({ shown: ['vi'] })).toMatchObject({ body: { settings: { first: 'en', shown: ['vi'] } } });
    for (const wrong of [{ first: 'xx' }, { shown: ['vi', 'vi'] }, { shown: ['en'] }, { first: 'vi' }])
      expect([wrong, await change(wrong)]).toMatchObject([wrong, { status: 400 }]);
  });
});
