import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';

onEachPaidShop('the money of an order', (shop) => {
  it('names attempts and disputes with the time to answer and their page at the processor, to viewers too', async () => {
    const viewer = await shop.admin('Viewer', 'viewer');
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.piece('Heron', { price: 50 }));
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const money = async () => (await shop.call('getOrderMoney', { token: viewer.token, params: { id: orderId } })).body;
    expect(await money()).toMatchObject({ attempts: [{ orderId, state: 'captured', amount: 50 }], disputes: [] });

    const dueBy = shop.shop.clock() + 86_400_000;
    const dispute = shop.stripe.openDispute(intentId, { reason: 'product_not_received', dueBy });
    await shop.quiet();
    expect((await money()).disputes).toMatchObject([
      {
        ...{ id: dispute.id, amount: 50, reason: 'product_not_received', state: 'needs-answer' },
        answerBy: new Date(Math.floor(dueBy / 1000) * 1000).toISOString(),
        url: `https://dashboard.stripe.com/test/payments/${intentId}`,
      },
    ]);
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect((await money()).disputes).toMatchObject([{ state: 'won' }]);
  });
});
