import type { Listing } from '#contract/catalog.ts';
import { taxStatuses } from '#contract/tax-status.ts';
import { type Bought, expectAnswer, type Market } from './market.ts';

const places = [
  { address: '1 Salamanca Place', city: 'Hobart', country: 'AU', state: 'TAS', postcode: '7000' },
  { address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' },
  { address: '5 Ginza', city: 'Tokyo', country: 'JP', state: '', postcode: '' },
];

/** Somebody buys new pieces. Null if they were not paid. */
export async function buySomething(market: Market, number: number): Promise<Bought | null> {
  const { shop, random, counts, violations } = market;
  const pieces = await addPieces(market, number);
  const buyer = random.pick(market.buyers);
  const names = { firstName: 'Anna', lastName: 'Tran', email: buyer.email, phone: '0400 000 000' };
  const delivery = { ...random.pick(places), ...names };
  const listingIds = pieces.map(({ id }) => id);
  const { body: quote } = await shop.call('quoteDelivery', { body: { listingIds, address: delivery } });
  const option = random.pick(quote.options);
  const items = pieces.map(({ id: listingId, price }) => ({ listingId, price }));
  const body = { items, delivery, deliveryOption: option.id, deliveryPrice: option.price };
  const checkout = await expectAnswer(market, 'checkout', shop.call('createCheckout', { token: buyer.token, body }));
  if (checkout.status !== 200) return null;
  const { orderId } = checkout.body;
  const sessionId = await shop.goToStripe(buyer, orderId);
  if (random.chance(0.1)) return null;
  shop.stripe.authorise(sessionId);
  await shop.quiet();
  const { order } = (await shop.call('getOrder', { token: buyer.token, params: { id: orderId } })).body;
  const wanted = pieces.reduce((sum, { price }) => sum + cents(price), cents(option.price));
  if (order.status !== 'paid' || cents(order.totalPrice) !== wanted)
    violations.push(`Order ${orderId} is ${order.status} with ${order.totalPrice} instead of ${wanted} cents`);
  counts.paid += 1;
  return { orderId, buyer, listingIds };
}

function addPieces({ shop, random }: Market, number: number): Promise<Listing[]> {
  const details = () => ({
    price: (1 + random.below(500_000)) / 100,
    widthCm: 10 + random.below(60),
    taxStatus: random.pick(taxStatuses),
    commissionPercent: random.below(101),
    consignor: 'Lê Vân Khê',
  });
  const count = 1 + random.below(3);
  return Promise.all(Array.from({ length: count }, (_, index) => shop.piece(`Piece ${number}.${index}`, details())));
}

const cents = (dollars: number) => Math.round(dollars * 100);
