import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';

onEachEngine('Delivery in Vietnamese', deliveryInVietnamese, withMail);

const vietnamesePages = { headers: { 'accept-language': 'vi' } };
const zone = {
  id: 'au',
  name: 'Insured courier',
  countries: ['AU'],
  states: [],
  postcodes: '',
  freeOver: null,
  rates: { small: 24, medium: 85, large: null },
  daysFrom: 3,
  daysTo: 8,
  insured: true,
  note: 'In a wooden crate.',
};
const words = {
  'zone:Insured courier': 'Chuyển phát có bảo hiểm',
  'zone note:In a wooden crate.': 'Đóng thùng gỗ.',
  pickupNote: 'Từ thứ Hai đến thứ Sáu.',
};
const hobart = { address: '1 Salamanca Place', city: 'Hobart', state: 'TAS', postcode: '7000' };

function deliveryInVietnamese(shop: TestShop): void {
  const subject = { params: { language: 'vi', kind: 'shop', id: 'delivery' } } as const;

  async function openShop() {
    const { token } = await shop.admin('Linh');
    await shop.call('updateLanguageSettings', { token, body: { shown: ['vi'] } });
    const pickup = { pickup: true, pickupAddress: '8 Wharf Lane', pickupNote: 'Monday to Friday.' };
    await shop.call('updateDeliverySettings', { token, body: { zones: [zone], ...pickup } });
    return { token, moon: await shop.listing('Moon', { price: 100, widthCm: 30 }) };
  }
  async function registerLan() {
    const [email, password] = ['lan@example.com', 'a long password of Lan'];
    const body = { mode: 'register', name: 'Lan', email, password };
    return { email, token: (await shop.call('authenticate', { body, ...vietnamesePages })).body.token };
  }

  it('is listed among the texts to translate until an owner has translated it', async () => {
    const { token } = await openShop();
    const { fields } = (await shop.call('getTranslation', { token, ...subject })).body.translation;
    expect(fields.map(({ field, english }) => [field, english])).toEqual([
      ['zone:Insured courier', 'Insured courier'],
      ['zone note:In a wooden crate.', 'In a wooden crate.'],
      ['pickupNote', 'Monday to Friday.'],
    ]);
    const missing = async () => {
      const { body } = await shop.call('getTranslationProgress', { token, params: { language: 'vi' } });
      return body.progress.find(({ kind }) => kind === 'shop')?.missing.map(({ id }) => id);
    };
    expect(await missing()).toEqual(['delivery']);
    await shop.call('writeTranslation', { token, ...subject, body: { texts: words } });
    expect(await missing()).toEqual([]);
  });

  it('has the translated name and note in quotes on the Vietnamese pages, and the English ones elsewhere', async () => {
    const { token, moon } = await openShop();
    const quote = async (request: object) => {
      const body = { listingIds: [moon.id], address: { country: 'AU', state: 'TAS', postcode: '7000' } };
      const { options } = (await shop.call('quoteDelivery', { body, ...request })).body;
      return options.map(({ name, note, untranslated }) => [name, note, ...(untranslated ?? [])]);
    };
    const english = [
      ['Insured courier', 'In a wooden crate.'],
      ['Pickup, 8 Wharf Lane', 'Monday to Friday.'],
    ];
    expect(await quote({})).toEqual(english);
    // The English texts are named, so that pages mark them for screen readers.
    expect(await quote(vietnamesePages)).toEqual([
      ['Insured courier', 'In a wooden crate.', 'name', 'note'],
      ['Nhận tại chỗ, 8 Wharf Lane', 'Monday to Friday.', 'note'],
    ]);
    await shop.call('writeTranslation', { token, ...subject, body: { texts: words } });
    expect(await quote(vietnamesePages)).toEqual([
      ['Chuyển phát có bảo hiểm', 'Đóng thùng gỗ.'],
      ['Nhận tại chỗ, 8 Wharf Lane', 'Từ thứ Hai đến thứ Sáu.'],
    ]);
    expect(await quote({})).toEqual(english);
  });

  it('has the translated name in the order and in its email', async () => {
    const { token, moon } = await openShop();
    const lan = await registerLan();
    const person = { firstName: 'Lan', lastName: 'Tran', email: lan.email, phone: '0400 000 000' };
    const body = {
      items: [{ listingId: moon.id, price: 100 }],
      deliveryOption: 'au',
      delivery: { ...person, ...hobart },
    };
    const { orderId } = (await shop.call('createCheckout', { token: lan.token, body })).body;
    const nameOn = async (request: object) => {
      const { order } = (await shop.call('getOrder', { token: lan.token, params: { id: orderId }, ...request })).body;
      return [order.deliveryName, ...(order.untranslated ?? [])];
    };
    expect(await nameOn(vietnamesePages)).toEqual(['Insured courier', 'deliveryName']);
    expect(await nameOn({})).toEqual(['Insured courier']);
    await shop.call('writeTranslation', { token, ...subject, body: { texts: words } });
    expect([await nameOn(vietnamesePages), await nameOn({})]).toEqual([
      ['Chuyển phát có bảo hiểm'],
      ['Insured courier'],
    ]);
    await shop.call('confirmPayment', { token: lan.token, body: { orderId, listingIds: [moon.id] } });
    const letters = await shop.shop.database.read
      .selectFrom('outbox')
      .select('text')
      .where('kind', '=', 'order paid')
      .execute();
    expect(letters.map(({ text }) => text.match(/Giao hàng: .*/)?.[0])).toEqual([
      'Giao hàng: Chuyển phát có bảo hiểm: $24.00',
    ]);
  });

  it('has the translated texts on the page of the delivery policy, which marks what is English there', async () => {
    const { token } = await openShop();
    await shop.call('updatePolicySettings', { token, body: { delivery: 'We pack with care.' } });
    const policy = () => createTranslatedServices(shop.shop, 'vi').policy('delivery');
    const english = await policy();
    expect(english?.untranslated).toEqual(['content']);
    expect(spansIn(english?.rates)).toEqual(
      expect.arrayContaining([
        { kind: 'text', text: 'Các vùng và giá' },
        { kind: 'text', text: 'Insured courier', lang: 'en' },
        { kind: 'text', text: 'In a wooden crate.', lang: 'en' },
      ]),
    );
    await shop.call('writeTranslation', { token, ...subject, body: { texts: words } });
    const translated = spansIn((await policy())?.rates);
    for (const text of [words['zone:Insured courier'], words['zone note:In a wooden crate.']])
      expect(translated).toContainEqual({ kind: 'text', text });
    expect(JSON.stringify(translated)).not.toContain('Insured courier');
  });
}

/** The spans of text in a formatted text. */
function spansIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'text') return [value];
  return Object.values(value).flatMap(spansIn);
}
