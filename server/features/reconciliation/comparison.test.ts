import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import { createReconciliation } from './reconciliation.ts';

const day = 24 * 60 * 60_000;

onEachPaidShop('The comparison with the processor', (shop) => {
  const compare = async () => {
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    return differences();
  };
  const differences = async () =>
    (await shop.call('getComparison', { token: shop.owner.token, query: {} })).body.differences;
  const emails = async () => (await shop.emails()).filter((kind) => kind === 'admin: differences').length;
  const paidOrder = async (name: string) => {
    const { sessionId, orderId } = await shop.buyerAtStripe(
      name,
      await shop.listing(`Piece of ${name}`, { price: 50 }),
    );
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    return { orderId, intentId };
  };

  it('finds nothing where the books agree, also after a refund and a release', async () => {
    const anna = await paidOrder('Anna');
    await paidOrder('Ben');
    const refund = { amount: 50, reason: 'Damaged' };
    await shop.call('refundOrder', { token: shop.owner.token, params: { id: anna.orderId }, body: refund });
    await shop.quiet();
    expect(await compare()).toEqual([]);
    const { body } = await shop.call('getComparison', { token: shop.owner.token, query: {} });
    expect(body.comparison).toMatchObject({ compared: 2, error: '', finishedAt: expect.any(String) });
    expect(await emails()).toBe(0);
  });

  it('settles what the shop missed because every event was lost', async () => {
    shop.stripe.webhooks.mode = 'off';
    const { orderId } = await paidOrder('Anna');
    expect(await shop.statusOf(orderId)).toBe('pending');
    expect(await compare()).toEqual([]);
    await shop.quiet();
    expect(await shop.statusOf(orderId)).toBe('paid');
  });

  it('finds nothing when the money is taken while it reads the payment', async () => {
    shop.stripe.webhooks.mode = 'off';
    const { orderId } = await paidOrder('Anna');
    const [taken, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    shop.stripe.failNext('paymentIntents.capture', { startAfter: taken.promise });
    // The comparison settles the order by the first reading and compares the second one.
    shop.stripe.failNext('paymentIntents.retrieve', { answerAfter: Promise.resolve() });
    shop.stripe.failNext('paymentIntents.retrieve', { answerAfter: read.promise });
    const before = shop.stripe.asked.length;
    const compared = compare();
    const asked = () => shop.stripe.asked.slice(before).filter(({ call }) => call === 'paymentIntents.retrieve');
    await expect.poll(() => asked()).toHaveLength(2);
    taken.resolve();
    await expect.poll(async () => shop.statusOf(orderId)).toBe('paid');
    read.resolve();
    expect(await compared).toEqual([]);
  });

  it('takes over what was refunded in the Dashboard while every event was lost, and moves no money', async () => {
    const { intentId, orderId } = await paidOrder('Anna');
    shop.stripe.webhooks.mode = 'off';
    shop.stripe.refundOutside(intentId, 2_000);
    expect(await compare()).toEqual([]);
    const { token } = shop.owner;
    const { body } = await shop.call('getOrderAsAdmin', { token, params: { id: orderId } });
    expect(body.order).toMatchObject({ status: 'paid', totalPrice: 30 });
    expect(shop.stripe.refundsOf(intentId)).toHaveLength(1);
    expect(await emails()).toBe(0);
  });

  it('names payments that are missing at the processor, have another amount there, or belong to no order of the shop', async () => {
    const [anna, ben, cho] = [await paidOrder('Anna'), await paidOrder('Ben'), await paidOrder('Cho')];
    shop.stripe.forgetIntent(anna.intentId);
    shop.stripe.alterIntent(ben.intentId, { amount_received: 10_000 });
    shop.stripe.alterIntent(cho.intentId, { metadata: { order: 'LOST', attempt: 'lost' } });
    const found = await compare();
    expect(found.map(({ kind, here, there }) => [kind, here, there]).toSorted()).toEqual([
      ['amount', 50, 100],
      ['missing', 50, 0],
      ['unknown', 0, 50],
    ]);
    const sent = await emails();
    expect(sent).toBeGreaterThan(0);
    // Long afterwards they still differ, although the processor does not list them any more.
    shop.passTime(20 * day);
    expect(await compare()).toHaveLength(3);
    expect(await emails()).toBe(sent);
  });

  it('ignores payments without the metadata of an order, which others take with the same account', async () => {
    await shop.call('beginTestPurchase', { token: shop.owner.token });
    shop.stripe.authorise(shop.stripe.sessions().at(-1)?.id ?? '');
    expect(await compare()).toEqual([]);
  });

  it('runs every night, by one process, and again later if the processor cannot be reached', async () => {
    await paidOrder('Anna');
    shop.stripe.failNext('refunds.list', '403');
    const lists = () => shop.stripe.asked.filter(({ call }) => call === 'paymentIntents.list').length;
    shop.shop.reconciliation.wake();
    await shop.reconciled();
    expect(lists()).toBe(0);
    // When summer time ends, the next night begins 25 hours later.
    shop.passTime(day + 60 * 60_000);
    await shop.reconciled();
    expect(lists()).toBe(0);
    const { body } = await shop.call('getComparison', { token: shop.owner.token, query: {} });
    expect(body.comparison?.error).not.toBe('');
    const canBuyersPay = async () => {
      const { steps } = (await shop.call('getSetup', { token: shop.owner.token })).body;
      return steps.find(({ id }) => id === 'payments')?.isDone;
    };
    expect(await canBuyersPay()).toBe(false);
    shop.passTime(3 * 60_000);
    const otherProcess = createReconciliation(shop.shop.settings, () => shop.shop);
    otherProcess.wake();
    await shop.reconciled();
    await otherProcess.settled();
    await otherProcess.close();
    expect(lists()).toBe(1);
    expect(await canBuyersPay()).toBe(true);
    const next = (await shop.call('getConnection', { token: shop.owner.token })).body.connection?.nextComparisonAt;
    const hour = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: 'Australia/Sydney' });
    expect(hour.format(Date.parse(next ?? ''))).toBe('3:40 am');
  });
});

onEachPaidShop('Events that the processor could not deliver', (shop) => {
  const letTimePass = async (milliseconds: number) => {
    shop.passTime(milliseconds);
    await shop.reconciled();
    await shop.quiet();
  };

  it('are fetched within minutes, so that an order becomes paid while the webhook is off', async () => {
    await letTimePass(0);
    shop.stripe.webhooks.mode = 'off';
    const { sessionId, orderId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    expect(await shop.statusOf(orderId)).toBe('pending');
    await letTimePass(3 * 60_000);
    expect(await shop.statusOf(orderId)).toBe('paid');
    const { body } = await shop.call('getConnection', { token: shop.owner.token });
    expect(body.connection).toMatchObject({ lastEvent: null, waitingEvents: 0, waitingTasks: 0, failedTasks: 0 });
    expect(body.connection?.undeliveredEvents).toBeGreaterThan(0);
  });

  it('that arrive later by webhook change nothing, and all of them are deleted after ninety days', async () => {
    await letTimePass(0);
    shop.stripe.webhooks.mode = 'held';
    const { sessionId, orderId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.authorise(sessionId);
    await letTimePass(3 * 60_000);
    shop.stripe.webhooks.mode = 'on';
    await shop.stripe.webhooks.release('reversed');
    await shop.quiet();
    expect(await shop.statusOf(orderId)).toBe('paid');
    expect(shop.stripe.book(shop.stripe.books()[0]?.intentId ?? '')).toMatchObject({ captured: 10_000, refunded: 0 });
    const events = async () =>
      (await shop.shop.database.read.selectFrom('payment_events').select('id').execute()).length;
    expect(await events()).toBeGreaterThan(0);
    await letTimePass(89 * day);
    expect(await events()).toBeGreaterThan(0);
    await letTimePass(3 * day);
    expect(await events()).toBe(0);
  });
});
