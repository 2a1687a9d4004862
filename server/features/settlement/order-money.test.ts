import { expect, it, vi } from 'vitest';
import type { OrderStatus } from '#contract/states.ts';
import { ProcessorError } from '#server/features/payments/payments.ts';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

onEachPaidShop('the money of an order', (shop) => {
  it('includes attempts, and disputes with the time to answer and their page at the processor; viewers see it, too', async () => {
    const viewer = await shop.admin('Viewer', 'viewer');
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const money = async () => (await shop.call('getOrderMoney', { token: viewer.token, params: { id: orderId } })).body;
    expect(await money()).toMatchObject({ attempts: [{ orderId, state: 'captured', amount: 50 }], disputes: [] });

    const dueBy = shop.shop.clock() + 86_400_000;
    const dispute = shop.stripe.openDispute(intentId, { reason: 'product_not_received', dueBy });
    await shop.quiet();
    expect((await money()).disputes).toMatchObject([
      {
        id: dispute.id,
        amount: 50,
        reason: 'product_not_received',
        state: 'needs-answer',
        answerBy: new Date(Math.floor(dueBy / 1000) * 1000).toISOString(),
        url: `https://dashboard.stripe.com/test/payments/${intentId}`,
      },
    ]);
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect((await money()).disputes).toMatchObject([{ state: 'won' }]);
  });

  it('tells the owners until when they can answer a dispute, unless the bank takes no answer', async () => {
    const queue = vi.spyOn(shop.shop.mailer, 'queueEmail');
    for (const [name, dueBy, sentence] of [
      ['Heron', Date.UTC(2027, 0, 5), /You can answer in Stripe's Dashboard until 5 Jan 2027/],
      // Stripe sends 0 if the bank takes no answer.
      ['Crane', 0, /: The buyer's bank disputes it \(fraudulent, needs_response\)\.$/],
    ] as const) {
      const { sessionId } = await shop.buyerAtStripe(name, await shop.listing(name, { price: 50 }));
      const { id: intentId } = shop.stripe.authorise(sessionId);
      await shop.quiet();
      queue.mockClear();
      shop.stripe.openDispute(intentId, { dueBy });
      await shop.quiet();
      expect(queue).toHaveBeenCalled();
      for (const [, { paragraphs }] of queue.mock.calls)
        expect(paragraphs).toContainEqual(expect.stringMatching(sentence));
    }
  });

  it('follows refunds that an owner makes at the processor, without refunding twice', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { token } = shop.owner;
    const order = async () => (await shop.call('getOrderAsAdmin', { token, params: { id: orderId } })).body.order;
    const attempt = async () =>
      (await shop.call('getOrderMoney', { token, params: { id: orderId } })).body.attempts[0]?.state;
    const made = shop.stripe.refundOutside(intent.id, 2_000);
    await shop.quiet();
    expect(await order()).toMatchObject({
      status: 'paid',
      totalPrice: 30,
      payments: [{ amount: 50 }, { kind: 'refund', amount: 20, state: 'succeeded', reference: made.id }],
    });
    expect((await order()).history.at(-1)?.what).toBe('$20.00 refunded at the payment service');
    expect(await attempt()).toBe('captured');
    shop.stripe.refundOutside(intent.id, 3_000);
    await shop.quiet();
    expect(await order()).toMatchObject({ status: 'paid', totalPrice: 0 });
    expect(await attempt()).toBe('refunded');
    expect(shop.stripe.refundsOf(intent.id)).toHaveLength(2);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    shop.stripe.failRefund(made.id);
    await shop.quiet();
    expect(await attempt()).toBe('attention');
  });

  it('raises the revision of the order news whenever the processor reports a change, and only then', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const { token } = shop.owner;
    const revision = async () => (await shop.call('getOrderNews', { token })).body.revision;
    const afterwards = async (whatHappens: () => unknown) => {
      const before = await revision();
      await whatHappens();
      await shop.quiet();
      return (await revision()) > before;
    };
    expect(await afterwards(() => shop.stripe.authorise(sessionId))).toBe(true);
    const [attempt] = (await shop.call('getOrderMoney', { token, params: { id: orderId } })).body.attempts;
    const look = () => shop.call('checkPayment', { token, params: { id: attempt?.id ?? '' } });
    expect(await afterwards(look), 'nothing has changed').toBe(false);
    const refunding = Promise.withResolvers<void>();
    shop.stripe.failNext('refunds.create', { startAfter: refunding.promise });
    const body = { amount: 20, reason: 'A scratch' };
    await shop.call('refundOrder', { token, params: { id: orderId }, body });
    expect(await afterwards(refunding.resolve), 'the refund was made').toBe(true);
    const [refund] = shop.stripe.refundsOf(attempt?.intentId ?? '');
    expect(await afterwards(() => shop.stripe.failRefund(refund?.id ?? ''))).toBe(true);
    expect(await afterwards(look), 'nothing has changed').toBe(false);
  });

  it('needs no more attention after a refund that failed was paid in another way', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { token } = shop.owner;
    const body = { amount: 20, reason: 'A scratch' };
    await shop.call('refundOrder', { token, params: { id: orderId }, body });
    await shop.quiet();
    const [refund] = shop.stripe.refundsOf(intent.id);
    shop.stripe.failRefund(refund?.id ?? '');
    await shop.quiet();
    const attempt = async () =>
      (await shop.call('getOrderMoney', { token, params: { id: orderId } })).body.attempts[0]?.state;
    const pay = () => shop.call('payRefundOutside', { token, params: { id: orderId }, body: { note: 'NAB, 24 Nov' } });
    expect(await attempt()).toBe('attention');
    expect((await pay()).body.order.payments).toMatchObject([
      { kind: 'charge', amount: 50, state: 'captured' },
      { kind: 'refund', amount: 20, state: 'succeeded', method: 'transfer', reference: 'NAB, 24 Nov' },
    ]);
    expect(await attempt()).toBe('captured');
    await shop.reconciled();
    expect(await attempt()).toBe('captured');
    expect(shop.stripe.book(intent.id)).toMatchObject({ captured: 5000, refunded: 0 });
    const { needs } = (await shop.call('listNeeds', { token })).body;
    expect(needs.map(({ kind }) => kind)).toEqual(['order']);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    expect(await pay()).toMatchObject({ status: 409 });
    // The processor makes further refunds again: the owners get no email that asks them to pay.
    const rest = { amount: 10, reason: 'Another scratch' };
    expect((await shop.call('refundOrder', { token, params: { id: orderId }, body: rest })).status).toBe(200);
    expect(await shop.emails()).not.toContain('admin: refund');
  });

  it('is to be refunded by the owners, who get an email, if the order was paid by card outside of the processor', async () => {
    const { token } = shop.owner;
    const items = [{ listingId: (await shop.listing('Heron', { price: 50 })).id, price: 50 }];
    const sale = { items, buyer: { name: 'Mai' }, method: 'credit' } as const;
    const params = { id: (await shop.call('recordSale', { token, body: sale })).body.order.id };
    await shop.call('refundOrder', { token, params, body: { amount: 10, reason: 'A scratch' } });
    expect(await shop.emails()).toContain('admin: refund');
  });

  it('still shows that a refund failed after an older answer of the processor arrives late', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { token } = shop.owner;
    const late = Promise.withResolvers<void>();
    shop.stripe.webhooks.mode = 'held';
    await shop.call('refundOrder', { token, params: { id: orderId }, body: { amount: 20, reason: 'A scratch' } });
    await shop.quiet();
    const [refund] = shop.stripe.refundsOf(intent.id);
    shop.stripe.failNext('refunds.list', { answerAfter: late.promise });
    const money = async () => (await shop.call('getOrderMoney', { token, params: { id: orderId } })).body;
    const id = (await money()).attempts[0]?.id ?? '';
    const readings = () => shop.stripe.asked.filter(({ call }) => call === 'refunds.list').length;
    const before = readings();
    const check = shop.call('checkPayment', { token, params: { id } });
    await expect.poll(() => readings()).toBe(before + 1);
    shop.stripe.failRefund(refund?.id ?? '');
    shop.stripe.webhooks.mode = 'on';
    await shop.stripe.webhooks.release();
    await shop.quiet();
    late.resolve();
    await check;
    expect((await money()).attempts[0]?.state).toBe('attention');
    const { body } = await shop.call('getOrderAsAdmin', { token, params: { id: orderId } });
    expect(body.order.payments).toMatchObject([{ kind: 'charge' }, { kind: 'refund', amount: 20, state: 'failed' }]);
  });

  it('is not refunded while the bank disputes a payment, because the buyer would get it twice', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const dispute = shop.stripe.openDispute(intent.id);
    await shop.quiet();
    const refund = () =>
      shop.call('refundOrder', {
        token: shop.owner.token,
        params: { id: orderId },
        body: { amount: 20, reason: 'A scratch' },
      });
    expect(await refund()).toMatchObject({
      status: 409,
      body: { message: "The buyer's bank disputes this payment. Nothing can be refunded before that is decided." },
    });
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect(await refund()).toMatchObject({ status: 200, body: { order: { totalPrice: 30 } } });
  });

  it('is also not refunded by a cancellation, an edit or a status while the bank disputes a payment', async () => {
    const [heron, carp] = [await shop.listing('Heron', { price: 50 }), await shop.listing('Carp', { price: 30 })];
    const { orderId, sessionId, buyer } = await shop.buyerAtStripe('Anna', heron, carp);
    const { token } = buyer;
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const dispute = shop.stripe.openDispute(intent.id);
    await shop.quiet();
    const params = { id: orderId };
    const cancel = () => shop.call('cancelOrder', { token, params });
    const removal = shop.call('updateOrder', { token, params, body: { items: [{ listingId: heron.id, price: 50 }] } });
    const setStatus = (status: 'cancelled' | 'pending') =>
      shop.call('setOrderStatus', { token: shop.owner.token, params, body: { status } });
    const answers = [await cancel(), await removal, await setStatus('cancelled'), await setStatus('pending')];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await shop.call('getOrder', { token, params })).body.order).toMatchObject({
      status: 'paid',
      totalPrice: 80,
    });
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect((await cancel()).status).toBe(200);
  });

  it('is refunded once when the call is repeated because its answer was lost', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { token } = shop.owner;
    const body = { amount: 20, reason: 'A scratch', seenTotal: 50 };
    const refund = () => shop.call('refundOrder', { token, params: { id: orderId }, body });
    expect((await refund()).status).toBe(200);
    expect(await refund()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed since you opened it') },
    });
    const { order } = (await shop.call('getOrderAsAdmin', { token, params: { id: orderId } })).body;
    expect(order.totalPrice).toBe(30);
  });

  it('is refunded once although the processor refuses to say whether the refund was made', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { processor } = shop.shop;
    if (!processor) throw new Error('This shop has no processor');
    const read = processor.read.bind(processor);
    const refuse = () => Promise.reject(new ProcessorError('refused', 'resource_missing'));
    using spied = vi.spyOn(processor, 'read').mockImplementation((...input) => {
      const isRefunded = shop.stripe.book(intent.id).refunded > 0;
      return isRefunded ? refuse() : read(...input);
    });
    shop.stripe.webhooks.mode = 'off';
    const body = { amount: 20, reason: 'A scratch', seenTotal: 50 };
    const answer = await shop.call('refundOrder', { token: shop.owner.token, params: { id: orderId }, body });
    expect(answer.status).toBe(200);
    await shop.quiet();
    spied.mockImplementation(read);
    await shop.later(10 * 60_000);
    expect(shop.stripe.book(intent.id)).toMatchObject({ captured: 5_000, refunded: 2_000 });
    const { order } = (await shop.call('getOrderAsAdmin', { token: shop.owner.token, params: { id: orderId } })).body;
    expect(order.payments).toMatchObject([{ state: 'captured' }, { kind: 'refund', amount: 20, state: 'succeeded' }]);
    const { needs } = (await shop.call('listNeeds', { token: shop.owner.token })).body;
    expect(needs.map(({ what }) => what)).toEqual([`${orderId} of Anna waits to be packed`]);
  });

  it('is refunded by a change of the status only if an owner makes it', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    const staff = await shop.admin('Staff', 'staff');
    const setStatus = (token: string, status: OrderStatus) =>
      shop.call('setOrderStatus', { token, params: { id: orderId }, body: { status } });
    expect((await setStatus(staff.token, 'cancelled')).status).toBe(403);
    expect((await setStatus(staff.token, 'pending')).status).toBe(403);
    expect((await setStatus(staff.token, 'shipped')).status).toBe(200);
    expect((await setStatus(shop.owner.token, 'cancelled')).status).toBe(200);
  });

  it('needs an owner as long as a refund is refused, whatever else happens at the processor', async () => {
    const { buyer, orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const { token } = buyer;
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    // The processor refuses the refund, because of a dispute that the shop does not know yet.
    shop.stripe.webhooks.mode = 'off';
    const dispute = shop.stripe.openDispute(intent.id);
    shop.stripe.webhooks.mode = 'on';
    await shop.call('cancelOrder', { token, params: { id: orderId } });
    await shop.quiet();
    const owner = shop.owner.token;
    const needs = async () =>
      (await shop.call('listNeeds', { token: owner })).body.needs.map(({ kind, what }) => `${kind}: ${what}`);
    const before = await needs();
    expect(before).toHaveLength(1);
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect(await needs()).toEqual(before);
    const body = { note: 'NAB, 24 Nov' };
    expect((await shop.call('payRefundOutside', { token: owner, params: { id: orderId }, body })).status).toBe(200);
    expect(await needs()).toEqual([]);
  });

  it('is refunded when its payment was taken while the shop tried to release it', async () => {
    shop.stripe.failNext('paymentIntents.capture', '500 before');
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Heron', { price: 50 }));
    const intent = shop.stripe.authorise(sessionId);
    await shop.quiet();
    expect(await shop.statusOf(orderId)).toBe('processing');
    const taken = Promise.withResolvers<void>();
    shop.stripe.failNext('paymentIntents.cancel', { startAfter: taken.promise });
    shop.stripe.webhooks.mode = 'off';
    const { token } = shop.owner;
    await shop.call('setOrderStatus', { token, params: { id: orderId }, body: { status: 'cancelled' } });
    await expect.poll(() => shop.stripe.asked.at(-1)?.call).toBe('paymentIntents.cancel');
    shop.stripe.captureOutside(intent.id);
    taken.resolve();
    await shop.quiet();
    await shop.later(60_000);
    expect(shop.stripe.book(intent.id)).toMatchObject({ captured: 5_000, refunded: 5_000 });
    expect(await shop.attemptsOf(orderId)).toEqual(['refunded']);
  });
});
