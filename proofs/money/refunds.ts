import { expectEqual } from './findings.ts';
import { cancel, paid, type Scenario, stateOf } from './scenario.ts';

/** The bank returns a refund. */
export const refundFails: Scenario = async (shop, found) => {
  const anna = await paid(shop);
  await cancel(shop, anna);
  await shop.quiet();
  const [refund] = shop.stripe.refundsOf(anna.intentId);
  shop.stripe.failRefund(refund?.id ?? '');
  await shop.quiet();
  expectEqual(found, 'the attempt with a failed refund', await stateOf(shop, anna), 'attention');
  const { body } = await shop.call('getOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
  expectEqual(found, 'the failed refund', body.order.payments.at(-1)?.state, 'failed');
  found.expectedDifferences.add(anna.orderId);
};

/** Disputes that are opened, won and lost. */
export const disputes: Scenario = async (shop, found) => {
  for (const [end, state] of [
    ['win', 'captured'],
    ['lose', 'disputed'],
  ] as const) {
    const anna = await paid(shop);
    const { id } = shop.stripe.openDispute(anna.intentId);
    await shop.quiet();
    const stateNow = async () =>
      (await shop.call('getOrder', { token: anna.buyer.token, params: { id: anna.orderId } })).body.order.payments[0]
        ?.state;
    expectEqual(found, 'the disputed charge', await stateNow(), 'disputed');
    if (end === 'win') shop.stripe.winDispute(id);
    else shop.stripe.loseDispute(id);
    await shop.quiet();
    expectEqual(found, `the charge after "${end}"`, await stateNow(), state);
    expectEqual(found, 'the order stays', await shop.statusOf(anna.orderId), 'paid');
  }
};
