import type { BuyerAtStripe, PaidShop } from '#server/testing/open-paid-shop.ts';
import {
  beforeWebhooks,
  cancel,
  expectEqual,
  failAll,
  newBuyer,
  paid,
  type Scenario,
  settleDown,
  someone,
  stateOf,
} from './scenario.ts';

/** The hold ends, the piece is sold to another, and the buyer pays after that. */
export const paidTooLate: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  await sellToAnother(shop, anna);
  const countEmails = async () => (await shop.emails()).filter((kind) => kind === 'payment released').length;
  const before = await countEmails();
  const { id } = shop.stripe.authorise(anna.sessionId);
  await shop.quiet();
  const { captured, openAuthorisation } = shop.stripe.book(id);
  expectEqual(found, 'cents captured for a piece that another buyer has', captured, 0);
  expectEqual(found, 'authorisation left', openAuthorisation, 0);
  expectEqual(found, 'state of the late attempt', await stateOf(shop, anna), 'released');
  expectEqual(found, 'emails about the release', (await countEmails()) - before, 1);
};

/** Money that was taken at once, without an authorisation, must be refunded if the piece is gone; otherwise it must buy the piece. */
export const takenTooLate: Scenario = async (shop, found) => {
  const [anna, ben] = [await newBuyer(shop), await newBuyer(shop)];
  await sellToAnother(shop, anna);
  for (const { sessionId } of [anna, ben])
    await beforeWebhooks(shop, () => shop.stripe.captureOutside(shop.stripe.authorise(sessionId).id));
  await settleDown(shop);
  expectEqual(found, 'the attempt taken too late', await stateOf(shop, anna), 'refunded');
  expectEqual(found, 'the order taken in time', await shop.statusOf(ben.orderId), 'paid');
};

async function sellToAnother(shop: PaidShop, { pieces }: BuyerAtStripe): Promise<void> {
  const [piece] = pieces;
  if (!piece) throw new Error('the buyer has no piece');
  await shop.shop.database.write((tx) => tx.deleteFrom('holds').where('listing_id', '=', piece.id).execute());
  const another = await someone(shop);
  shop.stripe.authorise(await shop.goToStripe(another, await shop.checkOut(another, piece)));
  await shop.quiet();
}

/** The authorisation lapses before it is captured. */
export const lapses: Scenario = async (shop, found) => {
  failAll(shop, 'paymentIntents.capture', '500 before');
  const anna = await paid(shop);
  expectEqual(found, 'the order before the capture', await shop.statusOf(anna.orderId), 'processing');
  shop.stripe.lapse(anna.intentId);
  await settleDown(shop);
  expectEqual(found, 'the order after the lapse', await shop.statusOf(anna.orderId), 'cancelled');
  expectEqual(found, 'the lapsed attempt', await stateOf(shop, anna), 'released');
  const { body } = await shop.call('getListing', { params: { id: anna.pieces[0]?.id ?? '' } });
  expectEqual(found, 'the piece after the lapse', body.listing.status, 'available');
};

/** The bank returns a refund: the attempt must need attention, and the order's refund must be shown as failed. */
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

/** Disputes that are opened, and then won or lost, must show in the charge's state and leave the order paid. */
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
    expectEqual(found, 'the order after the dispute', await shop.statusOf(anna.orderId), 'paid');
  }
};
