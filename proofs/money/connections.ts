import type { PaidShop } from '#server/testing/open-paid-shop.ts';
import type { Call, Failure } from '#server/testing/stripe/fake-stripe.ts';
import {
  beforeWebhooks,
  cancel,
  expectEqual,
  type Findings,
  failAll,
  newBuyer,
  newListing,
  paid,
  type Scenario,
  settleDown,
  someone,
  stateOf,
} from './scenario.ts';

type Flow = (shop: PaidShop, found: Findings, fail: () => void) => Promise<void>;

/** The shop's calls to Stripe, and the flow that makes each. */
const flows = {
  'checkout.sessions.create': cutWhileOpening,
  'checkout.sessions.retrieve': cutWhilePaying,
  'checkout.sessions.expire': cutWhileOpeningAgain,
  'paymentIntents.retrieve': cutWhilePaying,
  'paymentIntents.capture': cutWhilePaying,
  'paymentIntents.cancel': cutWhileReleasing,
  'refunds.create': cutWhilePaying,
  'refunds.list': cutWhilePaying,
} satisfies Partial<Record<Call, Flow>>;

type Cut = readonly [call: keyof typeof flows, failure: Failure & string];
// The keys are exactly those of `flows`.
const calls = Object.keys(flows) as (keyof typeof flows)[];
const failures = ['drop before', 'drop after', '500 before', '500 after', '429'] as const;
const everyCut = calls.flatMap((call) => failures.map((failure): Cut => [call, failure]));
/** The cuts that the short form tries: all would take long, because Stripe's library waits for seconds before it repeats a call. */
const worstCuts: readonly Cut[] = [
  ['paymentIntents.capture', '500 after'],
  ['refunds.create', 'drop after'],
  ['checkout.sessions.create', '429'],
];

/** The connection to Stripe is cut, or Stripe fails, before and after the effect of each call. */
export const cutConnections: Scenario = async (shop, found) => {
  for (const [call, failure] of found.isShort ? worstCuts : everyCut) {
    const { scenario } = found;
    found.scenario = `${scenario}, ${call}, ${failure}`;
    await flows[call](shop, found, () => failAll(shop, call, failure));
    found.scenario = scenario;
  }
};

async function cutWhilePaying(shop: PaidShop, found: Findings, fail: () => void): Promise<void> {
  fail();
  const anna = await paid(shop, 2);
  await settleDown(shop);
  expectEqual(found, 'order', await shop.statusOf(anna.orderId), 'paid');
  const items = anna.pieces.slice(1).map(({ id, price }) => ({ listingId: id, price }));
  await shop.call('updateOrder', { token: anna.buyer.token, params: { id: anna.orderId }, body: { items } });
  await settleDown(shop);
  expectEqual(found, 'refunded for one of two pieces', shop.stripe.book(anna.intentId).refunded, 10_000);
  await cancel(shop, anna);
  await settleDown(shop);
  expectEqual(found, 'attempt after the cancellation', await stateOf(shop, anna), 'refunded');
}

async function cutWhileOpening(shop: PaidShop, found: Findings, fail: () => void): Promise<void> {
  const buyer = await someone(shop);
  const orderId = await shop.checkOut(buyer, await newListing(shop));
  fail();
  const failed = await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
  expectEqual(found, 'the first press of "Pay"', failed.status, 503);
  shop.stripe.authorise(await shop.goToStripe(buyer, orderId));
  await shop.quiet();
  expectEqual(found, 'order paid on the second page', await shop.statusOf(orderId), 'paid');
}

/** If the call was cut after its effect, the page has expired already, and Stripe refuses later calls; the shop must accept that. */
async function cutWhileOpeningAgain(shop: PaidShop, found: Findings, fail: () => void): Promise<void> {
  const { buyer, orderId, sessionId } = await newBuyer(shop);
  fail();
  await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
  const second = await shop.goToStripe(buyer, orderId);
  expectEqual(found, 'the earlier page', shop.stripe.session(sessionId).status, 'expired');
  shop.stripe.authorise(second);
  await shop.quiet();
  expectEqual(found, 'order paid on the last page', await shop.statusOf(orderId), 'paid');
}

async function cutWhileReleasing(shop: PaidShop, found: Findings, fail: () => void): Promise<void> {
  const anna = await newBuyer(shop);
  await beforeWebhooks(shop, () => {
    shop.stripe.authorise(anna.sessionId);
    fail();
    return shop.call('releaseHolds', { token: anna.buyer.token });
  });
  await settleDown(shop);
  expectEqual(found, 'attempt of the checkout that was given up', await stateOf(shop, anna), 'released');
}
