import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';

const minutes = 60_000;

onEachPaidShop('A payment by PayTo', (shop) => {
  async function addPieceAndTurnOnPayTo() {
    const moon = await shop.listing('Moon');
    await shop.call('updatePaymentSettings', { token: shop.owner.token, body: { payto: true } });
    return moon;
  }
  async function agreedPayment() {
    const moon = await addPieceAndTurnOnPayTo();
    const { orderId, sessionId, token } = await atPayTo('Anna', moon);
    const intent = shop.stripe.agreeToPayTo(sessionId);
    await shop.quiet();
    return { moon, orderId, sessionId, token, intentId: intent.id };
  }
  async function atPayTo(name: string, { id: listingId, price }: { id: string; price: number }) {
    const { token } = await shop.customer(name);
    const body = { items: [{ listingId, price }], paymentMethod: 'payto' as const };
    const { orderId } = (await shop.call('createCheckout', { token, body })).body;
    const { next } = (await shop.call('startPayment', { token, params: { id: orderId } })).body;
    if (next.kind !== 'redirect') throw new Error(`payment answers ${JSON.stringify(next)}`);
    return { token, orderId, sessionId: next.url.split('/').at(-1) ?? '' };
  }
  const orderOf = async (token: string, id: string) =>
    (await shop.call('getOrder', { token, params: { id } })).body.order;

  it('is offered only if the owner has turned it on', async () => {
    const { token } = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const body = { items: [{ listingId: moon.id, price: 100 }], paymentMethod: 'payto' as const };
    expect(await shop.call('createCheckout', { token, body })).toMatchObject({ status: 409 });
    await addPieceAndTurnOnPayTo();
    expect((await shop.call('getShop')).body.payments.methods).toEqual(['credit', 'payto']);
    expect(await shop.call('createCheckout', { token, body })).toMatchObject({ status: 200 });
  });

  it('holds the piece while the bank decides, and buys it once', async () => {
    const { moon, orderId, sessionId, token } = await agreedPayment();
    expect(await orderOf(token, orderId)).toMatchObject({ status: 'pending', isWithBank: true });
    shop.passTime(25 * minutes);
    const ben = await shop.customer('Ben');
    const wanted = { items: [{ listingId: moon.id, price: 100 }] };
    expect(await shop.call('createCheckout', { token: ben.token, body: wanted })).toMatchObject({ status: 409 });
    expect(await shop.call('createCheckout', { token, body: wanted })).toMatchObject({
      status: 409,
      body: { orderId, message: expect.stringContaining(`Your bank decides about your order ${orderId} right now.`) },
    });
    await shop.call('releaseHolds', { token });
    shop.stripe.settlePayTo(sessionId, 'succeeds');
    await shop.quiet();
    expect(await orderOf(token, orderId)).toMatchObject({
      status: 'paid',
      payments: [{ kind: 'charge', method: 'payto', state: 'captured' }],
    });
  });

  it('that the bank refuses leaves the order unpaid, causes an email, and the buyer can pay again', async () => {
    const { orderId, sessionId, token } = await agreedPayment();
    shop.stripe.settlePayTo(sessionId, 'fails');
    await shop.quiet();
    const order = await orderOf(token, orderId);
    expect(order).toMatchObject({ status: 'pending', declined: 'bank' });
    expect(order).not.toHaveProperty('isWithBank');
    expect(await shop.emails()).toContain('payment refused');
    const again = await shop.call('startPayment', { token, params: { id: orderId } });
    expect(again.body.next).toMatchObject({ kind: 'redirect' });
  });

  it('that succeeds when the piece is gone is refunded', async () => {
    const { moon, orderId, sessionId, token, intentId } = await agreedPayment();
    shop.passTime(32 * minutes);
    await shop.buyerAtStripe('Ben', moon);
    shop.stripe.settlePayTo(sessionId, 'succeeds');
    await shop.quiet();
    expect(await orderOf(token, orderId)).toMatchObject({ status: 'cancelled' });
    expect(shop.stripe.book(intentId)).toMatchObject({ captured: 10_000, refunded: 10_000 });
    expect(await shop.emails()).toContain('payment refunded');
  });

  it('is answered with a message if the Stripe account has no PayTo, and the owner reads why', async () => {
    const moon = await addPieceAndTurnOnPayTo();
    shop.stripe.hasPayTo = false;
    const { token } = await shop.customer('Anna');
    const body = { items: [{ listingId: moon.id, price: 100 }], paymentMethod: 'payto' as const };
    const { orderId } = (await shop.call('createCheckout', { token, body })).body;
    expect(await shop.call('startPayment', { token, params: { id: orderId } })).toMatchObject({
      status: 409,
      body: { message: 'PayTo is not possible at the moment. Nothing was charged. Please choose another way to pay.' },
    });
    const { payments } = (await shop.call('listPayments', { token: shop.owner.token })).body;
    expect(payments[0]?.error).toContain('Stripe refused a payment by PayTo');
    expect(await orderOf(token, orderId)).not.toHaveProperty('declined');
  });
});
