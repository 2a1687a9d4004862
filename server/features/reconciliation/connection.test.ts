import { expect, it } from 'vitest';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const webhookUrl = 'https://shop.test/api/payments/stripe/events';

onEachPaidShop('The connection with the processor', (shop) => {
  const check = async () => (await shop.call('checkConnection', { token: shop.owner.token })).body.check;
  const connection = async () => (await shop.call('getConnection', { token: shop.owner.token })).body.connection;

  it('shows the mode, the last four characters of the key and the last event, but not the rest of the key', async () => {
    const { body } = await shop.call('getConnection', { token: shop.owner.token });
    const { secretKey } = shop.stripe;
    expect(body.connection).toMatchObject({ mode: 'test', keyEnding: secretKey.slice(-4), lastEvent: null });
    expect(JSON.stringify(body)).not.toContain(secretKey.slice(0, -4));
    const { sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    expect((await connection())?.lastEvent).toMatchObject({ type: expect.any(String), at: expect.any(String) });
  });

  it('is checked: the key, its permissions, and the webhook endpoint with its version and events', async () => {
    expect(await check()).toMatchObject({ key: 'accepted', missingPermissions: [], webhook: 'missing', webhookUrl });
    shop.stripe.setEndpoint(webhookUrl);
    const fine = { webhook: 'found', apiVersion: '2026-10-28.endive', missingEvents: [] };
    expect(await check()).toMatchObject({ ...fine, expectedVersion: fine.apiVersion });
    shop.stripe.setEndpoint(webhookUrl, { api_version: '2020-08-27', enabled_events: ['charge.refunded'] });
    const old = await check();
    expect(old.apiVersion).toBe('2020-08-27');
    expect(old.missingEvents).toContain('payment_intent.succeeded');
    shop.stripe.setEndpoint(webhookUrl, { status: 'disabled', enabled_events: ['*'] });
    expect(await check()).toMatchObject({ webhook: 'disabled', missingEvents: [] });
  });

  it('is checked also with a key that may not read everything or is unknown, and while Stripe cannot be reached', async () => {
    shop.stripe.failNext('webhookEndpoints.list', '403');
    shop.stripe.failNext('disputes.list', '403');
    const restricted = { key: 'accepted', missingPermissions: ['Disputes'], webhook: 'unreadable' };
    expect(await check()).toMatchObject(restricted);
    shop.stripe.failNext('events.list', '401');
    expect(await check()).toMatchObject({ key: 'refused' });
    shop.stripe.failNext('checkout.sessions.list', 'drop before', 3);
    expect(await check()).toMatchObject({ key: 'unreachable' });
  });

  it('is tested by a purchase that makes no order and whose webhook arrives', async () => {
    const { body } = await shop.call('beginTestPurchase', { token: shop.owner.token });
    expect((await connection())?.testPurchase).toMatchObject({ url: body.url, arrivedAt: null });
    shop.stripe.authorise(body.url.split('/').at(-1) ?? '');
    await shop.quiet();
    expect((await connection())?.testPurchase?.arrivedAt).toEqual(expect.any(String));
    expect(await connection()).toMatchObject({ waitingEvents: 0, waitingTasks: 0, differences: 0 });
    const orders = await shop.call('listOrders', { token: shop.owner.token, query: {} });
    expect(orders.body.orders).toEqual([]);
    shop.stripe.failNext('checkout.sessions.create', 'drop before', 3);
    expect((await shop.call('beginTestPurchase', { token: shop.owner.token })).status).toBe(503);
  });
});

onEachEngine('A shop with simulated payments', (shop) => {
  it('has no connection and nothing to compare or to check', async () => {
    const { token } = await shop.admin('Linh');
    expect((await shop.call('getConnection', { token })).body.connection).toBeNull();
    expect((await shop.call('beginComparison', { token })).status).toBe(409);
    expect((await shop.call('checkConnection', { token })).status).toBe(409);
    expect((await shop.call('beginTestPurchase', { token })).status).toBe(409);
  });
});
