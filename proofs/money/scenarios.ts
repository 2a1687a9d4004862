import type { Call, Failure } from '#server/testing/stripe/fake-stripe.ts';
import { expectEqual, type Findings } from './findings.ts';
import type { BuyerAtStripe, MoneyShop } from './shop.ts';

/** What a proof can try on one shop. Each makes its own buyers and pieces, and leaves nothing under way. */
export type Scenario = (shop: MoneyShop, found: Findings) => Promise<void>;

let count = 0;
/** A buyer of one new piece, who is on Stripe's page. */
export async function newBuyer(shop: MoneyShop): Promise<BuyerAtStripe> {
  count += 1;
  return shop.buyerAtStripe(`Buyer ${count}`, await shop.piece(`Piece ${count}`));
}

async function paid(shop: MoneyShop): Promise<BuyerAtStripe & { intentId: string }> {
  const anna = await newBuyer(shop);
  const { id } = shop.stripe.authorise(anna.sessionId);
  await shop.quiet();
  return { ...anna, intentId: id };
}

const stateOf = async (shop: MoneyShop, orderId: string) =>
  (await shop.attemptsOf(orderId)).map(({ state }) => state).join(' ');

/** 1: the buyer's return and the webhook at once, several times. */
export const returnAndWebhookAtOnce: Scenario = async (shop, found) => {
  const { buyer, orderId, sessionId, pieces } = await newBuyer(shop);
  shop.stripe.authorise(sessionId);
  await Promise.all([1, 2, 3, 4].map(() => shop.comeBack(buyer, orderId, pieces)));
  await shop.quiet();
  expectEqual(found, 'after return and webhook at once', await shop.statusOf(orderId), 'paid');
  const { body } = await shop.call('getOrder', { token: buyer.token, params: { id: orderId } });
  expectEqual(found, 'charges', body.order.payments.length, 1);
  expectEqual(found, 'lines of the history', body.order.history.length, 3);
};

/** 2 and 3: every event many times at once, and all of them in the reverse order. */
export const duplicatedAndReversed: Scenario = async (shop, found) => {
  shop.stripe.webhooks.copies = 50;
  const first = await paid(shop);
  shop.stripe.webhooks.copies = 1;
  expectEqual(found, 'with 50 copies of each event', await shop.statusOf(first.orderId), 'paid');

  shop.stripe.webhooks.mode = 'held';
  const second = await newBuyer(shop);
  shop.stripe.authorise(second.sessionId);
  await shop.comeBack(second.buyer, second.orderId, second.pieces);
  await shop.quiet();
  await shop.stripe.webhooks.release('reversed');
  shop.stripe.webhooks.mode = 'on';
  await shop.quiet();
  expectEqual(found, 'with events in reverse order', await shop.statusOf(second.orderId), 'paid');
};

/** 4: no webhook arrives and the buyer never comes back. */
export const sweeperAlone: Scenario = async (shop, found) => {
  shop.stripe.webhooks.mode = 'off';
  const anna = await newBuyer(shop);
  shop.stripe.authorise(anna.sessionId);
  const nobody = await newBuyer(shop);
  await shop.later(33 * 60_000);
  await shop.later(5 * 60_000);
  shop.stripe.webhooks.mode = 'on';
  expectEqual(found, 'paid without webhooks', await shop.statusOf(anna.orderId), 'paid');
  expectEqual(found, 'an attempt that nobody paid', await stateOf(shop, nobody.orderId), 'expired');
};

type Cut = readonly [call: Call, failure: Failure];

/** The library repeats a request twice by itself where the connection was cut. Other errors are answered alike for the same key. */
const failAll = (shop: MoneyShop, call: Call, failure: Failure) =>
  shop.stripe.failNext(call, failure, String(failure).startsWith('drop') ? 3 : 1);

const everyFailure = ['drop before', 'drop after', '500 before', '500 after', '429'] as const;
const everyCut: readonly Cut[] = everyFailure.flatMap((failure) =>
  (['paymentIntents.retrieve', 'paymentIntents.capture', 'refunds.create', 'checkout.sessions.create'] as const).map(
    (call): Cut => [call, failure],
  ),
);
/** The library waits for seconds between its repetitions. */
const worstCuts: readonly Cut[] = [
  ['paymentIntents.capture', '500 after'],
  ['refunds.create', 'drop after'],
  ['checkout.sessions.create', '429'],
];

/** 5: the connection to Stripe is cut, or Stripe fails, before and after the effect of each call. */
export const cutConnections: Scenario = async (shop, found) => {
  for (const [call, failure] of found.isShort ? worstCuts : everyCut) {
    const what = `${call}, ${failure}`;
    if (call === 'checkout.sessions.create') await cutWhileOpening(shop, found, failure);
    else {
      failAll(shop, call, failure);
      const anna = await paid(shop);
      await settleDown(shop);
      expectEqual(found, what, await shop.statusOf(anna.orderId), 'paid');
      await shop.call('cancelOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
      await settleDown(shop);
      expectEqual(found, `refund after ${what}`, await stateOf(shop, anna.orderId), 'refunded');
    }
  }
};

async function cutWhileOpening(shop: MoneyShop, found: Findings, failure: Failure): Promise<void> {
  count += 1;
  const buyer = await shop.customer(`Buyer ${count}`);
  const orderId = await shop.checkOut(buyer, await shop.piece(`Piece ${count}`));
  failAll(shop, 'checkout.sessions.create', failure);
  const failed = await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
  expectEqual(found, `no page, ${failure}`, failed.status, 503);
  shop.stripe.authorise(await shop.goToStripe(buyer, orderId));
  await shop.quiet();
  expectEqual(found, `the second page after ${failure}`, await shop.statusOf(orderId), 'paid');
}

/** The delays between the tries pass. */
export async function settleDown(shop: MoneyShop): Promise<void> {
  await shop.quiet();
  for (let round = 0; round < 4; round += 1) await shop.later(3 * 60_000);
}

/** 7 and 8: the hold ends, the piece is sold to another, and the buyer pays after that. */
export const paidTooLate: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  const [piece] = anna.pieces;
  if (!piece) return;
  await endHold(shop, piece.id);
  count += 1;
  const ben = await shop.customer(`Buyer ${count}`);
  await takeFrom(shop, ben, piece.id);
  const before = (await shop.emails()).filter((kind) => kind === 'payment released').length;
  shop.stripe.authorise(anna.sessionId);
  await shop.quiet();
  const released = shop.stripe.books().find(({ metadata }) => metadata.order === anna.orderId);
  expectEqual(found, 'charged for a piece of another', released?.captured, 0);
  expectEqual(found, 'authorisation left', released?.openAuthorisation, 0);
  expectEqual(found, 'the late attempt', await stateOf(shop, anna.orderId), 'released');
  const after = (await shop.emails()).filter((kind) => kind === 'payment released').length;
  expectEqual(found, 'letters about it', after - before, 1);
};

async function endHold(shop: MoneyShop, listingId: string): Promise<void> {
  await shop.shop.database.write((tx) => tx.deleteFrom('holds').where('listing_id', '=', listingId).execute());
}

async function takeFrom(shop: MoneyShop, buyer: { token: string }, listingId: string): Promise<void> {
  const body = { items: [{ listingId, price: 100 }] };
  const { body: checkout } = await shop.call('createCheckout', { token: buyer.token, body });
  const started = await shop.call('startPayment', { token: buyer.token, params: { id: checkout.orderId } });
  if (started.body.next?.kind !== 'redirect') throw new Error(`the second buyer cannot pay: ${started.status}`);
  shop.stripe.authorise(started.body.next.url.split('/').at(-1) ?? '');
  await shop.quiet();
}

/** 8: money that was taken at once for a piece that is gone is refunded. */
export const takenTooLate: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  const [piece] = anna.pieces;
  if (!piece) return;
  await endHold(shop, piece.id);
  count += 1;
  await takeFrom(shop, await shop.customer(`Buyer ${count}`), piece.id);
  shop.stripe.webhooks.mode = 'held';
  const { id } = shop.stripe.authorise(anna.sessionId);
  shop.stripe.captureOutside(id);
  await shop.stripe.webhooks.release();
  shop.stripe.webhooks.mode = 'on';
  await settleDown(shop);
  expectEqual(found, 'refunded to the late buyer', shop.stripe.book(id).refunded, 10_000);
  expectEqual(found, 'the attempt taken too late', await stateOf(shop, anna.orderId), 'refunded');
};

/** 9: what Stripe says does not belong to the attempt. */
export const forged: Scenario = async (shop, found) => {
  const changes = [
    { amount: 100 },
    { currency: 'usd' },
    { livemode: true },
    { metadata: { order: 'another', attempt: 'another' } },
  ];
  for (const change of found.isShort ? changes.slice(0, 2) : changes) {
    const anna = await newBuyer(shop);
    shop.stripe.webhooks.mode = 'held';
    const { id, metadata, amount } = shop.stripe.authorise(anna.sessionId);
    shop.stripe.alterIntent(id, change);
    await shop.stripe.webhooks.release();
    shop.stripe.webhooks.mode = 'on';
    await shop.comeBack(anna.buyer, anna.orderId, anna.pieces);
    await shop.quiet();
    const what = JSON.stringify(change);
    expectEqual(found, `forged ${what}`, await stateOf(shop, anna.orderId), 'attention');
    expectEqual(found, `order with ${what}`, await shop.statusOf(anna.orderId), 'pending');
    // The owner has it put right and looks again.
    shop.stripe.alterIntent(id, { amount, currency: 'aud', livemode: false, metadata });
    await checkAll(shop, anna.orderId);
    expectEqual(found, `after ${what}`, await shop.statusOf(anna.orderId), 'paid');
  }
};

async function checkAll(shop: MoneyShop, orderId: string): Promise<void> {
  const { body } = await shop.call('listPayments', { token: shop.owner.token });
  for (const payment of body.payments.filter((one) => one.orderId === orderId))
    await shop.call('checkPayment', { token: shop.owner.token, params: { id: payment.id } });
  await shop.quiet();
}

/** 10: the authorisation lapses before it is captured. */
export const lapses: Scenario = async (shop, found) => {
  failAll(shop, 'paymentIntents.capture', '500 before');
  const anna = await paid(shop);
  expectEqual(found, 'before the capture', await shop.statusOf(anna.orderId), 'processing');
  shop.stripe.lapse(anna.intentId);
  await settleDown(shop);
  expectEqual(found, 'after the lapse', await shop.statusOf(anna.orderId), 'cancelled');
  expectEqual(found, 'the lapsed attempt', await stateOf(shop, anna.orderId), 'released');
  const { body } = await shop.call('getListing', { params: { id: anna.pieces[0]?.id ?? '' } });
  expectEqual(found, 'the piece after the lapse', body.listing.status, 'available');
};

/** 11: the bank returns a refund. */
export const refundFails: Scenario = async (shop, found) => {
  const anna = await paid(shop);
  await shop.call('cancelOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
  await shop.quiet();
  const [refund] = shop.stripe.refundsOf(anna.intentId);
  shop.stripe.failRefund(refund?.id ?? '');
  await shop.quiet();
  expectEqual(found, 'the attempt with a failed refund', await stateOf(shop, anna.orderId), 'attention');
  const { body } = await shop.call('getOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
  expectEqual(found, 'the failed refund', body.order.payments.at(-1)?.state, 'failed');
  found.expectedDifferences.add(anna.orderId);
};

/** 12: disputes that are opened, won and lost. */
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

/** 13: two tabs begin to pay the same order, and the buyer pays in both. */
export const twoTabs: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  const second = await shop.goToStripe(anna.buyer, anna.orderId);
  expectEqual(found, 'the first page', shop.stripe.session(anna.sessionId).status, 'expired');
  shop.stripe.authorise(second);
  await shop.quiet();
  expectEqual(found, 'two tabs', await stateOf(shop, anna.orderId), 'expired captured');

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
  expectEqual(found, 'after three tabs', await shop.statusOf(ben.orderId), 'paid');

  // Paid at Stripe, not known yet, and the buyer presses "Pay" again.
  shop.stripe.webhooks.mode = 'off';
  const cora = await newBuyer(shop);
  shop.stripe.authorise(cora.sessionId);
  const again = await shop.call('startPayment', { token: cora.buyer.token, params: { id: cora.orderId } });
  shop.stripe.webhooks.mode = 'on';
  await shop.quiet();
  expectEqual(found, 'nothing to pay twice', again.body.next?.kind, 'none');
  expectEqual(found, 'paid by the second press', await shop.statusOf(cora.orderId), 'paid');
};

/** 14: the buyer or the shop cancels while the money is taken. */
export const cancelAgainstCapture: Scenario = async (shop, found) => {
  for (let round = 0; round < (found.isShort ? 1 : 3); round += 1) {
    const anna = await newBuyer(shop);
    shop.stripe.authorise(anna.sessionId);
    const setStatus = () =>
      shop.call('setOrderStatus', {
        token: shop.owner.token,
        params: { id: anna.orderId },
        body: { status: 'cancelled' },
      });
    await Promise.all([
      shop.comeBack(anna.buyer, anna.orderId, anna.pieces),
      shop.call('cancelOrder', { token: anna.buyer.token, params: { id: anna.orderId } }),
      setStatus(),
    ]);
    await shop.quiet();
    await setStatus();
    await settleDown(shop);
    expectEqual(found, 'cancelled against the capture', await shop.statusOf(anna.orderId), 'cancelled');
    const book = shop.stripe.books().find(({ metadata }) => metadata.order === anna.orderId);
    expectEqual(found, 'kept of it', (book?.captured ?? 0) - (book?.refunded ?? 0), 0);
  }
};

/** A checkout that is replaced or given up ends its page; who pays there in the same moment is not charged. */
export const replacedCheckout: Scenario = async (shop, found) => {
  const anna = await newBuyer(shop);
  shop.stripe.webhooks.mode = 'held';
  shop.stripe.authorise(anna.sessionId);
  await shop.call('releaseHolds', { token: anna.buyer.token });
  await shop.stripe.webhooks.release();
  shop.stripe.webhooks.mode = 'on';
  await shop.quiet();
  expectEqual(found, 'the order that was given up', await shop.statusOf(anna.orderId), null);
  expectEqual(found, 'its attempt', await stateOf(shop, anna.orderId), 'released');

  const ben = await newBuyer(shop);
  await shop.call('releaseHolds', { token: ben.buyer.token });
  await shop.quiet();
  expectEqual(found, 'the page of a checkout that was given up', shop.stripe.session(ben.sessionId).status, 'expired');
};
