import type { Listing } from '#contract/catalog.ts';
import { taxStatuses } from '#contract/tax-status.ts';
import type { Person } from '#server/testing/people.ts';
import { type Bought, confirm, expectAnswer, type Market } from './market.ts';

const places = [
  { address: '1 Salamanca Place', city: 'Hobart', country: 'AU', state: 'TAS', postcode: '7000' },
  { address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' },
  { address: '5 Ginza', city: 'Tokyo', country: 'JP', state: '', postcode: '' },
];

/** A random buyer buys one to three new pieces online or over the counter. Null if they were not paid. */
export async function buySomething(market: Market, number: number): Promise<Bought | null> {
  const { shop, random, counts, violations } = market;
  const listings = await addListings(market, number);
  const buyer = random.pick(market.buyers);
  if (random.chance(0.2)) return sellOverTheCounter(market, buyer, listings);
  const names = { firstName: 'Anna', lastName: 'Tran', email: buyer.email, phone: '0400 000 000' };
  const delivery = { ...random.pick(places), ...names };
  const listingIds = listings.map(({ id }) => id);
  const { body: quote } = await shop.call('quoteDelivery', { body: { listingIds, address: delivery } });
  const option = random.pick(quote.options);
  const items = listings.map(({ id: listingId, price }) => ({ listingId, price }));
  const body = { items, delivery, deliveryOption: option.id, deliveryPrice: option.price };
  const checkout = await expectAnswer(market, 'checkout', shop.call('createCheckout', { token: buyer.token, body }));
  if (checkout.status !== 200) return null;
  const { orderId } = checkout.body;
  const sessionId = await shop.goToStripe(buyer, orderId);
  if (random.chance(0.1)) return null;
  shop.stripe.authorise(sessionId);
  await shop.quiet();
  const { order } = (await shop.call('getOrder', { token: buyer.token, params: { id: orderId } })).body;
  const wanted = listings.reduce((sum, { price }) => sum + cents(price), cents(option.price));
  if (order.status !== 'paid' || cents(order.totalPrice) !== wanted)
    violations.push(`Order ${orderId} is ${order.status} with ${order.totalPrice} instead of ${wanted} cents`);
  counts.paid += 1;
  return { orderId, buyer, listingIds };
}

/** The owner records a sale to the buyer, whose address is confirmed, so that the buyer may change the order. */
async function sellOverTheCounter(market: Market, buyer: Person, listings: readonly Listing[]): Promise<Bought | null> {
  const { shop, random, owner, counts, violations } = market;
  await confirm(market);
  const items = listings.map(({ id: listingId }) => ({ listingId, price: (1 + random.below(500_000)) / 100 }));
  const [method, takenAlong] = [random.pick(['cash', 'terminal'] as const), random.chance(0.5)];
  const body = { items, buyer: { name: 'Anna', email: buyer.email }, method, takenAlong };
  const sale = await expectAnswer(market, 'a sale', shop.call('recordSale', { ...owner, body }));
  if (sale.status !== 201) return null;
  const { id: orderId, status, totalPrice } = sale.body.order;
  const wanted = items.reduce((sum, { price }) => sum + cents(price), 0);
  if (status !== (takenAlong ? 'delivered' : 'paid') || cents(totalPrice) !== wanted)
    violations.push(`The sale ${orderId} is ${status} with ${totalPrice} instead of ${wanted} cents`);
  counts.paid += 1;
  return { orderId, buyer, listingIds: items.map(({ listingId }) => listingId) };
}

function addListings({ shop, random }: Market, number: number): Promise<Listing[]> {
  const details = () => ({
    price: (1 + random.below(500_000)) / 100,
    widthCm: 10 + random.below(60),
    taxStatus: random.pick(taxStatuses),
    commissionPercent: random.below(101),
    consignor: 'Lê Vân Khê',
  });
  const count = 1 + random.below(3);
  return Promise.all(Array.from({ length: count }, (_, index) => shop.listing(`Piece ${number}.${index}`, details())));
}

const cents = (dollars: number) => Math.round(dollars * 100);
