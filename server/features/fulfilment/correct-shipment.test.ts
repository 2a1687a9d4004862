import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const post = { carrier: 'Australia Post', number: '33AUS 0471 8820 19' };
const day = 24 * 60 * 60_000;

onEachEngine(
  'Correcting a shipment',
  (shop) => {
    const sentOrder = async () => {
      const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh', 'staff')];
      const { id } = await shop.buy(anna, await shop.listing('Moon'));
      const { token } = linh;
      const sent = await shop.call('createShipment', { token, params: { id }, body: { ...post, email: false } });
      const params = { id, shipmentId: sent.body.order.shipments[0]?.id ?? '' };
      return {
        change: (body: object) => shop.call('changeShipment', { token, params, body: { ...post, ...body } }),
        arrived: () => shop.call('setShipmentDelivered', { token, params }),
        cancel: () => shop.call('setOrderStatus', { token, params: { id }, body: { status: 'cancelled' } }),
      };
    };
    const emails = () =>
      shop.shop.database.read.selectFrom('outbox').select('id').where('kind', '=', 'order shipped').execute();

    it('of a cancelled order does not tell the buyer that it is on its way', async () => {
      const { change, cancel } = await sentOrder();
      await cancel();
      const number = '33AUS 0471 8820 20';
      expect(await change({ number, email: true })).toMatchObject({
        status: 200,
        body: { order: { status: 'cancelled', shipments: [{ number }] } },
      });
      expect(await emails()).toEqual([]);
    });

    it('that has arrived sends no email, and is refused if it would leave after its arrival', async () => {
      const { change, arrived } = await sentOrder();
      shop.passTime(day);
      await arrived();
      shop.passTime(2 * day);
      const shippedAt = new Date(shop.shop.clock() - day).toISOString();
      expect(await change({ shippedAt })).toMatchObject({
        status: 400,
        body: { message: 'A shipment cannot leave after it has arrived.' },
      });
      expect(await change({ number: '2', email: true })).toMatchObject({ status: 200 });
      expect(await emails()).toEqual([]);
    });

    it('can set the day of its arrival as the day on which it left', async () => {
      const { change, arrived } = await sentOrder();
      shop.passTime(day);
      const order = (await arrived()).body.order;
      const deliveredAt = order.shipments[0]?.deliveredAt ?? '';
      const { timeZone } = shop.shop.settings;
      const arrivalDay = Temporal.Instant.from(deliveredAt).toZonedDateTimeISO(timeZone).toPlainDate().toString();
      shop.passTime(day);
      const [shipment] = (await change({ shippedAt: arrivalDay })).body.order.shipments;
      expect(Date.parse(shipment?.shippedAt ?? '')).toBeLessThanOrEqual(Date.parse(deliveredAt));
    });
  },
  withMail,
);
