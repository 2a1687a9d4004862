import { expect, it } from 'vitest';
import { refuse } from '#contract/errors.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const post = { carrier: 'Australia Post', number: '33AUS 0471 8820 19' };
const day = 24 * 60 * 60_000;

/** The calls with which staff handle one order. */
function deskOf(shop: TestShop, token: string, id: string) {
  const params = { id };
  return {
    ship: (body: object) => shop.call('createShipment', { token, params, body }),
    change: (shipmentId: string, body: object) =>
      shop.call('changeShipment', { token, params: { id, shipmentId }, body }),
    remove: (shipmentId: string) => shop.call('removeShipment', { token, params: { id, shipmentId } }),
    arrived: (shipmentId: string) => shop.call('setShipmentDelivered', { token, params: { id, shipmentId } }),
    delivered: () => shop.call('setOrderDelivered', { token, params }),
    packed: () => shop.call('setOrderPacked', { token, params }),
    unpacked: () => shop.call('setOrderUnpacked', { token, params }),
    set: (status: string) => shop.call('setOrderStatus', { token, params, body: { status } }),
  };
}

async function orderOfTwo(shop: TestShop) {
  const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh', 'staff')];
  const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
  const order = await shop.buy(anna, moon, carp);
  const own = async () => (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order;
  return { anna, linh, moon, carp, id: order.id, own, desk: deskOf(shop, linh.token, order.id) };
}

onEachEngine(
  'Shipping an order',
  (shop) => {
    const emailsOf = async (kind: string) =>
      (await shop.shop.database.read.selectFrom('outbox').selectAll().where('kind', '=', kind).execute()).toSorted(
        (a, b) => a.created_at - b.created_at,
      );
    const sound = async () => expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);

    it('makes it shipped, and its buyer can follow it in the account and by email', async () => {
      const { anna, linh, own, desk, id } = await orderOfTwo(shop);
      expect((await own()).shipments).toEqual([]);
      const shipped = await desk.ship({ ...post, note: 'Somebody has to sign for it.' });
      expect(shipped).toMatchObject({ status: 201, body: { order: { id, status: 'shipped' } } });
      const url = 'https://auspost.com.au/mypost/track/details/33AUS0471882019';
      expect((await own()).shipments).toMatchObject([{ ...post, url, deliveredAt: null }]);
      expect((await own()).history.at(-1)).toMatchObject({
        what: `Sent with Australia Post, ${post.number}`,
        by: 'shop',
      });
      const [email, ...others] = await emailsOf('order shipped');
      expect(email).toMatchObject({ recipient: anna.email, subject: `On its way: ${id}` });
      for (const words of [url, 'Moon', 'Carp', 'Somebody has to sign', post.number])
        expect(email?.text).toContain(words);
      expect([...others, ...(await emailsOf('order status'))]).toEqual([]);
      const owner = await shop.admin('Mai');
      const { entries } = (await shop.call('listAuditEntries', { token: owner.token, query: { q: linh.name } })).body;
      expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['order status', 'shipment']));
      await sound();
    });

    it('in parts keeps it paid until the last piece has left', async () => {
      const { anna, own, desk, moon, carp, id } = await orderOfTwo(shop);
      const part = await desk.ship({ ...post, listingIds: [moon.id] });
      expect(part).toMatchObject({ status: 201, body: { order: { status: 'paid' } } });
      expect((await emailsOf('order shipped'))[0]?.text).toContain('The rest of your order follows.');
      expect(await desk.ship({ ...post, listingIds: [moon.id] })).toMatchObject({
        status: 409,
        body: { message: "'Moon' has been sent already." },
      });
      expect(await desk.ship({ ...post, listingIds: ['no-piece'] })).toMatchObject({ status: 404 });
      const words = 'A part of your order is on its way, so it cannot be changed here. Please write to us.';
      const params = { id };
      const cancelled = await shop.call('cancelOrder', { token: anna.token, params });
      expect(cancelled).toMatchObject({ status: 409, body: { message: words } });
      const items = [{ listingId: carp.id }];
      expect(await shop.call('updateOrder', { token: anna.token, params, body: { items } })).toMatchObject({
        status: 409,
      });
      for (const status of ['shipped', 'delivered', 'processing'])
        expect(await desk.set(status), status).toMatchObject({ status: 409 });
      await sound();

      const rest = await desk.ship({ carrier: 'Own van', number: '', email: false });
      expect(rest.body.order).toMatchObject({
        status: 'shipped',
        shipments: [{ listingIds: [moon.id] }, { carrier: 'Own van', url: null, listingIds: [carp.id] }],
      });
      expect(await emailsOf('order shipped')).toHaveLength(1);
      expect((await own()).history.map(({ what }) => what)).toContain('Carp sent with Own van');
      await sound();
    });

    it('is refused with a message unless the order is paid', async () => {
      const { linh, desk } = await orderOfTwo(shop);
      const words = { status: 409, body: { message: 'Only paid orders can be shipped' } };
      for (const status of ['pending', 'cancelled', 'shipped']) {
        await desk.set(status);
        expect(await desk.ship(post), status).toMatchObject(words);
      }
      expect(await deskOf(shop, linh.token, 'no-order').ship(post)).toMatchObject({ status: 404 });
    });

    it('is refused without a carrier, without the number of a known one, and in the future', async () => {
      const { desk } = await orderOfTwo(shop);
      const now = shop.shop.clock();
      const tomorrow = new Date(now + day).toISOString();
      // The shop's day is at most one ahead of UTC's.
      const inTwoDays = new Date(now + 2 * day).toISOString().slice(0, 10);
      for (const [body, message] of [
        [{ carrier: 'auspost', number: '' }, 'Please give the tracking number of auspost.'],
        [{ carrier: '', number: '1' }, null],
        [{ carrier: 'DHL' }, null],
        [{ ...post, shippedAt: tomorrow }, 'A shipment cannot leave in the future.'],
        [{ ...post, shippedAt: inTwoDays }, 'A shipment cannot leave in the future.'],
        [{ ...post, shippedAt: 'yesterday' }, null],
        [{ ...post, listingIds: [] }, null],
      ] as const)
        expect(await desk.ship(body), JSON.stringify(body)).toMatchObject({
          status: 400,
          ...(message && { body: { message } }),
        });
      const shippedAt = new Date(now - 2 * day).toISOString();
      expect((await desk.ship({ ...post, shippedAt })).body.order.shipments).toMatchObject([{ shippedAt }]);
    });

    it('takes today as the time of the request, so that nothing is sent before it was ordered', async () => {
      const { desk } = await orderOfTwo(shop);
      const now = Temporal.Instant.fromEpochMilliseconds(shop.shop.clock());
      const today = now.toZonedDateTimeISO(shop.shop.settings.timeZone).toPlainDate().toString();
      const shipped = await desk.ship({ ...post, shippedAt: today });
      const sentAt = Date.parse(shipped.body.order.shipments[0]?.shippedAt ?? '');
      expect(sentAt).toBeGreaterThanOrEqual(now.epochMilliseconds);
    });

    it('with a carrier that the owner has added links to its page, and such a page needs https and a place for the number', async () => {
      const { desk } = await orderOfTwo(shop);
      const owner = await shop.admin('Mai');
      const save = (page: string, name = 'Sendle') =>
        shop.call('updateDeliverySettings', { token: owner.token, body: { carriers: [{ name, page }] } });
      for (const page of ['http://track.sendle.com/{number}', 'https://track.sendle.com/', 'https://{number}.com/', ''])
        expect((await save(page)).body, page).toMatchObject({ issues: [{ path: 'carriers.0.page' }] });
      expect(await save('https://track.sendle.com/?ref={number}&l=en')).toMatchObject({ status: 200 });
      expect(await desk.ship({ carrier: 'sendle', number: '' })).toMatchObject({ status: 400 });
      const { shipments } = (await desk.ship({ carrier: 'Sendle', number: 'S 1&2' })).body.order;
      expect(shipments).toMatchObject([{ url: 'https://track.sendle.com/?ref=S1%262&l=en' }]);
      await shop.call('updateDeliverySettings', { token: owner.token, body: { carriers: [] } });
    });

    it('can be corrected, and taken back', async () => {
      const { desk, moon, carp } = await orderOfTwo(shop);
      const { order } = (await desk.ship({ ...post, listingIds: [moon.id] })).body;
      const first = order.shipments[0]?.id ?? '';
      const corrected = await desk.change(first, { carrier: 'UPS', number: '1Z 99&9', email: true });
      expect(corrected.body.order.shipments).toMatchObject([
        { carrier: 'UPS', url: 'https://www.ups.com/track?tracknum=1Z99%269' },
      ]);
      expect(await emailsOf('order shipped')).toHaveLength(2);
      expect(await desk.change(first, { carrier: 'UPS', number: '' })).toMatchObject({ status: 400 });
      expect(await desk.change('none', post)).toMatchObject({ status: 404 });

      const last = (await desk.ship(post)).body.order.shipments.find(({ id }) => id !== first)?.id ?? '';
      for (const status of ['paid', 'processing', 'pending'])
        expect(await desk.set(status), status).toMatchObject({
          status: 409,
          body: { message: 'Pieces of this order have been sent. Remove its shipments first.' },
        });
      const removed = await desk.remove(last);
      expect(removed.body.order).toMatchObject({ status: 'paid', shipments: [{ listingIds: [moon.id] }] });
      expect(await desk.remove(last)).toMatchObject({ status: 404 });
      await sound();
      expect((await desk.ship(post)).body.order).toMatchObject({
        status: 'shipped',
        shipments: [{ listingIds: [moon.id] }, { listingIds: [carp.id] }],
      });
    });

    it('is complete when the refund of a piece leaves nothing to send', async () => {
      const { desk, moon, carp, id, own } = await orderOfTwo(shop);
      await desk.ship({ ...post, listingIds: [moon.id] });
      const owner = await shop.admin('Mai');
      const refund = (listingIds: string[]) =>
        shop.call('refundOrder', {
          token: owner.token,
          params: { id },
          body: { amount: 100, reason: 'Damaged', listingIds },
        });
      expect((await refund([carp.id])).body.order.status).toBe('shipped');
      await sound();
      expect((await refund([moon.id])).body.order.status).toBe('cancelled');
      expect((await own()).shipments).toMatchObject([{ number: post.number }]);
      await sound();
    });
  },
  withMail,
);

onEachEngine('The invariants of shipments', (shop) => {
  it('report a status that contradicts the shipments, and a piece that is not in the order', async () => {
    const { desk, moon, id } = await orderOfTwo(shop);
    const other = await shop.buy(await shop.customer('Ben'), await shop.listing('Star'));
    await desk.ship({ ...post, listingIds: [moon.id] });
    const violations = async (change: (tx: Writer) => Promise<unknown>) => {
      let found: string[] = [];
      await shop.shop.database.write(async (tx) => {
        await change(tx);
        found = await checkInvariants(tx, shop.shop.clock());
        // The refusal rolls the violation back.
        return refuse('internalError');
      });
      return found;
    };
    expect(
      await violations((tx) => tx.updateTable('orders').set({ status: 'shipped' }).where('id', '=', id).execute()),
    ).toEqual([`Order ${id} is shipped, and 1 of its pieces are in no shipment.`]);
    const moved = await violations((tx) => tx.updateTable('shipments').set({ order_id: other.id }).execute());
    expect(moved).toContainEqual(expect.stringMatching(/has the piece moon, which is not in its order\.$/));
  });
});

onEachEngine('The arrival of an order', (shop) => {
  it('can be recorded only after it is shipped, and then for all shipments that have not arrived', async () => {
    const { desk, moon, own } = await orderOfTwo(shop);
    expect(await desk.delivered()).toMatchObject({
      status: 409,
      body: { message: 'Only shipped orders can be delivered' },
    });
    const first = (await desk.ship({ ...post, listingIds: [moon.id] })).body.order.shipments[0]?.id ?? '';
    shop.passTime(1000);
    expect((await desk.arrived(first)).body.order.status).toBe('paid');
    shop.passTime(1000);
    await desk.ship({ carrier: 'DHL', number: '2' });
    const delivered = await desk.delivered();
    expect(delivered.body.order.status).toBe('delivered');
    const times = delivered.body.order.shipments.map(({ deliveredAt }) => Date.parse(deliveredAt ?? ''));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1000);
    // A second click changes nothing.
    shop.passTime(1000);
    expect((await desk.delivered()).body.order).toEqual(delivered.body.order);
    expect((await desk.arrived(first)).body.order).toEqual(delivered.body.order);
    expect(await desk.remove(first)).toMatchObject({ status: 409 });
    expect((await own()).status).toBe('delivered');
  });

  it('is recorded when its last shipment arrives', async () => {
    const { desk, moon } = await orderOfTwo(shop);
    await desk.ship({ ...post, listingIds: [moon.id] });
    const { shipments } = (await desk.ship(post)).body.order;
    const [first = '', second = ''] = shipments.map(({ id }) => id);
    expect((await desk.arrived(second)).body.order.status).toBe('shipped');
    expect((await desk.arrived(first)).body.order.status).toBe('delivered');
  });

  it('can also be recorded and taken back by changing its status', async () => {
    const { desk } = await orderOfTwo(shop);
    await desk.ship(post);
    expect((await desk.set('delivered')).body.order.shipments[0]?.deliveredAt).not.toBeNull();
    expect((await desk.set('shipped')).body.order.shipments[0]?.deliveredAt).toBeNull();
  });
});

onEachEngine('Packing an order', (shop) => {
  it('is recorded once, with a time that the buyer sees, can be taken back, and is refused if it is cancelled', async () => {
    const { desk, own } = await orderOfTwo(shop);
    const packed = await desk.packed();
    expect(packed.body.order).toMatchObject({ status: 'paid', packedAt: expect.stringContaining('T') });
    shop.passTime(1000);
    expect((await desk.packed()).body.order).toEqual(packed.body.order);
    expect((await own()).packedAt).toBe(packed.body.order.packedAt);
    expect((await desk.unpacked()).body.order).not.toHaveProperty('packedAt');
    expect((await desk.unpacked()).status).toBe(200);
    await desk.set('cancelled');
    expect(await desk.packed()).toMatchObject({ status: 409, body: { message: 'Only paid orders can be packed' } });
  });
});

onEachEngine('Notes about an order', (shop) => {
  it('are for staff alone, newest first, and are deleted with the account of the buyer', async () => {
    const { anna, linh, id, own } = await orderOfTwo(shop);
    const params = { id };
    const note = (text: string) => shop.call('addOrderNote', { token: linh.token, params, body: { text } });
    expect(await note('Photograph the back first.')).toMatchObject({ status: 201, body: { note: { author: 'Linh' } } });
    shop.passTime(1000);
    await note('Sent her two pictures.');
    const list = (query = {}) => shop.call('listOrderNotes', { token: linh.token, params, query });
    const { notes, total } = (await list()).body;
    expect([total, notes.map(({ text }) => text)]).toEqual([
      2,
      ['Sent her two pictures.', 'Photograph the back first.'],
    ]);
    expect((await list({ page: 2, pageSize: 1 })).body.notes).toMatchObject([{ text: 'Photograph the back first.' }]);
    expect(JSON.stringify(await own())).not.toContain('pictures');
    const records = await shop.call('downloadOwnRecords', { token: anna.token });
    expect(records.raw.toString()).not.toContain('pictures');
    expect(await note(' ')).toMatchObject({ status: 400 });
    expect(await shop.call('listOrderNotes', { token: linh.token, params: { id: 'none' } })).toMatchObject({
      status: 404,
    });

    const noteId = notes[0]?.id ?? '';
    const remove = () => shop.call('removeOrderNote', { token: linh.token, params: { id, noteId } });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    const mai = await shop.admin('Mai');
    expect((await shop.call('deleteUser', { token: mai.token, params: { id: anna.id } })).status).toBe(200);
    expect((await list()).body).toMatchObject({ notes: [], total: 0 });
  });
});

onEachPaidShop('Shipping with a processor', (shop) => {
  it('is refused until the processor reports the payment', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon'));
    const desk = deskOf(shop, shop.owner.token, orderId);
    expect(await desk.ship(post)).toMatchObject({ status: 409, body: { message: 'Only paid orders can be shipped' } });
    shop.stripe.authorise(sessionId);
    await shop.quiet();
    expect(await desk.ship(post)).toMatchObject({ status: 201, body: { order: { status: 'shipped' } } });
  });
});
