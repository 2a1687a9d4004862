import { expect, it } from 'vitest';
import type { ReturnState } from '#contract/states.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const day = 24 * 60 * 60_000;

/** What a buyer and the shop do about returns of one order. */
function deskOf(shop: TestShop, { buyer, admin, orderId }: { buyer: Person; admin: Person; orderId: string }) {
  const { token } = admin;
  const own = { token: buyer.token, params: { id: orderId } };
  return {
    ask: (listingIds: string[], reason = 'It is too dark.') =>
      shop.call('requestReturn', { ...own, body: { listingIds, reason } }),
    withdraw: (returnId: string) =>
      shop.call('withdrawReturn', { token: buyer.token, params: { id: orderId, returnId } }),
    own: async () => (await shop.call('listOwnReturns', own)).body.returns,
    order: async () => (await shop.call('getOrder', own)).body.order,
    approve: (id: string, note?: string) => shop.call('approveReturn', { token, params: { id }, body: { note } }),
    decline: (id: string, note: string) => shop.call('declineReturn', { token, params: { id }, body: { note } }),
    received: (id: string) => shop.call('receiveReturn', { token, params: { id } }),
    close: (id: string, body: object = {}) => shop.call('closeReturn', { token, params: { id }, body }),
    refund: (amount: number, listingIds: string[]) =>
      shop.call('refundOrder', {
        token,
        params: { id: orderId },
        body: { amount, reason: 'Broken', listingIds },
      }),
  };
}

async function orderOfTwo(shop: TestShop) {
  const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
  const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
  const { id } = await shop.buy(anna, moon, carp);
  const desk = deskOf(shop, { buyer: anna, admin: linh, orderId: id });
  const arrived = async (listingIds: string[]) => {
    const returnId = (await desk.ask(listingIds)).body.return.id;
    await desk.approve(returnId);
    await desk.received(returnId);
    return returnId;
  };
  return { anna, linh, moon, carp, id, desk, arrived };
}

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

onEachEngine(
  'Returning a piece',
  (shop) => {
    const emails = async () => shop.shop.database.read.selectFrom('outbox').selectAll().execute();
    const kinds = async () => (await emails()).map(({ kind }) => kind);
    const expectSound = async () =>
      expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    const listing = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

    it('is asked for by the buyer, answered by the shop, and ends with a refund and the piece for sale again', async () => {
      const { linh, moon, carp, id, desk } = await orderOfTwo(shop);
      expect(await desk.order()).not.toHaveProperty('returns');
      const asked = await desk.ask([moon.id]);
      expect(asked).toMatchObject({ status: 201, body: { return: { orderId: id, state: 'requested' } } });
      expect(asked.body.return.items).toEqual([{ listingId: moon.id, name: 'Moon' }]);
      const returnId = asked.body.return.id;
      expect((await desk.approve(returnId, 'Parcel to Hoan Kiem, please.')).body.return.state).toBe('approved');
      expect((await desk.received(returnId)).body.return.state).toBe('received');
      const closed = await desk.close(returnId, { refund: 100, restock: true });
      expect(closed).toMatchObject({ status: 200, body: { return: { state: 'closed', refunded: 100 } } });
      const order = await desk.order();
      expect(order).toMatchObject({ status: 'paid', totalPrice: 100, returns: [{ state: 'closed' }] });
      expect(order.items.map(({ listingId }) => listingId)).toEqual([carp.id]);
      expect(order.history.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['Return requested: Moon', 'Return approved', 'Returned pieces received']),
      );
      expect((await listing(moon.id)).status).toBe('available');
      const sent = await emails();
      expect(sent.filter(({ kind }) => kind === 'return').map(({ subject }) => subject)).toEqual(
        expect.arrayContaining([
          `Your return was requested: ${id}`,
          `Your return is approved: ${id}`,
          `Your return has arrived: ${id}`,
          `Your return is closed: ${id}`,
        ]),
      );
      expect(sent.find(({ subject }) => subject.startsWith('Your return is approved'))?.text).toContain('Hoan Kiem');
      expect(sent.find(({ subject }) => subject.startsWith('Your return is closed'))?.text).toContain('$100.00');
      expect(sent.find(({ kind }) => kind === 'admin: return')?.text).toContain('It is too dark.');
      const { body } = await shop.call('listAuditEntries', { token: linh.token, query: { q: linh.name } });
      expect(body.entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['return approved', 'return received', 'return closed', 'order refunded']),
      );
      await expectSound();
    });

    it('is possible only for pieces of a sold order of the same buyer, and once for each piece', async () => {
      const { moon, carp, id, desk, linh } = await orderOfTwo(shop);
      const ben = await shop.customer('Ben');
      const foreign = deskOf(shop, { buyer: ben, admin: linh, orderId: id });
      expect((await foreign.ask([moon.id])).status).toBe(404);
      expect((await foreign.withdraw('none')).status).toBe(404);
      expect((await shop.call('listOwnReturns', { token: ben.token, params: { id } })).status).toBe(404);
      expect(await desk.ask(['no-piece'])).toMatchObject({ status: 409 });
      for (const [listingIds, reason] of [
        [[], 'Why'],
        [[moon.id], ' '],
        [[moon.id], 'x'.repeat(2_001)],
      ] as const)
        expect((await desk.ask([...listingIds], reason)).status).toBe(400);
      expect((await desk.ask([moon.id])).status).toBe(201);
      const again = await desk.ask([moon.id, carp.id]);
      expect(again).toMatchObject({ status: 409, body: { message: "'Moon' is in a return already." } });
      await shop.call('setOrderStatus', { token: linh.token, params: { id }, body: { status: 'cancelled' } });
      const words = 'Only pieces of a paid order can be returned';
      expect(await desk.ask([carp.id])).toMatchObject({ status: 409, body: { message: words } });
    });

    it('goes step by step: declined with a reason, withdrawn before it arrives, and no step twice', async () => {
      const { moon, desk } = await orderOfTwo(shop);
      const first = (await desk.ask([moon.id])).body.return.id;
      for (const early of [await desk.received(first), await desk.close(first)]) expect(early.status).toBe(409);
      expect((await desk.decline(first, ' ')).status).toBe(400);
      expect((await desk.decline(first, 'It was made for you.')).body.return).toMatchObject({
        state: 'declined',
        note: 'It was made for you.',
      });
      expect(await desk.approve(first)).toMatchObject({ body: { message: 'This return is declined by now.' } });
      const second = (await desk.ask([moon.id])).body.return.id;
      await desk.approve(second);
      expect((await desk.withdraw(second)).body.return).toMatchObject({ state: 'closed', isWithdrawn: true });
      const third = (await desk.ask([moon.id])).body.return.id;
      await desk.approve(third);
      await desk.received(third);
      expect((await desk.withdraw(third)).status).toBe(409);
      expect((await desk.close(third, { restock: true })).status).toBe(409);
      expect((await desk.close(third)).body.return.state).toBe('closed');
      expect((await desk.own()).map(({ state }) => state)).toEqual(['declined', 'closed', 'closed']);
      expect((await desk.order()).totalPrice).toBe(200);
      expect((await kinds()).filter((kind) => kind === 'admin: return').length).toBeGreaterThanOrEqual(4);
      expect((await desk.approve('nobody-has-this')).status).toBe(404);
    });

    it('discontinues a refunded piece that is not put back on sale, and refunds at least its price', async () => {
      const { moon, desk, arrived } = await orderOfTwo(shop);
      const returnId = await arrived([moon.id]);
      expect((await desk.close(returnId, { refund: 99 })).status).toBe(409);
      expect((await desk.close(returnId, { refund: 201 })).status).toBe(409);
      expect((await desk.own())[0]?.state).toBe('received');
      expect((await listing(moon.id)).status).toBe('sold');
      expect((await desk.close(returnId, { refund: 100 })).status).toBe(200);
      expect((await listing(moon.id)).status).toBe('discontinued');
      await expectSound();
    });

    it('cancels the order if all its pieces are returned, and refunds it', async () => {
      const { moon, carp, desk, arrived } = await orderOfTwo(shop);
      const returnId = await arrived([moon.id, carp.id]);
      expect((await desk.close(returnId, { refund: 200, restock: true })).status).toBe(200);
      expect(await desk.order()).toMatchObject({ status: 'cancelled', returns: [{ refunded: 200 }] });
      expect(await kinds()).not.toContain('order cancelled');
      await expectSound();
    });

    it('is requested, answered and closed only once when several calls come at the same time', async () => {
      const { moon, carp, desk, arrived } = await orderOfTwo(shop);
      const asked = await Promise.all([1, 2, 3].map(() => desk.ask([moon.id])));
      expect(statuses(asked)).toEqual([201, 409, 409]);
      const returnId = asked.find(({ status }) => status === 201)?.body.return.id ?? '';
      const answered = await Promise.all([desk.approve(returnId), desk.decline(returnId, 'No.')]);
      expect(statuses(answered)).toEqual([200, 409]);
      const other = await arrived([carp.id]);
      const closed = await Promise.all([1, 2, 3].map(() => desk.close(other, { refund: 100, restock: true })));
      expect(statuses(closed)).toEqual([200, 409, 409]);
      const { payments } = await desk.order();
      expect(payments.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 100 }]);
      await expectSound();
    });

    it('and a refund of the same piece at the same time give the money back once', async () => {
      const { moon, desk, arrived } = await orderOfTwo(shop);
      const returnId = await arrived([moon.id]);
      const both = [desk.close(returnId, { refund: 100, restock: true }), desk.refund(100, [moon.id])];
      const [closed, refunded] = await Promise.all(both);
      expect(statuses([closed, refunded].flatMap((answer) => answer ?? []))).toEqual([200, 409]);
      expect((await desk.order()).payments.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
      if (closed?.status === 409) expect((await desk.close(returnId)).status).toBe(200);
      await expectSound();
    });

    it('ends without another refund if the piece was refunded before, and the email says so', async () => {
      const { id, moon, desk, arrived } = await orderOfTwo(shop);
      const returnId = await arrived([moon.id]);
      expect((await desk.refund(100, [moon.id])).status).toBe(200);
      expect((await desk.close(returnId)).body.return).not.toHaveProperty('refunded');
      const closed = (await emails()).find(({ subject }) => subject === `Your return is closed: ${id}`);
      expect(closed?.text).toContain('There is no further refund.');
    });

    it('is offered for the days that the owner sets, counted from the delivery', async () => {
      const { linh, moon, carp, id, desk } = await orderOfTwo(shop);
      const before = await desk.order();
      expect(before).not.toHaveProperty('returnable');
      await shop.call('updatePolicySettings', { token: linh.token, body: { returnDays: 14 } });
      expect((await desk.order()).returnable).toEqual({ until: null });
      const confirmed = await shop.buy(await shop.customer('Ben'), await shop.listing('Lotus'));
      expect(confirmed).not.toHaveProperty('returnable');
      await shop.call('setOrderStatus', { token: linh.token, params: { id }, body: { status: 'delivered' } });
      const until = Date.parse((await desk.order()).returnable?.until ?? '');
      expect(Math.abs(until - (shop.shop.clock() + 14 * day))).toBeLessThan(60_000);
      expect((await desk.ask([moon.id])).status).toBe(201);
      shop.passTime(15 * day);
      expect((await desk.ask([carp.id])).status).toBe(409);
    });

    it('is listed in the panel and on the dashboard, and loses its reason when the account is deleted', async () => {
      const { anna, linh, moon, id, desk } = await orderOfTwo(shop);
      const returnId = (await desk.ask([moon.id])).body.return.id;
      const list = async (state?: ReturnState) =>
        (await shop.call('listReturns', { token: linh.token, query: { ...(state && { state }), pageSize: '10' } }))
          .body;
      expect(await list('requested')).toMatchObject({ total: 1, returns: [{ id: returnId, buyerName: 'Anna' }] });
      expect(await list('closed')).toMatchObject({ total: 0, returns: [] });
      const needs = async () => (await shop.call('listNeeds', { token: linh.token })).body.needs;
      expect(await needs()).toMatchObject([{ kind: 'return', path: `/admin/orders/${id}` }]);
      const records = await shop.call('downloadOwnRecords', { token: anna.token });
      expect(records.raw.toString()).toContain('It is too dark.');
      await shop.call('deleteUser', { token: linh.token, params: { id: anna.id } });
      expect((await list()).returns[0]).toMatchObject({ reason: '', state: 'requested' });
      await desk.decline(returnId, 'No.');
      expect(await needs()).toEqual([]);
    });
  },
  { ...withMail, RATE_LIMITS: 'off' },
);

onEachPaidShop('Returning a piece that was paid at the processor', (shop) => {
  it('refunds it there', async () => {
    const { orderId, sessionId } = await shop.buyerAtStripe('Anna', await shop.listing('Moon', { price: 50 }));
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    const { items, user } = await orderAndBuyer(shop, orderId);
    const desk = deskOf(shop, { buyer: user, admin: shop.owner, orderId });
    const returnId = (await desk.ask(items)).body.return.id;
    await desk.approve(returnId);
    await desk.received(returnId);
    expect((await desk.close(returnId, { refund: 50, restock: true })).status).toBe(200);
    await shop.quiet();
    expect(shop.stripe.refundsOf(intentId)).toMatchObject([{ amount: 5_000 }]);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });
});

async function orderAndBuyer(shop: TestShop & { owner: Person }, id: string) {
  const { order } = (await shop.call('getOrderAsAdmin', { token: shop.owner.token, params: { id } })).body;
  const { body } = await shop.call('authenticate', {
    body: { mode: 'signin', email: order.buyer.email, password: 'secret1' },
  });
  const { name, email } = order.buyer;
  return {
    items: order.items.map(({ listingId }) => listingId),
    user: { id: order.userId, name, email, token: body.token ?? '' },
  };
}
