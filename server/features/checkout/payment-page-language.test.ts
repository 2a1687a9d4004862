import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';

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
  note: '',
};
const delivery = {
  firstName: 'Lan',
  lastName: 'Trần',
  email: 'lan@example.com',
  phone: '0400 000 000',
  address: '1 Salamanca Place',
  city: 'Hobart',
  state: 'TAS',
  postcode: '7000',
  country: 'AU',
};

onEachPaidShop('The page where a buyer pays', (shop) => {
  /** Begins to pay an order with delivery in this language; returns the session at the processor and the text of its page. */
  async function pageFor(language: 'en' | 'vi') {
    const { token: owner } = shop.owner;
    await shop.call('updateDeliverySettings', { token: owner, body: { zones: [zone] } });
    const subject = { params: { language: 'vi', kind: 'shop', id: 'delivery' } } as const;
    const texts = { 'zone:Insured courier': 'Chuyển phát có bảo hiểm' };
    await shop.call('writeTranslation', { token: owner, ...subject, body: { texts } });
    const [{ token }, moon] = [await shop.customer('Lan'), await shop.listing('Moon', { price: 100, widthCm: 30 })];
    const request = { token, headers: { 'accept-language': language } };
    const items = [{ listingId: moon.id, price: moon.price }];
    const body = { items, delivery, deliveryOption: zone.id };
    const { orderId } = (await shop.call('createCheckout', { ...request, body })).body;
    expect((await shop.call('startPayment', { ...request, params: { id: orderId } })).status).toBe(200);
    const [session] = shop.stripe.sessions();
    return { orderId, session, page: await (await fetch(session?.url ?? '')).text() };
  }
  const showVietnamese = () =>
    shop.call('updateLanguageSettings', { token: shop.owner.token, body: { shown: ['vi'] } });

  it('is in Vietnamese for a buyer on Vietnamese pages, who comes back to a Vietnamese page', async () => {
    await showVietnamese();
    const { orderId, session, page } = await pageFor('vi');
    expect(session).toMatchObject({
      locale: 'vi',
      success_url: expect.stringMatching(new RegExp(`/vi/payment/return\\?order=${orderId}$`)),
      cancel_url: expect.stringMatching(new RegExp(`/vi/payment\\?order=${orderId}$`)),
    });
    expect(page).toContain('Giao hàng: Chuyển phát có bảo hiểm');
  });

  it.each(['en', 'vi'] as const)(
    'is in English in a shop that does not show Vietnamese, whatever the request says (%s)',
    async (language) => {
      const { session, page } = await pageFor(language);
      expect(session?.locale).toBe('en');
      expect(session?.success_url).not.toContain('/vi/');
      expect(page).toContain('Delivery: Insured courier');
    },
  );
});
