import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const address = { street: '12 Lotus Street', city: 'Cabramatta', state: 'NSW', postcode: '2166', country: 'AU' };
const contact = { email: 'shop@gallery.example', phone: '+61 2 5550 1234', hours: 'Tue to Sat\n10 to 4' };

onEachEngine('The facts of the shop', (shop) => {
  const read = async (token: string) => (await shop.call('getShopSettings', { token })).body.settings;
  const change = (token: string, body: object) => shop.call('updateShopSettings', { token, body });
  const publicFacts = async () => (await shop.call('getShop')).body;

  it('are only the name from the environment until an owner changes them', async () => {
    const linh = await shop.admin('Linh');
    expect(await read(linh.token)).toMatchObject({ name: 'Vàng Son', street: '', country: 'AU', hours: '' });
    expect(Object.keys(await publicFacts()).sort()).toEqual(
      ['currency', 'delivery', 'name', 'payments', 'success', 'timezone'].sort(),
    );
  });

  it('are public once they are set, and the change is in the audit', async () => {
    const linh = await shop.admin('Linh');
    const changes = { name: 'Sơn Gallery', legalName: 'Sơn Pty Ltd', ...address, ...contact };
    expect(await change(linh.token, changes)).toMatchObject({ status: 200, body: { settings: changes } });
    expect(await publicFacts()).toMatchObject({
      name: 'Sơn Gallery',
      legalName: 'Sơn Pty Ltd',
      address,
      ...contact,
    });
    const { body } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(body.entries[0]).toMatchObject({ action: 'shop settings changed', subject: 'shop' });
    await change(linh.token, { street: '', city: '', hours: '' });
    expect(Object.keys(await publicFacts())).not.toEqual(expect.arrayContaining(['address']));
  });

  it('include the ABN of the tax settings if the owner shows it', async () => {
    const linh = await shop.admin('Linh');
    await shop.call('updateTaxSettings', { token: linh.token, body: { abn: '51 824 753 556' } });
    expect(await publicFacts()).not.toHaveProperty('abn');
    await change(linh.token, { showAbn: true });
    expect(await publicFacts()).toMatchObject({ abn: '51824753556' });
    await shop.call('updateTaxSettings', { token: linh.token, body: { abn: '' } });
    expect(await publicFacts()).not.toHaveProperty('abn');
  });

  it('rename the shop in the API, in authenticator apps and in emails without a restart', async () => {
    const linh = await shop.admin('Linh');
    expect((await shop.call('getOpenApi')).body).toMatchObject({ info: { title: 'Vàng Son: shop API' } });
    await change(linh.token, { name: 'Sơn Gallery' });
    expect((await shop.call('getOpenApi')).body).toMatchObject({ info: { title: 'Sơn Gallery: shop API' } });
    const { body } = await shop.call('beginAuthenticatorApp', { token: linh.token, body: {} });
    expect(body.uri).toContain(encodeURIComponent('Sơn Gallery'));
    const anna = await shop.customer('Anna');
    const texts = await readMailFolder(shop);
    expect(texts.find((text) => text.includes(`To: ${anna.email}`))).toMatch(
      /an account at Sơn Gallery\.[\s\S]*\n-- \nSơn Gallery\n$/,
    );
  });

  it.each([
    ['a shop without a name', 'name', { name: ' ' }],
    ['a name of 81 letters', 'name', { name: 'o'.repeat(81) }],
    ['a state that Australia does not have', 'state', { state: 'Bavaria' }],
    ['an Australian postcode of five digits', 'postcode', { postcode: '20000' }],
    ['a country that nobody knows', 'country', { country: 'XX' }],
    ['half an email address', 'email', { email: 'shop@' }],
    ['a telephone number of letters', 'phone', { phone: 'call us' }],
  ])('refuse %s', async (_what, path, body) => {
    const linh = await shop.admin('Linh');
    expect(await change(linh.token, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it('accept any state and postcode in another country', async () => {
    const linh = await shop.admin('Linh');
    const munich = { country: 'DE', state: 'Bavaria', postcode: '80331' };
    expect(await change(linh.token, munich)).toMatchObject({ status: 200, body: { settings: munich } });
  });

  it('are changed only by owners with a recent password, and not if an expected value is out of date', async () => {
    const linh = await shop.admin('Linh');
    const vera = await shop.admin('Vera', 'viewer');
    expect(await change(vera.token, { name: 'Hers' })).toMatchObject({ status: 403 });
    expect(await change(linh.token, { name: 'Mine', expected: { name: 'Theirs' } })).toMatchObject({ status: 409 });
    expect(await read(vera.token)).toMatchObject({ name: 'Vàng Son' });
    shop.passTime(16 * 60_000);
    expect(await change(linh.token, { name: 'Mine' })).toMatchObject({ status: 403, body: { code: 'confirm' } });
  });
});
