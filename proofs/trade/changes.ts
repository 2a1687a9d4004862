import { type Bought, confirm, expectAnswer, expectDone, type Market } from './market.ts';

/** The owner or the buyer does something with a paid order, or tries what the shop refuses. */
export async function changeSomething(market: Market, bought: Bought): Promise<void> {
  await confirm(market);
  const { shop, random, counts } = market;
  const { status } = await expectAnswer(market, 'a change', random.pick(changes)(market, bought));
  if (status < 300) counts.changed += 1;
  await shop.quiet();
}

type Change = (market: Market, bought: Bought) => Promise<{ status: number }>;

const changes: readonly Change[] = [
  async function refundAnAmount(market, bought) {
    const { totalPrice } = await orderOf(market, bought);
    const amount = (1 + market.random.below(Math.max(1, Math.round(totalPrice * 100)))) / 100;
    return market.shop.call('refundOrder', { ...byOwner(market, bought), body: { amount, reason: 'A scratch' } });
  },
  async function refundAPiece(market, bought) {
    const { items } = await orderOf(market, bought);
    const leaving = market.random.shuffled(items).slice(0, 1);
    const amount = Math.max(0.01, ...leaving.map(({ price }) => price));
    const body = { amount, reason: 'Sent back', listingIds: leaving.map(({ listingId }) => listingId) };
    return market.shop.call('refundOrder', { ...byOwner(market, bought), body });
  },
  async function removeAPiece(market, bought) {
    const { items } = await orderOf(market, bought);
    const staying = items.slice(1).map(({ listingId, price }) => ({ listingId, price }));
    return market.shop.call('updateOrder', { ...byBuyer(bought), body: { items: staying } });
  },
  function cancel({ shop }, bought) {
    return shop.call('cancelOrder', byBuyer(bought));
  },
  function shipSome(market, bought) {
    const { shop, random } = market;
    const listingIds = random.shuffled(bought.listingIds).slice(0, 1 + random.below(bought.listingIds.length));
    return shop.call('createShipment', {
      ...byOwner(market, bought),
      body: { carrier: 'DHL', number: '123', listingIds },
    });
  },
  function shipTheRest(market, bought) {
    return market.shop.call('createShipment', { ...byOwner(market, bought), body: { carrier: 'UPS', number: '7' } });
  },
  function deliver(market, bought) {
    return market.shop.call('setOrderDelivered', byOwner(market, bought));
  },
  async function sendAPieceBack(market, bought) {
    const { shop, random, owner } = market;
    const { items } = await orderOf(market, bought);
    const [listing] = random.shuffled(items);
    if (!listing) return { status: 409 };
    const wish = { listingIds: [listing.listingId], reason: 'Darker than in the photograph' };
    const asked = await shop.call('requestReturn', { ...byBuyer(bought), body: wish });
    if (asked.status !== 201) return asked;
    const ofReturn = { ...owner, params: { id: asked.body.return.id } };
    if (random.chance(0.2)) return shop.call('declineReturn', { ...ofReturn, body: { note: 'It was described so' } });
    await expectDone(market, 'approval of a return', shop.call('approveReturn', { ...ofReturn, body: {} }));
    await expectDone(market, 'arrival of a return', shop.call('receiveReturn', ofReturn));
    const body = random.chance(0.8) ? { refund: listing.price, restock: random.chance(0.5) } : {};
    return shop.call('closeReturn', { ...ofReturn, body });
  },
];

const byOwner = ({ owner }: Market, { orderId }: Bought) => ({ ...owner, params: { id: orderId } });
const byBuyer = ({ orderId, buyer: { token } }: Bought) => ({ token, params: { id: orderId } });
const orderOf = async ({ shop }: Market, bought: Bought) => (await shop.call('getOrder', byBuyer(bought))).body.order;
