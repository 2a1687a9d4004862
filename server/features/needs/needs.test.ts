import { expect, it } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const day = 24 * 60 * 60_000;
const account = { transfer: true, accountName: 'Vàng Son', bsb: '062000', accountNumber: '10482297' };

onEachPaidShop('What needs the owner of a shop with real payments', (shop) => {
  const needs = async (token = shop.owner.token) => (await shop.call('listNeeds', { token })).body;
  const paidOrder = async (name: string) => {
    const { sessionId, orderId } = await shop.buyerAtStripe(name, await shop.piece(`Piece of ${name}`, { price: 50 }));
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    return { orderId, intentId };
  };

  it('is nothing in a new shop, which says so to every role', async () => {
    await paidOrder('Anna');
    const viewer = await shop.admin('Vera', 'viewer');
    expect(await needs(viewer.token)).toEqual({ success: true, needs: [], total: 0, isWatched: true });
  });

  it('is a dispute until its date, and goes when it is answered', async () => {
    const { orderId, intentId } = await paidOrder('Anna');
    const dueBy = Math.floor((shop.shop.clock() + 3 * day) / 1_000) * 1_000;
    const dispute = shop.stripe.openDispute(intentId, { reason: 'product_not_received', dueBy });
    await shop.quiet();
    const [need] = (await needs()).needs;
    expect(need).toMatchObject({ kind: 'dispute', path: `/admin/orders/${orderId}`, isLate: false });
    expect(need?.what).toBe(`The bank of ${orderId}’s buyer disputes $50.00`);
    expect(need?.otherwise).toBe('Product not received. Without an answer the money goes back.');
    expect(Date.parse(need?.dueAt ?? '')).toBe(dueBy);
    shop.passTime(4 * day);
    expect((await needs()).needs[0]?.isLate).toBe(true);
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect((await needs()).total).toBe(0);
  });

  it('is a refund that failed and a payment that differs, the disputes before them', async () => {
    const [anna, ben, cho] = [await paidOrder('Anna'), await paidOrder('Ben'), await paidOrder('Cho')];
    shop.stripe.refundsBegin = 'pending';
    const refund = { amount: 50, reason: 'Damaged' };
    await shop.call('refundOrder', { token: shop.owner.token, params: { id: anna.orderId }, body: refund });
    await shop.quiet();
    shop.stripe.failRefund(shop.stripe.refundsOf(anna.intentId)[0]?.id ?? '');
    shop.stripe.alterIntent(ben.intentId, { amount_received: 7_000 });
    shop.stripe.openDispute(cho.intentId);
    await shop.quiet();
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    const found = (await needs()).needs.map(({ kind, what }) => [kind, what]);
    expect(found).toEqual([
      ['dispute', `The bank of ${cho.orderId}’s buyer disputes $50.00`],
      ['refund', `The refund of ${anna.orderId} failed`],
      ['attention', `${ben.orderId}: the payment of $50.00 is not as it should be`],
    ]);
  });

  it('is a payment that only the processor has', async () => {
    const { intentId } = await paidOrder('Anna');
    shop.stripe.alterIntent(intentId, { metadata: { order: 'LOST', attempt: 'lost' } });
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    const kinds = (await needs()).needs.map(({ kind, path }) => [kind, path]);
    expect(kinds).toContainEqual(['difference', '/admin/settings/payments']);
  });
});

onEachEngine(
  'What needs the owner of a shop without a processor',
  (shop) => {
    const needs = async (token: string) => (await shop.call('listNeeds', { token })).body;
    const waitingOrder = async (buyer: Person, name: string) => {
      const listing = await shop.piece(name, { price: 90 });
      const body = { items: [{ listingId: listing.id, price: 90 }], paymentMethod: 'transfer' as const };
      const { orderId } = (await shop.call('createCheckout', { token: buyer.token, body })).body;
      await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
      return orderId;
    };

    it('is not watched until transfers are offered, and is none of the buyers’ business', async () => {
      const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      expect(await needs(linh.token)).toEqual({ success: true, needs: [], total: 0, isWatched: false });
      await shop.call('updatePaymentSettings', { token: linh.token, body: account });
      expect(await needs(linh.token)).toEqual({ success: true, needs: [], total: 0, isWatched: true });
      expect((await shop.call('listNeeds', { token: anna.token })).status).toBe(403);
    });

    it('is a transfer on its last day, and rows of the statement without an order', async () => {
      const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      await shop.call('updatePaymentSettings', { token: linh.token, body: { ...account, reserveDays: 1 } });
      const orderId = await waitingOrder(anna, 'Moon');
      const until = (await shop.call('getOrder', { token: anna.token, params: { id: orderId } })).body.order
        ?.holdExpiresAt;
      shop.passTime(Date.parse(until ?? '') - shop.shop.clock() - 60 * 60_000);
      const [linhAgain] = [await shop.admin('Linh again')];
      shop.shop.settlement.wake();
      await shop.shop.settlement.settled();
      expect((await needs(linhAgain.token)).needs).toMatchObject([
        {
          kind: 'transfer',
          what: `The bank transfer for ${orderId} has not arrived yet`,
          dueAt: until,
          path: `/admin/orders/${orderId}`,
        },
      ]);
      const bytes = Buffer.from('Date,Amount,Description\n23/11/2026,55.00,SOMEBODY ELSE');
      const file = filesBody('statement', { name: 'bank.csv', bytes });
      await shop.call('uploadStatement', { token: linhAgain.token, ...file });
      const found = (await needs(linhAgain.token)).needs;
      expect(found.map(({ kind, what }) => [kind, what])).toContainEqual([
        'bank',
        '1 row of the bank statement has no order',
      ]);
      const viewer = await shop.admin('Vera', 'viewer');
      expect((await needs(viewer.token)).needs.map(({ kind }) => kind)).toEqual(['transfer']);
      const payment = { amount: 90, method: 'transfer' as const };
      await shop.call('recordPayment', { token: linhAgain.token, params: { id: orderId }, body: payment });
      expect((await needs(linhAgain.token)).needs.map(({ kind }) => kind)).toEqual(['bank']);
    });
  },
  { RATE_LIMITS: 'off' },
);
