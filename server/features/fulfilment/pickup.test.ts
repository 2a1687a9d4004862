import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const slot = { day: '2099-11-23', from: '10:00', to: '12:00' };

onEachEngine(
  'An order that its buyer collects',
  (shop) => {
    async function paidOrder() {
      const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
      const body = { pickup: true, pickupAddress: '8 Wharf Lane', packingDays: 3 };
      await shop.call('updateDeliverySettings', { token: linh.token, body });
      const { id } = await shop.buyForPickup(anna, await shop.listing('Moon'));
      const params = { id };
      return {
        anna,
        linh,
        id,
        params,
        seenByBuyer: async () => (await shop.call('getOrder', { token: anna.token, params })).body.order,
        arrange: (when: object) => shop.call('setAppointment', { token: linh.token, params, body: when }),
      };
    }
    const emails = (kind: string) =>
      shop.shop.database.read
        .selectFrom('outbox')
        .select(['recipient', 'subject', 'text'])
        .where('kind', '=', kind)
        .execute();

    it('keeps the packing days that were promised at the checkout when the shop changes them', async () => {
      const { linh, seenByBuyer } = await paidOrder();
      await shop.call('updateDeliverySettings', { token: linh.token, body: { packingDays: 9 } });
      expect(await seenByBuyer()).toMatchObject({ isPickup: true, promised: { packingDays: 3, arrivalDays: 3 } });
    });

    it('is confirmed by an email that names the place to collect it', async () => {
      const { anna } = await paidOrder();
      const [confirmation, ...others] = await emails('order paid');
      expect(others).toEqual([]);
      expect(confirmation?.recipient).toBe(anna.email);
      expect(confirmation?.text).toContain('You collect it. Pickup, 8 Wharf Lane.');
      expect(confirmation?.text).not.toContain('It goes to');
    });

    it('can have an appointment, and its buyer gets an email when that is made, changed or cancelled', async () => {
      const { id, linh, params, arrange, seenByBuyer } = await paidOrder();
      const made = await arrange({ ...slot, note: 'Ring the bell.' });
      expect(made.body.order.history.at(-1)?.what).toContain('23 November');
      await arrange({ ...slot, day: '2099-11-24' });
      // The same appointment again sends no email.
      await arrange({ ...slot, day: '2099-11-24' });
      expect((await seenByBuyer()).appointment).toEqual({ ...slot, day: '2099-11-24', note: '' });
      const cancelled = await shop.call('cancelAppointment', { token: linh.token, params });
      expect(cancelled.body.order).not.toHaveProperty('appointment');
      const sent = await emails('order appointment');
      expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
        `Your appointment has changed: ${id}`,
        `Your appointment is cancelled: ${id}`,
        `Your appointment to collect: ${id}`,
      ]);
      for (const words of ['Monday 23 November 2099, 10:00 to 12:00', 'Ring the bell.', '8 Wharf Lane'])
        expect(sent.map(({ text }) => text).join('\n')).toContain(words);
    });

    it('cannot have an appointment that ends before it begins, or on a day that has passed', async () => {
      const { arrange, seenByBuyer } = await paidOrder();
      expect((await arrange({ ...slot, to: '09:00' })).body).toMatchObject({ issues: [{ path: 'to' }] });
      expect(await arrange({ ...slot, day: '2020-01-01' })).toMatchObject({ status: 400 });
      expect(await seenByBuyer()).not.toHaveProperty('appointment');
    });

    it('is delivered without a shipment once it is collected, and then cannot have an appointment', async () => {
      const { linh, params, arrange } = await paidOrder();
      const collected = await shop.call('setOrderDelivered', { token: linh.token, params });
      expect(collected.body.order).toMatchObject({ status: 'delivered', shipments: [] });
      expect(collected.body.order.history.at(-1)?.what).toBe('Picked up');
      expect(await arrange(slot)).toMatchObject({ status: 409 });
    });
  },
  withMail,
);
