import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The list “Set up your shop”', (shop) => {
  const left = async (token: string) => {
    const { body } = await shop.call('getSetup', { token });
    return body.steps.filter(({ isDone }) => !isDone).map(({ id }) => id);
  };

  it('marks a step as done when the owner has done it, and can be hidden', async () => {
    const { token } = await shop.admin('Linh');
    expect(await left(token)).toEqual([
      ...['shop', 'piece', 'delivery', 'payments', 'tax', 'policies', 'email', 'second-factor', 'backup'],
    ]);
    await shop.call('updateShopSettings', { token, body: { street: '8 Wharf Lane', city: 'Balmain' } });
    await shop.listing('Red River Moon');
    await shop.call('updateDeliverySettings', { token, body: { pickup: true, pickupAddress: '8 Wharf Lane' } });
    const account = { transfer: true, accountName: 'Sơn', bsb: '062000', accountNumber: '10482297' };
    await shop.call('updatePaymentSettings', { token, body: account });
    await shop.call('updateTaxSettings', { token, body: { words: 'Thank you' } });
    await shop.call('updatePolicySettings', { token, body: { returns: 'x', privacy: 'x', terms: 'x' } });
    // Without SMTP_URL emails are files, so no mail server has sent one.
    expect(await left(token)).toEqual(['email', 'second-factor', 'backup']);
    await shop.call('hideSetup', { token, body: { hidden: true } });
    expect((await shop.call('getSetup', { token })).body.hidden).toBe(true);
  });

  it('is refused to viewers', async () => {
    const { token } = await shop.admin('Vera', 'viewer');
    expect((await shop.call('getSetup', { token })).status).toBe(403);
    expect((await shop.call('hideSetup', { token, body: { hidden: true } })).status).toBe(403);
  });
});
