import { expect, it } from 'vitest';
import type { DeliveryZone } from '#contract/delivery.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const zone: DeliveryZone = {
  id: 'au',
  name: 'Australia',
  countries: ['AU'],
  states: [],
  postcodes: '',
  rates: { small: 24, medium: 85, large: 180 },
  freeOver: null,
  daysFrom: 3,
  daysTo: 8,
  insured: true,
  note: '',
};
const sydney: DeliveryZone = {
  ...zone,
  id: 'sydney',
  name: 'Sydney',
  states: ['NSW'],
  postcodes: '2000-2249, 2555',
  rates: { small: 18, medium: 45, large: null },
  freeOver: 1000,
  daysFrom: 1,
  daysTo: 3,
};
const france: DeliveryZone = {
  ...zone,
  id: 'fr',
  name: 'France',
  countries: ['FR'],
  rates: { ...zone.rates, small: 0 },
};

onEachEngine('A quote for delivery', (shop) => {
  type Place = { country?: string; state?: string; postcode?: string };

  async function shopWith(settings: object) {
    const linh = await shop.admin('Linh');
    const changed = await shop.call('updateDeliverySettings', { token: linh.token, body: settings });
    expect(changed.status).toBe(200);
    return linh;
  }
  const listing = (fields: object = {}) => shop.listing('Moon', fields);
  const quote = (listingIds: string[], address: Place) => shop.call('quoteDelivery', { body: { listingIds, address } });
  const prices = async (listingIds: string[], address: Place) =>
    (await quote(listingIds, address)).body.options.map(({ id, price }) => [id, price]);

  it('has no options and does not tell the buyer to ask while the owner has set up no delivery', async () => {
    const { id } = await listing();
    expect(await quote([id], { country: 'FR' })).toMatchObject({ status: 200, body: { options: [], ask: false } });
  });

  it('has the rate of the first zone that fits the country, the state and the postcode', async () => {
    const small = await listing({ heightCm: 40, widthCm: 12.5 });
    await shopWith({ zones: [sydney, zone, france] });
    expect(await prices([small.id], { state: 'NSW', postcode: '2041' })).toEqual([['sydney', 18]]);
    expect(await prices([small.id], { state: 'NSW', postcode: '2555' })).toEqual([['sydney', 18]]);
    expect(await prices([small.id], { state: 'NSW', postcode: '2250' })).toEqual([['au', 24]]);
    expect(await prices([small.id], { state: 'TAS', postcode: '7000' })).toEqual([['au', 24]]);
    expect(await prices([small.id], { country: 'FR' })).toEqual([['fr', 0]]);
    const elsewhere = await quote([small.id], { country: 'VN' });
    expect(elsewhere.body).toMatchObject({ options: [], ask: true });
  });

  it('names the zone, its days with packing, its insurance and its note', async () => {
    const small = await listing({ widthCm: 20 });
    await shopWith({ zones: [{ ...sydney, note: 'Signature on delivery' }], packingDays: 2 });
    const { body } = await quote([small.id], { state: 'NSW', postcode: '2000' });
    expect(body.options).toEqual([
      { id: 'sydney', name: 'Sydney', price: 18, daysFrom: 3, daysTo: 5, insured: true, note: 'Signature on delivery' },
    ]);
  });

  it('follows the size class: by the longest side and the weight, or as an admin set it', async () => {
    await shopWith({ zones: [zone] });
    const classOf = async (fields: object) => {
      const { id } = await listing(fields);
      return prices([id], {});
    };
    expect(await classOf({ widthCm: 40, weightKg: 5 })).toEqual([['au', 24]]);
    expect(await classOf({ widthCm: 40.1 })).toEqual([['au', 85]]);
    expect(await classOf({ widthCm: 40, weightKg: 5.001 })).toEqual([['au', 85]]);
    expect(await classOf({ depthCm: 130, widthCm: 1 })).toEqual([['au', 180]]);
    expect(await classOf({ widthCm: 130.1 })).toEqual([]);
    expect(await classOf({})).toEqual([]);
    expect(await classOf({ sizeClass: 'small', widthCm: 200 })).toEqual([['au', 24]]);
    expect(await classOf({ sizeClass: 'request', widthCm: 10 })).toEqual([]);
  });

  it('adds up the rates of the pieces, tells the buyer to ask if one has no rate, and is free from a total on', async () => {
    const small = await listing({ widthCm: 20, price: 400 });
    const medium = await listing({ widthCm: 80, price: 599.99 });
    const large = await listing({ widthCm: 120, price: 900 });
    const cent = await listing({ widthCm: 20, price: 0.01 });
    await shopWith({ zones: [sydney] });
    const address = { state: 'NSW', postcode: '2000' };
    expect(await prices([small.id, medium.id], address)).toEqual([['sydney', 63]]);
    expect(await prices([small.id, medium.id, cent.id], address)).toEqual([['sydney', 0]]);
    expect((await quote([small.id, large.id], address)).body).toMatchObject({ options: [], ask: true });
  });

  it('offers pickup everywhere, also where no rate is known', async () => {
    const large = await listing({ sizeClass: 'request' });
    await shopWith({ zones: [zone], pickup: true, pickupAddress: '8 Wharf Lane, Balmain', packingDays: 1 });
    const { body } = await quote([large.id], { country: 'JP' });
    expect(body.ask).toBe(true);
    expect(body.options).toMatchObject([{ id: 'pickup', name: 'Pickup, 8 Wharf Lane, Balmain', price: 0, daysTo: 1 }]);
  });

  it('needs a state and a postcode only if the zones have them, as the facts of the shop say', async () => {
    const facts = async () => (await shop.call('getShop')).body.delivery;
    expect(await facts()).toEqual({ offered: false });
    const { token } = await shopWith({ zones: [zone, france] });
    expect(await facts()).toEqual({ offered: true });
    await shop.call('updateDeliverySettings', { token, body: { zones: [sydney, zone] } });
    expect(await facts()).toEqual({ offered: true, byState: true, byPostcode: true });
  });

  it('is refused for an unknown piece or country', async () => {
    const { id } = await listing();
    expect(await quote([id, 'no-such-piece'], {})).toMatchObject({ status: 404 });
    expect(await quote([id], { country: 'XX' })).toMatchObject({ status: 400 });
    expect(await quote([], {})).toMatchObject({ status: 400 });
  });
});

onEachEngine('The settings of delivery', (shop) => {
  const change = (token: string, body: object) => shop.call('updateDeliverySettings', { token, body });

  it('keep the zone that another owner added meanwhile: an owner who saves without having read it is refused', async () => {
    const [linh, ha] = [await shop.admin('Linh'), await shop.admin('Hà')];
    await change(linh.token, { zones: [zone], expected: { zones: [] } });
    const late = { zones: [france], packingDays: 5, expected: { zones: [] } };
    expect(await change(ha.token, late)).toMatchObject({ status: 409 });
    const { settings } = (await shop.call('getDeliverySettings', { token: ha.token })).body;
    expect(settings).toMatchObject({ zones: [zone], packingDays: 2 });
    expect(await change(ha.token, { packingDays: 5, expected: { packingDays: 2 } })).toMatchObject({ status: 200 });
    const read = { zones: [zone, france], expected: { zones: settings.zones } };
    expect((await change(ha.token, read)).body.settings).toMatchObject({ zones: [zone, france], packingDays: 5 });
  });

  it('accept 500 zones, also from an owner who sends what was there before', async () => {
    const { token } = await shop.admin('Linh');
    const zones = Array.from({ length: 500 }, (_, index) => ({
      ...zone,
      id: `zone-${index}`,
      name: `Zone ${index}`,
      postcodes: `${20_000 + index}`,
    }));
    expect(await change(token, { zones, expected: { zones: [] } })).toMatchObject({ status: 200 });
    const dearer = zones.map((row) => ({ ...row, rates: { ...row.rates, small: 25 } }));
    expect(await change(token, { zones: dearer, expected: { zones } })).toMatchObject({ status: 200 });
    const { id } = await shop.listing('Moon', { widthCm: 20 });
    const body = { listingIds: [id], address: { postcode: '20499' } };
    expect((await shop.call('quoteDelivery', { body })).body.options).toMatchObject([{ id: 'zone-499', price: 25 }]);
  });

  it.each([
    ['a zone without a name', { zones: [{ ...zone, name: ' ' }] }, 'zones.0.name'],
    ['two zones with one id', { zones: [zone, zone] }, 'zones'],
    ['states of other countries', { zones: [{ ...sydney, countries: ['AU', 'NZ'] }] }, 'zones.0.states'],
    ['letters in postcodes', { zones: [{ ...zone, postcodes: '2000 to 2249' }] }, 'zones.0.postcodes'],
    ['a range from high to low', { zones: [{ ...zone, postcodes: '2249-2000' }] }, 'zones.0.postcodes'],
    ['days that end before they begin', { zones: [{ ...zone, daysTo: 2 }] }, 'zones.0.daysTo'],
    ['a third of a cent', { zones: [{ ...zone, freeOver: 10.001 }] }, 'zones.0.freeOver'],
    ['pickup without an address', { pickup: true }, 'pickupAddress'],
  ])('refuse %s', async (_what, body, path) => {
    const { token } = await shop.admin('Linh');
    const refused = await shop.call('updateDeliverySettings', { token, body });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect((await shop.call('getDeliverySettings', { token })).body.settings).toMatchObject({
      zones: [],
      pickup: false,
    });
  });
});
