import { password } from '#server/testing/people.ts';
import { expectEqual, newBuyer, type Scenario } from './scenario.ts';

/**
 * The buyer removes a piece of a paid order and cannot add one. The owner refunds parts, and records money from outside. No status that
 * needs a payment can be set without one.
 */
export const ordersChanged: Scenario = async (shop, found) => {
  const moon = await shop.listing('Moon in parts');
  const tray = await shop.listing('Tray in parts');
  const carp = await shop.listing('Carp in parts');
  const { buyer, orderId, sessionId } = await shop.buyerAtStripe('Buyer of parts', moon, tray, carp);
  const { id: intentId } = shop.stripe.authorise(sessionId);
  await shop.quiet();
  const own = { token: buyer.token, params: { id: orderId } };
  const asOwner = { token: shop.owner.token, params: { id: orderId } };
  const itemsOf = (...listings: { id: string }[]) => ({
    items: listings.map(({ id }) => ({ listingId: id, price: 100 })),
  });

  const more = await shop.listing('More');
  const grown = await shop.call('updateOrder', { ...own, body: itemsOf(moon, tray, carp, more) });
  expectEqual(found, 'adding to a paid order', grown.status, 409);
  const reduced = await shop.call('updateOrder', { ...own, body: itemsOf(moon, tray) });
  expectEqual(found, 'removing from a paid order', reduced.status, 200);
  await shop.quiet();
  expectEqual(found, 'refunded for a removed piece', shop.stripe.book(intentId).refunded, 10_000);

  await shop.call('confirmIdentity', { token: shop.owner.token, body: { password } });
  const refund = (amount: number, listingIds?: string[]) =>
    shop.call('refundOrder', { ...asOwner, body: { amount, reason: 'A scratch', listingIds } });
  expectEqual(found, 'refunding more than is left', (await refund(201)).status, 409);
  expectEqual(found, 'refunding a piece with less than it costs', (await refund(99, [tray.id])).status, 409);
  expectEqual(found, 'total after refunding a part', (await refund(25)).body.order.totalPrice, 175);
  expectEqual(found, 'pieces after refunding one', (await refund(110, [tray.id])).body.order.items.length, 1);
  await shop.quiet();
  expectEqual(found, 'refunded in parts', shop.stripe.book(intentId).refunded, 23_500);
  expectEqual(found, 'order after refunding the rest', (await refund(65)).body.order.status, 'paid');
  await shop.quiet();
  expectEqual(found, 'everything refunded', shop.stripe.book(intentId).refunded, 30_000);

  const ben = await newBuyer(shop);
  const pending = { token: shop.owner.token, params: { id: ben.orderId } };
  for (const status of ['processing', 'paid', 'shipped', 'delivered'] as const)
    expectEqual(
      found,
      `${status} without money`,
      (await shop.call('setOrderStatus', { ...pending, body: { status } })).status,
      409,
    );
  const record = (amount: number) =>
    shop.call('recordPayment', { ...pending, body: { amount, method: 'bank', note: 'Bank statement 7' } });
  expectEqual(found, 'recording another sum than the total', (await record(99)).status, 409);
  expectEqual(found, 'order after recording the total', (await record(100)).body.order.status, 'paid');
  await shop.quiet();
  expectEqual(found, 'the page of an order paid outside', shop.stripe.session(ben.sessionId).status, 'expired');
  const shipped = await shop.call('setOrderStatus', { ...pending, body: { status: 'shipped' } });
  expectEqual(found, 'shipping a paid order', shipped.status, 200);
};
