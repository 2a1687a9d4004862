import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';

onEachPaidShop('A buyer whose payment was declined', (shop) => {
  const orderOf = async (id: string) =>
    (await shop.call('getOrderAsAdmin', { token: shop.owner.token, params: { id } })).body.order;
  const attempts = async () =>
    (await shop.call('listPayments', { token: shop.owner.token })).body.payments.map(({ state, error }) => ({
      state,
      error,
    }));

  it('reads why, and the owner reads the code, until the next try', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.decline(sessionId, 'insufficient_funds');
    await shop.quiet();
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', declined: 'funds' });
    expect(await attempts()).toEqual([{ state: 'open', error: 'insufficient_funds' }]);
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    const paid = await orderOf(orderId);
    expect(paid.status).toBe('paid');
    expect(paid).not.toHaveProperty('declined');
    expect(await attempts()).toEqual([{ state: 'captured', error: '' }]);
  });

  it('does not learn that the card was reported as stolen', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.decline(sessionId, 'stolen_card');
    await shop.quiet();
    expect(await orderOf(orderId)).toMatchObject({ declined: 'bank' });
    expect(await attempts()).toEqual([{ state: 'open', error: 'stolen_card' }]);
  });

  it('still reads why after the payment page has ended', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.decline(sessionId, 'expired_card');
    await shop.quiet();
    shop.passTime(32 * 60_000);
    shop.stripe.advance(0);
    await shop.quiet();
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', declined: 'expired' });
    expect(await attempts()).toEqual([{ state: 'expired', error: 'expired_card' }]);
  });
});
