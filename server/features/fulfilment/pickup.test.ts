import { expect, it } from 'vitest';
import { afterWorkingDays } from '#contract/working-days.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('An order that its buyer collects', (shop) => {
  it('keeps the days of its checkout, and is delivered without a shipment', async () => {
    const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
    const moon = await shop.piece('Moon');
    const settings = { pickup: true, pickupAddress: '8 Wharf Lane', packingDays: 3 };
    await shop.call('updateDeliverySettings', { token: linh.token, body: settings });
    const items = [{ listingId: moon.id, price: moon.price }];
    const body = { items, deliveryOption: 'pickup' };
    const { orderId, orderDate } = (await shop.call('createCheckout', { token: anna.token, body })).body;
    await shop.call('confirmPayment', { token: anna.token, body: { orderDate, listingIds: [moon.id] } });
    await shop.call('updateDeliverySettings', { token: linh.token, body: { packingDays: 9 } });
    const { order } = (await shop.call('getOrder', { token: anna.token, params: { id: orderId } })).body;
    expect(order).toMatchObject({ isPickup: true, promised: { packingDays: 3, arrivalDays: 3 } });
    const collected = await shop.call('setOrderDelivered', { token: linh.token, params: { id: orderId } });
    expect(collected.body.order).toMatchObject({ status: 'delivered', shipments: [] });
    expect(collected.body.order.history.at(-1)?.what).toBe('Picked up');
  });
});

it.each([
  ['2026-11-23', 0, '2026-11-23'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-23', 7, '2026-12-02'],
])('From %s on, %i working days end on %s', (day, count, end) => {
  expect(afterWorkingDays(day, count)).toBe(end);
});
