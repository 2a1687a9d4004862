import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { DeliveryZone } from '#contract/delivery.ts';
import { withMail } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const australia: DeliveryZone = {
  id: 'au',
  name: 'Australia',
  countries: ['AU'],
  states: [],
  postcodes: '',
  rates: { small: 24, medium: 85, large: null },
  freeOver: null,
  daysFrom: 3,
  daysTo: 8,
  insured: true,
  note: '',
};
const france: DeliveryZone = {
  ...australia,
  id: 'fr',
  name: 'France',
  countries: ['FR'],
  rates: { ...australia.rates, small: 120 },
};

const person = { firstName: 'Anna', lastName: 'Tran', email: 'anna@example.com', phone: '0400 000 000' };
const hobart = { ...person, address: '1 Salamanca Place', city: 'Hobart', state: 'TAS', postcode: '7000' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };

onEachEngine('An order with delivery', deliveredOrders, withMail);

function deliveredOrders(shop: TestShop): void {
  async function opening(settings: object = { zones: [australia, france] }) {
    const linh = await shop.admin('Linh');
    await shop.call('updateDeliverySettings', { token: linh.token, body: settings });
    const [anna, moon, cup] = [
      await shop.customer('Anna'),
      await shop.listing('Moon', { price: 100, widthCm: 30 }),
      await shop.listing('Cup', { price: 50, widthCm: 80 }),
    ];
    return { linh, anna, moon, cup };
  }
  const checkout = ({ token }: Person, listings: readonly Listing[], body: object) =>
    shop.call('createCheckout', {
      token,
      body: { items: listings.map(({ id, price }) => ({ listingId: id, price })), ...body },
    });
  async function pay(buyer: Person, listings: readonly Listing[], body: object) {
    const { orderId } = (await checkout(buyer, listings, body)).body;
    const { token } = buyer;
    await shop.call('confirmPayment', { token, body: { orderId, listingIds: listings.map(({ id }) => id) } });
    return orderOf(buyer, orderId);
  }
  const orderOf = async ({ token }: Person, id: string) =>
    (await shop.call('getOrder', { token, params: { id } })).body.order;
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());
  const withDelivery = { delivery: hobart, deliveryOption: 'au' };

  it('costs its pieces and the delivery, which the buyer and the owner read in their emails', async () => {
    const { linh, anna, moon, cup } = await opening();
    const order = await pay(anna, [moon, cup], withDelivery);
    expect(order).toMatchObject({ status: 'paid', totalPrice: 259, deliveryPrice: 109, deliveryName: 'Australia' });
    expect(order.payments).toMatchObject([{ kind: 'charge', amount: 259 }]);
    const sales = await shop.call('getSales', { token: linh.token, params: { period: 'day' } });
    expect(sales.body.data.metadata).toMatchObject({ totalSales: 259, totalPieces: 150, totalDelivery: 109 });
    const emails = await shop.shop.database.read.selectFrom('outbox').select(['subject', 'text']).execute();
    const told = emails.filter(({ subject }) => subject.includes(order.id));
    expect(told).toHaveLength(3);
    for (const { text } of told) expect(text).toMatch(/Delivery: Australia.*\$109\.00[\s\S]*Total.*\$259\.00/);
    expect(await violations()).toEqual([]);
  });

  it('has to name a delivery option once the owner has set up zones', async () => {
    const { anna, moon } = await opening();
    expect(await checkout(anna, [moon], { delivery: hobart })).toMatchObject({
      status: 400,
      body: { message: 'Please choose how your order reaches you.' },
    });
    expect(await checkout(anna, [moon], { delivery: hobart, deliveryOption: 'fr' })).toMatchObject({ status: 400 });
    const refused = await checkout(anna, [moon], { delivery: { ...paris, country: 'JP' } });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('Please write to us') } });
    expect((await shop.call('listHolds', { token: (await shop.admin()).token })).body.holds).toEqual([]);
  });

  it('costs what was quoted to a client with an offer, whose price decides whether the delivery is free', async () => {
    const { linh, anna, moon } = await opening({ zones: [{ ...australia, freeOver: 100 }] });
    const until = new Date(shop.shop.clock() + 86_400_000).toISOString();
    const body = { kind: 'offer', until, pieces: [{ listingId: moon.id, price: 80 }] } as const;
    const { url } = (await shop.call('addPrivateLink', { token: linh.token, body })).body;
    await shop.call('takePrivateOffer', { token: anna.token, body: { token: url.split('#')[1] ?? '' } });
    const quote = async (token?: string) => {
      const address = { country: 'AU', state: 'TAS', postcode: '7000' };
      const asked = await shop.call('quoteDelivery', {
        ...(token && { token }),
        body: { listingIds: [moon.id], address },
      });
      return asked.body.options[0]?.price;
    };
    expect(await quote()).toBe(0);
    const deliveryPrice = await quote(anna.token);
    expect(deliveryPrice).toBe(24);
    const placed = await checkout(anna, [{ ...moon, price: 80 }], { ...withDelivery, deliveryPrice });
    expect(placed.status).toBe(200);
    expect(await orderOf(anna, placed.body.orderId)).toMatchObject({ totalPrice: 104, deliveryPrice: 24 });
  });

  it('goes to another country with its own price, without a state', async () => {
    const { anna, moon } = await opening();
    const order = await pay(anna, [moon], { delivery: paris, deliveryOption: 'fr', deliveryPrice: 120 });
    expect(order).toMatchObject({ totalPrice: 220, deliveryName: 'France', delivery: { country: 'FR', state: '' } });
  });

  it('needs a state and a postcode in Australia', async () => {
    const { anna, moon } = await opening({});
    const { state: _state, ...noState } = hobart;
    for (const [wrong, path] of [
      [{ ...hobart, state: 'Bavaria' }, 'delivery.state'],
      [{ ...hobart, postcode: '' }, 'delivery.postcode'],
      [noState, 'delivery.state'],
    ] as const)
      expect(await checkout(anna, [moon], { delivery: wrong })).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
  });

  it('is refused if the price of the delivery is not the one that the buyer saw', async () => {
    const { linh, anna, moon } = await opening();
    const dearer = { ...australia, rates: { ...australia.rates, small: 30 } };
    await shop.call('updateDeliverySettings', { token: linh.token, body: { zones: [dearer] } });
    expect(await checkout(anna, [moon], { ...withDelivery, deliveryPrice: 24 })).toMatchObject({
      status: 409,
      body: { message: 'The price of the delivery is $30.00 now.' },
    });
    expect(await checkout(anna, [moon], { ...withDelivery, deliveryPrice: 1e300 })).toMatchObject({ status: 400 });
  });

  it('may be collected, and needs no delivery option in a shop that offers only pickup', async () => {
    const { anna, moon, cup } = await opening({ pickup: true, pickupAddress: '8 Wharf Lane' });
    const collected = await pay(anna, [moon], { delivery: hobart, deliveryOption: 'pickup' });
    expect(collected).toMatchObject({ totalPrice: 100, deliveryPrice: 0, deliveryName: 'Pickup, 8 Wharf Lane' });
    expect(await pay(anna, [cup], {})).toMatchObject({ totalPrice: 50, deliveryPrice: 0, deliveryName: '' });
  });

  it('keeps its delivery when a piece is removed, takes no further piece, and is refunded completely when cancelled', async () => {
    const { anna, moon, cup } = await opening();
    const { id } = await pay(anna, [moon, cup], withDelivery);
    const star = await shop.listing('Star', { price: 10, widthCm: 10 });
    const change = (...listingIds: string[]) =>
      shop.call('updateOrder', {
        token: anna.token,
        params: { id },
        body: { items: listingIds.map((listingId) => ({ listingId, price: 10 })) },
      });
    expect(await change(moon.id, cup.id, star.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('in a new order') },
    });
    expect((await change(moon.id)).body.order).toMatchObject({ totalPrice: 209, deliveryPrice: 109 });
    expect(await violations()).toEqual([]);
    await shop.call('cancelOrder', { token: anna.token, params: { id } });
    const { payments } = await orderOf(anna, id);
    expect(payments.reduce((sum, { kind, amount }) => sum + (kind === 'charge' ? amount : -amount), 0)).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('is refunded in parts: the pieces first, then the delivery, and all of it with the last piece', async () => {
    const { linh, anna, moon, cup } = await opening();
    const { id } = await pay(anna, [moon, cup], withDelivery);
    const refund = (amount: number, listingIds?: string[]) =>
      shop.call('refundOrder', {
        token: linh.token,
        params: { id },
        body: { amount, reason: 'Late', ...(listingIds && { listingIds }) },
      });
    expect((await refund(160)).body.order).toMatchObject({ totalPrice: 99, deliveryPrice: 99 });
    expect(await violations()).toEqual([]);
    expect(await refund(50, [moon.id, cup.id])).toMatchObject({ status: 409 });
    expect((await refund(99, [moon.id, cup.id])).body.order).toMatchObject({ status: 'cancelled' });
    expect(await violations()).toEqual([]);
  });
}
