import { createHmac } from 'node:crypto';
import { expectEqual, newBuyer, paid, type Scenario, stateOf } from './scenario.ts';

/** The buyer comes back four times while the webhooks arrive. */
export const returnAndWebhookAtOnce: Scenario = async (shop, found) => {
  const { buyer, orderId, sessionId, pieces } = await newBuyer(shop);
  shop.stripe.authorise(sessionId);
  await Promise.all([1, 2, 3, 4].map(() => shop.comeBack(buyer, orderId, pieces)));
  await shop.quiet();
  expectEqual(found, 'after return and webhook at once', await shop.statusOf(orderId), 'paid');
  const { body } = await shop.call('getOrder', { token: buyer.token, params: { id: orderId } });
  expectEqual(found, 'number of charges', body.order.payments.length, 1);
  expectEqual(found, 'lines of the history', body.order.history.length, 3);
};

export const eventsFiftyTimes: Scenario = async (shop, found) => {
  shop.stripe.webhooks.copies = 50;
  const { orderId } = await paid(shop);
  shop.stripe.webhooks.copies = 1;
  expectEqual(found, 'with 50 copies of each event', await shop.statusOf(orderId), 'paid');
};

export const eventsReversed: Scenario = async (shop, found) => {
  shop.stripe.webhooks.mode = 'held';
  const { buyer, orderId, sessionId, pieces } = await newBuyer(shop);
  shop.stripe.authorise(sessionId);
  await shop.comeBack(buyer, orderId, pieces);
  await shop.quiet();
  await shop.stripe.webhooks.release('reversed');
  shop.stripe.webhooks.mode = 'on';
  await shop.quiet();
  expectEqual(found, 'with events in reverse order', await shop.statusOf(orderId), 'paid');
};

/** No webhook arrives and the buyer never comes back. */
export const sweeperAlone: Scenario = async (shop, found) => {
  shop.stripe.webhooks.mode = 'off';
  const anna = await newBuyer(shop);
  shop.stripe.authorise(anna.sessionId);
  const nobody = await newBuyer(shop);
  await shop.later(33 * 60_000);
  await shop.later(5 * 60_000);
  shop.stripe.webhooks.mode = 'on';
  expectEqual(found, 'paid without webhooks', await shop.statusOf(anna.orderId), 'paid');
  expectEqual(found, 'an attempt that nobody paid', await stateOf(shop, nobody), 'expired');
};

/** Signatures that are old, from the future, wrong, or of the next secret; and events of others. */
export const signatures: Scenario = async (shop, found) => {
  const event = shop.stripe.webhooks.events.at(-1);
  if (!event) throw new Error('the fake has sent no event yet');
  const now = shop.shop.clock();
  const minutes = 60_000;
  const cases = [
    ['right', {}, 200],
    ['of the next secret', { signedWith: shop.nextSecret }, 200],
    ['old', { signedAt: now - 6 * minutes }, 400],
    ['of the future', { signedAt: now + 6 * minutes }, 400],
    ['of another secret', { signedWith: 'whsec_other' }, 400],
    ['of live mode', { livemode: true }, 200],
    ['of an unknown type', { type: 'customer.created' }, 200],
    ['of another shop', { metadata: { order: 'foreign', attempt: 'foreign' } }, 200],
  ] as const;
  for (const [name, changes, wanted] of cases) {
    const [status] = await shop.stripe.webhooks.send(event, changes);
    expectEqual(found, `a webhook ${name}`, status, wanted);
  }
  const body = JSON.stringify(event);
  const t = Math.floor(now / 1_000);
  const v1 = createHmac('sha256', shop.stripe.webhookSecret).update(`${t}.${body}`).digest('hex');
  const send = (signature: string, payload = body) =>
    shop.postEvent({ body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } });
  const two = await send(`t=${t},v1=${'0'.repeat(64)},v1=${v1}`);
  expectEqual(found, 'two signatures while the secret changes', two, 200);
  expectEqual(found, 'a changed body', await send(`t=${t},v1=${v1}`, body.replace('"id"', '"Id"')), 400);
  expectEqual(found, 'no signature', await send(''), 400);
  await shop.quiet();
};
