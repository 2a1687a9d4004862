import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';

const hour = 60 * 60_000;

onEachPaidShop('What the processor refuses for good', (shop) => {
  const attention = async () =>
    (await shop.call('listNeeds', { token: shop.owner.token })).body.needs
      .filter(({ kind }) => kind === 'attention')
      .map(({ otherwise }) => otherwise);
  const callsOf = (call: string) => shop.stripe.asked.filter((asked) => asked.call === call).length;
  /** Lets the shop do for some days what is due. */
  const days = async (count: number) => {
    for (let passed = 0; passed < count * 24; passed += 1) await shop.later(hour);
  };

  it('is a capture that is tried six times and no more, and the owner is told', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.failNext('paymentIntents.capture', '400', 1_000);
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    await days(1);
    expect(await attention()).toEqual([
      'A capture was refused: not_allowed. Until somebody looks at it, the shop does nothing more about it.',
    ]);
    const tried = callsOf('paymentIntents.capture');
    await days(2);
    expect(callsOf('paymentIntents.capture')).toBe(tried);
    expect(await shop.statusOf(orderId)).toBe('processing');
  });

  it('is a payment that it does not know any more: it is read some times and no more, and the owner is told', async () => {
    const { sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    expect(sessionId).not.toBe('');
    shop.stripe.failNext('checkout.sessions.retrieve', '400', 1_000);
    await days(1);
    expect(await attention()).toEqual([
      'The card processor does not say what became of it: not_allowed. Until somebody looks at it, the shop does nothing more about it.',
    ]);
    const tried = callsOf('checkout.sessions.retrieve');
    await days(2);
    expect(callsOf('checkout.sessions.retrieve')).toBe(tried);
  });

  it('is not what it cannot do while it cannot be reached: a capture succeeds after two days', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.failNext('paymentIntents.capture', '429', 60);
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    for (let passed = 0; passed < 96 && (await shop.statusOf(orderId)) !== 'paid'; passed += 1) await shop.later(hour);
    expect(await shop.statusOf(orderId)).toBe('paid');
  });
});
