import { expect, it } from 'vitest';
import { afterWorkingDays } from '#contract/working-days.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'An order that its buyer collects',
  (shop) => {
    it('keeps the days of its checkout, and is delivered without a shipment', async () => {
      const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
      const moon = await shop.listing('Moon');
      const settings = { pickup: true, pickupAddress: '8 Wharf Lane', packingDays: 3 };
      await shop.call('updateDeliverySettings', { token: linh.token, body: settings });
      const items = [{ listingId: moon.id, price: moon.price }];
      const delivery = { firstName: 'Anna', lastName: 'Tran', email: 'anna@example.com', phone: '0400 000 000' };
      const home = { address: '9 Davey St', city: 'Hobart', state: 'TAS', postcode: '7000' };
      const body = { items, deliveryOption: 'pickup', delivery: { ...delivery, ...home } };
      const { orderId, orderDate } = (await shop.call('createCheckout', { token: anna.token, body })).body;
      await shop.call('confirmPayment', { token: anna.token, body: { orderDate, listingIds: [moon.id] } });
      await shop.call('updateDeliverySettings', { token: linh.token, body: { packingDays: 9 } });
      const { order } = (await shop.call('getOrder', { token: anna.token, params: { id: orderId } })).body;
      expect(order).toMatchObject({ isPickup: true, promised: { packingDays: 3, arrivalDays: 3 } });
      const confirmation = await shop.shop.database.read
        .selectFrom('outbox')
        .select('text')
        .where('recipient', '=', anna.email)
        .where('kind', '=', 'order paid')
        .executeTakeFirstOrThrow();
      expect(confirmation.text).toContain('You collect it. Pickup, 8 Wharf Lane.');
      expect(confirmation.text).not.toContain('It goes to');
      const { token } = linh;
      const params = { id: orderId };
      const arrange = (when: object) => shop.call('setAppointment', { token, params, body: when });
      const slot = { day: '2099-11-23', from: '10:00', to: '12:00' };
      expect((await arrange({ ...slot, to: '09:00' })).body).toMatchObject({ issues: [{ path: 'to' }] });
      expect(await arrange({ ...slot, day: '2020-01-01' })).toMatchObject({ status: 400 });
      expect((await arrange({ ...slot, note: 'Ring the bell.' })).body.order.history.at(-1)?.what).toContain(
        '23 November',
      );
      await arrange({ ...slot, day: '2099-11-24' });
      await arrange({ ...slot, day: '2099-11-24' });
      const seen = (await shop.call('getOrder', { token: anna.token, params })).body.order;
      expect(seen.appointment).toEqual({ ...slot, day: '2099-11-24', note: '' });
      const cancelled = await shop.call('cancelAppointment', { token, params });
      expect(cancelled.body.order).not.toHaveProperty('appointment');
      const emails = await shop.shop.database.read
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('kind', '=', 'order appointment')
        .orderBy('id')
        .execute();
      expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
        `Your appointment has changed: ${orderId}`,
        `Your appointment is cancelled: ${orderId}`,
        `Your appointment to collect: ${orderId}`,
      ]);
      for (const words of ['Monday 23 November 2099, 10:00 to 12:00', 'Ring the bell.', '8 Wharf Lane'])
        expect(emails.map(({ text }) => text).join('\n')).toContain(words);
      const collected = await shop.call('setOrderDelivered', { token: linh.token, params: { id: orderId } });
      expect(collected.body.order).toMatchObject({ status: 'delivered', shipments: [] });
      expect(collected.body.order.history.at(-1)?.what).toBe('Picked up');
      expect(await arrange(slot)).toMatchObject({ status: 409 });
    });
  },
  // No server listens at this address: the test reads the outbox.
  { SMTP_URL: 'smtp://127.0.0.1:9' },
);

it.each([
  ['2026-11-23', 0, '2026-11-23'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-23', 7, '2026-12-02'],
])('From %s on, %i working days end on %s', (day, count, end) => {
  expect(afterWorkingDays(day, count)).toBe(end);
});
