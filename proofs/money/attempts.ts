import type { PaidShop } from '#server/testing/open-paid-shop.ts';
import { beforeWebhooks, cancel, expectEqual, newBuyer, type Scenario, settleDown, stateOf } from './scenario.ts';

/** What Stripe says about a payment (amount, currency, mode or order) does not match the attempt: nothing may be claimed. */
export const forged: Scenario = async (shop, found) => {
  const changes = [
    { amount: 100 },
    { currency: 'usd' },
    { livemode: true },
    { metadata: { order: 'another', attempt: 'another' } },
  ];
  for (const change of found.isShort ? changes.slice(0, 2) : changes) {
    const anna = await newBuyer(shop);
    const { id, metadata, amount } = await forge(shop, anna.sessionId, change);
    await shop.comeBack(anna.buyer, anna.orderId, anna.pieces);
    await shop.quiet();
    const what = JSON.stringify(change);
    expectEqual(found, `attempt with ${what}`, await stateOf(shop, anna), 'attention');
    expectEqual(found, `order with ${what}`, await shop.statusOf(anna.orderId), 'pending');
    // The data at Stripe is corrected, and the owner checks the payment again.
    shop.stripe.alterIntent(id, { amount, currency: 'aud', livemode: false, metadata });
    await checkAll(shop, anna.orderId);
    expectEqual(found, `order after ${what} was corrected`, await shop.statusOf(anna.orderId), 'paid');
  }
};

type Change = Parameters<PaidShop['stripe']['alterIntent']>[1];

/** The buyer pays, and the payment is changed at Stripe before its webhooks are sent. Returns the payment as it was before the change. */
async function forge(shop: PaidShop, sessionId: string, change: Change) {
  const { webhooks, authorise, alterIntent } = shop.stripe;
  webhooks.mode = 'held';
  const intent = authorise(sessionId);
  alterIntent(intent.id, change);
  await webhooks.release();
  webhooks.mode = 'on';
  return intent;
}

async function checkAll(shop: PaidShop, orderId: string): Promise<void> {
  const { body } = await shop.call('listPayments', { token: shop.owner.token });
  for (const payment of body.payments.filter((one) => one.orderId === orderId))
    await shop.call('checkPayment', { token: shop.owner.token, params: { id: payment.id } });
  await shop.quiet();
}

/** Two tabs begin to pay the same order, and the buyer pays in both. */
export const twoTabs: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  const second = await shop.goToStripe(anna.buyer, anna.orderId);
  expectEqual(found, 'the page in the first tab', shop.stripe.session(anna.sessionId).status, 'expired');
  shop.stripe.authorise(second);
  await shop.quiet();
  expectEqual(found, 'attempts of two tabs', await stateOf(shop, anna), 'expired captured');

  const ben = await newBuyer(shop);
  const tabs = await Promise.all(
    [1, 2, 3].map(() => shop.call('startPayment', { token: ben.buyer.token, params: { id: ben.orderId } })),
  );
  const pages = shop.stripe.sessions().filter((session) => session.client_reference_id === ben.orderId);
  const open = pages.filter((session) => session.status === 'open');
  if (open.length > 1) found.violations.push(`${open.length} pages of one order are open`);
  if (!tabs.some(({ status }) => status === 200)) found.violations.push('none of three tabs can pay');
  for (const { id } of open) shop.stripe.authorise(id);
  await shop.quiet();
  expectEqual(found, 'order paid in three tabs', await shop.statusOf(ben.orderId), 'paid');

  // The buyer has paid at Stripe, the shop does not know it yet, and the buyer presses "Pay" again.
  shop.stripe.webhooks.mode = 'off';
  const cora = await newBuyer(shop);
  shop.stripe.authorise(cora.sessionId);
  const again = await shop.call('startPayment', { token: cora.buyer.token, params: { id: cora.orderId } });
  shop.stripe.webhooks.mode = 'on';
  await shop.quiet();
  expectEqual(found, 'next step after the second press of "Pay"', again.body.next?.kind, 'none');
  expectEqual(found, 'order after the second press of "Pay"', await shop.statusOf(cora.orderId), 'paid');
};

/** The buyer or the shop cancels while the money is taken. */
export const cancelAgainstCapture: Scenario = async (shop, found) => {
  for (let round = 0; round < (found.isShort ? 1 : 3); round += 1) {
    const anna = await newBuyer(shop);
    const { id } = shop.stripe.authorise(anna.sessionId);
    const setStatus = () =>
      shop.call('setOrderStatus', {
        token: shop.owner.token,
        params: { id: anna.orderId },
        body: { status: 'cancelled' },
      });
    await Promise.all([shop.comeBack(anna.buyer, anna.orderId, anna.pieces), cancel(shop, anna), setStatus()]);
    await shop.quiet();
    await setStatus();
    await settleDown(shop);
    expectEqual(found, 'order cancelled during the capture', await shop.statusOf(anna.orderId), 'cancelled');
    const { captured, refunded } = shop.stripe.book(id);
    expectEqual(found, 'cents kept of its payment', captured - refunded, 0);
  }
};

/** A checkout that is given up ends its page at Stripe. A buyer who pays there at that moment must not be charged. */
export const replacedCheckout: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  await beforeWebhooks(shop, () => {
    shop.stripe.authorise(anna.sessionId);
    return shop.call('releaseHolds', { token: anna.buyer.token });
  });
  await shop.quiet();
  expectEqual(found, 'the order that was given up', await shop.statusOf(anna.orderId), null);
  expectEqual(found, 'attempt of the order that was given up', await stateOf(shop, anna), 'released');

  const ben = await newBuyer(shop);
  await shop.call('releaseHolds', { token: ben.buyer.token });
  await shop.quiet();
  expectEqual(found, 'the page of a checkout that was given up', shop.stripe.session(ben.sessionId).status, 'expired');
};
