import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeStripe, openFakeStripe, type WebhookRequest } from './fake-stripe.ts';

// These tests call the fake with Stripe's own library.

let fake: FakeStripe;
let stripe: Stripe;

const connect = (secretKey: string) => {
  const { hostname, port } = new URL(fake.apiUrl);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 2 });
};

beforeEach(async () => {
  fake = await openFakeStripe();
  stripe = connect(fake.secretKey);
});
afterEach(async () => {
  await fake.close();
});

const inMinutes = (minutes: number) => Math.ceil(Date.now() / 1000) + minutes * 60;

const wanted = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  ({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'aud', unit_amount: 320_000, product_data: { name: 'Red River Moon' } } },
      { quantity: 1, price_data: { currency: 'aud', unit_amount: 4_500, product_data: { name: 'Delivery & care' } } },
    ],
    client_reference_id: 'order-1',
    customer_email: 'anna@example.com',
    metadata: { order: 'order-1' },
    payment_intent_data: { capture_method: 'manual', metadata: { order: 'order-1', attempt: 'attempt-1' } },
    success_url: 'https://shop.test/payment/return?order=order-1',
    cancel_url: 'https://shop.test/payment?order=order-1',
    expires_at: inMinutes(31),
    submit_type: 'pay',
    adaptive_pricing: { enabled: false },
    locale: 'en',
    ...changes,
  }) satisfies Stripe.Checkout.SessionCreateParams;

const pay = async () => fake.authorise((await stripe.checkout.sessions.create(wanted())).id);

it('a payment is authorised at first, then captured, then refunded in two parts', async () => {
  const session = await stripe.checkout.sessions.create(wanted());
  expect(session).toMatchObject({ status: 'open', amount_total: 324_500, payment_intent: null, livemode: false });
  const { id } = fake.authorise(session.id);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent', 'line_items'] });
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null });
  expect(paid.payment_intent).toMatchObject({ id, status: 'requires_capture', amount_capturable: 324_500 });
  expect(paid.line_items?.data.map(({ description }) => description)).toEqual(['Red River Moon', 'Delivery & care']);
  expect(fake.book(id)).toMatchObject({ captured: 0, openAuthorisation: 324_500 });

  expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded', amount_received: 324_500 });
  await stripe.refunds.create({ payment_intent: id, amount: 4_500, metadata: { task: 'task-1' } });
  await stripe.refunds.create({ payment_intent: id });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([320_000, 4_500]);
  expect(fake.book(id)).toMatchObject({ captured: 324_500, refunded: 324_500, openAuthorisation: 0 });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
});

it('a cancelled authorisation is released, and can be neither cancelled again nor captured', async () => {
  const { id } = await pay();
  expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' };
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject(unexpected);
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject(unexpected);
  expect(fake.book(id)).toMatchObject({ captured: 0, refunded: 0, openAuthorisation: 0 });
});

it('the session of a declined buyer stays open; it is ended by expiring it, not by cancelling its intent', async () => {
  const session = await stripe.checkout.sessions.create(wanted());
  const { id } = fake.decline(session.id, 'insufficient_funds');
  const declined = await stripe.paymentIntents.retrieve(id);
  expect(declined.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
  await expect(stripe.paymentIntents.cancel(id)).rejects.toThrow('expire its Checkout Session');
  expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow('Only Checkout Sessions');
  expect(() => fake.authorise(session.id)).toThrow('it is expired');
});

it('sessions expire and authorisations lapse as time passes', async () => {
  const session = await stripe.checkout.sessions.create(wanted());
  const { id } = await pay();
  fake.advance(32 * 60_000);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  fake.advance(8 * 24 * 3_600_000);
  const { status, cancellation_reason: reason } = await stripe.paymentIntents.retrieve(id);
  expect([status, reason]).toEqual(['canceled', 'automatic']);
  expect(fake.webhooks.events.map(({ type }) => type)).toContain('charge.expired');
});

it('the fake refuses wrong keys, unknown ids, unknown parameters and sessions of less than 30 minutes', async () => {
  await expect(connect('sk_test_wrong').balance.retrieve()).rejects.toMatchObject({ statusCode: 401 });
  const missing = { statusCode: 404, code: 'resource_missing' };
  await expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject(missing);
  const short = stripe.checkout.sessions.create(wanted({ expires_at: inMinutes(29) }));
  await expect(short).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' });
  const unknown = stripe.checkout.sessions.create(wanted({ return_url: 'https://shop.test' }));
  await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown', param: 'return_url' });
});

it('a call with the same idempotency key happens once, and other parameters with that key are an error', async () => {
  const { id } = await pay();
  await stripe.paymentIntents.capture(id);
  const options = { idempotencyKey: 'task-1' };
  const refund = () => stripe.refunds.create({ payment_intent: id, amount: 100 }, options);
  expect((await refund()).id).toBe((await refund()).id);
  expect(fake.book(id).refunded).toBe(100);
  const other = stripe.refunds.create({ payment_intent: id, amount: 200 }, options);
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
});

it('a call whose connection is cut before or after its effect is repeated by the library and happens once', async () => {
  const { id } = await pay();
  fake.failNext('paymentIntents.capture', 'drop before');
  fake.failNext('paymentIntents.capture', 'drop after');
  expect((await stripe.paymentIntents.capture(id)).status).toBe('succeeded');
  expect(fake.asked.filter(({ call }) => call === 'paymentIntents.capture')).toHaveLength(3);
});

it('an error after the effect is answered again for its idempotency key, while the effect stays', async () => {
  const { id } = await pay();
  fake.failNext('paymentIntents.capture', '500 after');
  const capture = () => stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'task-1' });
  await expect(capture()).rejects.toMatchObject({ statusCode: 500 });
  await expect(capture()).rejects.toMatchObject({ statusCode: 500 });
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

it('a request can be delayed until later ones are answered', async () => {
  const { id } = await pay();
  const late = Promise.withResolvers<void>();
  fake.failNext('paymentIntents.retrieve', { startAfter: late.promise });
  const read = stripe.paymentIntents.retrieve(id);
  await stripe.paymentIntents.capture(id);
  late.resolve();
  expect((await read).status).toBe('succeeded');
});

it('PayTo is not offered if all methods are captured manually; otherwise its bank answers later', async () => {
  const types: Stripe.Checkout.SessionCreateParams['allowed_payment_method_types'] = ['card', 'payto'];
  const manual = await stripe.checkout.sessions.create(wanted({ allowed_payment_method_types: types }));
  expect(manual.payment_method_types).toEqual(['card']);
  const session = await stripe.checkout.sessions.create(
    wanted({
      allowed_payment_method_types: types,
      payment_intent_data: { metadata: {} },
      payment_method_options: { card: { capture_method: 'manual' } },
    }),
  );
  const { id, status } = fake.agreeToPayTo(session.id);
  expect(status).toBe('processing');
  fake.settlePayTo(session.id, 'succeeds');
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  expect(fake.book(id).captured).toBe(324_500);
});

it('pending refunds can fail, and disputes are opened, won and lost', async () => {
  const { id } = await pay();
  await stripe.paymentIntents.capture(id);
  fake.refundsBegin = 'pending';
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 1_000 });
  expect(refund.status).toBe('pending');
  fake.failRefund(refund.id);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: expect.any(String),
  });
  expect(fake.book(id).refunded).toBe(0);

  const lost = fake.openDispute(id, { amount: 5_000 });
  expect(fake.book(id).disputed).toBe(5_000);
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
  fake.loseDispute(lost.id);
  fake.winDispute(fake.openDispute(id).id);
  expect((await stripe.disputes.retrieve(lost.id)).status).toBe('lost');
  expect(fake.book(id).disputed).toBe(5_000);
});

it('the fake signs its webhooks as the library expects, and lists those that were not delivered', async () => {
  const received: WebhookRequest[] = [];
  const events = () => received.map(read);
  const read = ({ body, headers }: WebhookRequest) =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', fake.webhookSecret);
  fake.webhooks.to = async (request) => {
    received.push(request);
    return received.length === 1 ? 503 : 200;
  };
  const { id } = await pay();
  await fake.webhooks.settled();
  const types = ['payment_intent.amount_capturable_updated', 'checkout.session.completed'];
  expect(events().map(({ type }) => type)).toEqual(types);
  expect(events()[0]).toMatchObject({ data: { object: { id, status: 'requires_capture' } } });

  const undelivered = await stripe.events.list({ delivery_success: false });
  expect(undelivered.data.map(({ type }) => type)).toEqual([types[0]]);
  await fake.webhooks.retry();
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
});

it('webhooks can arrive twice, in reverse, late, forged or never', async () => {
  const received: WebhookRequest[] = [];
  fake.webhooks.to = async (request) => {
    received.push(request);
    return 200;
  };
  const types = () => received.splice(0).map(({ body }) => JSON.parse(body).type);
  Object.assign(fake.webhooks, { mode: 'held', copies: 2 });
  await pay();
  await fake.webhooks.release('reversed');
  const [completed, authorised] = ['checkout.session.completed', 'payment_intent.amount_capturable_updated'];
  expect(types()).toEqual([completed, completed, authorised, authorised]);

  Object.assign(fake.webhooks, { mode: 'off', copies: 1 });
  await pay();
  await fake.webhooks.settled();
  expect(received).toEqual([]);
  const [event] = fake.webhooks.events;
  if (!event) throw new Error('there is no event');
  await fake.webhooks.send(event, { signedWith: 'whsec_other', livemode: true, metadata: { order: 'foreign' } });
  const { body, headers } = received[0] ?? { body: '', headers: {} };
  expect(JSON.parse(body)).toMatchObject({ livemode: true, data: { object: { metadata: { order: 'foreign' } } } });
  const signature = headers['stripe-signature'] ?? '';
  expect(() => stripe.webhooks.constructEvent(body, signature, fake.webhookSecret)).toThrow('signature');
});
