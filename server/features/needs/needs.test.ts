import { expect, it } from 'vitest';
import { asCents } from '#contract/money.ts';
import { localDay } from '#server/platform/local-day.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { onEachPaidShop } from '#server/testing/paid-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const day = 24 * 60 * 60_000;
const account = { transfer: true, accountName: 'Vàng Son', bsb: '062000', accountNumber: '10482297' };

onEachPaidShop('The list “Needs you” of a shop with a card processor', (shop) => {
  const needs = async (token = shop.owner.token) => (await shop.call('listNeeds', { token })).body;
  const paidOrder = async (name: string) => {
    const { sessionId, orderId } = await shop.buyerAtStripe(
      name,
      await shop.listing(`Piece of ${name}`, { price: 50 }),
    );
    const { id: intentId } = shop.stripe.authorise(sessionId);
    await shop.quiet();
    return { orderId, intentId };
  };

  it('is open to viewers, and is empty in a new shop', async () => {
    const viewer = await shop.admin('Vera', 'viewer');
    expect(await needs(viewer.token)).toEqual({ success: true, needs: [], total: 0, isWatched: true, next: null });
  });

  it('has a dispute until it is decided, and marks it as late after its deadline', async () => {
    const { orderId, intentId } = await paidOrder('Anna');
    const dueBy = Math.floor((shop.shop.clock() + 3 * day) / 1_000) * 1_000;
    const dispute = shop.stripe.openDispute(intentId, { reason: 'product_not_received', dueBy });
    await shop.quiet();
    const [need] = (await needs()).needs;
    expect(need).toMatchObject({ kind: 'dispute', path: `/admin/orders/${orderId}`, isLate: false });
    expect(need?.what).toBe(`The bank of ${orderId}’s buyer disputes $50.00`);
    expect(need?.otherwise).toBe('Product not received. Without an answer the money goes back.');
    expect(Date.parse(need?.dueAt ?? '')).toBe(dueBy);
    shop.passTime(4 * day);
    expect((await needs()).needs[0]?.isLate).toBe(true);
    shop.stripe.winDispute(dispute.id);
    await shop.quiet();
    expect((await needs()).needs.map(({ kind }) => kind)).toEqual(['order']);
  });

  it('has disputes without a due date after those with one', async () => {
    const [anna, ben] = [await paidOrder('Anna'), await paidOrder('Ben')];
    // Stripe sends 0 for a dispute without a due date.
    shop.stripe.openDispute(anna.intentId, { dueBy: 0 });
    shop.stripe.openDispute(ben.intentId, { dueBy: shop.shop.clock() + 3 * day });
    await shop.quiet();
    const disputes = (await needs()).needs.filter(({ kind }) => kind === 'dispute');
    expect(disputes.map(({ path }) => path)).toEqual([`/admin/orders/${ben.orderId}`, `/admin/orders/${anna.orderId}`]);
    expect(disputes[1]).toMatchObject({ dueAt: null, isLate: false });
  });

  it('has a failed refund and a payment with a wrong amount, below the disputes', async () => {
    const [anna, ben, cho] = [await paidOrder('Anna'), await paidOrder('Ben'), await paidOrder('Cho')];
    shop.stripe.refundsBegin = 'pending';
    const refund = { amount: 50, reason: 'Damaged' };
    await shop.call('refundOrder', { token: shop.owner.token, params: { id: anna.orderId }, body: refund });
    await shop.quiet();
    shop.stripe.failRefund(shop.stripe.refundsOf(anna.intentId)[0]?.id ?? '');
    shop.stripe.alterIntent(ben.intentId, { amount_received: 7_000 });
    shop.stripe.openDispute(cho.intentId);
    await shop.quiet();
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    const { needs: all } = await needs();
    const found = all.filter(({ kind }) => kind !== 'order').map(({ kind, what }) => [kind, what]);
    expect(found).toEqual([
      ['dispute', `The bank of ${cho.orderId}’s buyer disputes $50.00`],
      ['refund', `The refund of ${anna.orderId} failed`],
      ['attention', `${ben.orderId}: the payment of $50.00 is not as it should be`],
    ]);
  });

  it('has a payment that belongs to no order of the shop', async () => {
    const { intentId } = await paidOrder('Anna');
    shop.stripe.alterIntent(intentId, { metadata: { order: 'LOST', attempt: 'lost' } });
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    const kinds = (await needs()).needs.map(({ kind, path }) => [kind, path]);
    expect(kinds).toContainEqual(['difference', '/admin/settings/payments']);
  });

  it('has a line for a processor that does not answer, but none if only old events could not be deleted', async () => {
    await shop.call('beginComparison', { token: shop.owner.token });
    await shop.reconciled();
    const fail = (name: 'old events' | 'undelivered events') =>
      shop.shop.database.write((tx) =>
        tx.updateTable('processor_jobs').set({ tries: 5, error: 'no answer' }).where('name', '=', name).execute(),
      );
    await fail('old events');
    expect((await needs()).needs).toEqual([]);
    await fail('undelivered events');
    expect((await needs()).needs).toMatchObject([
      { kind: 'connection', what: 'The card processor does not answer the shop' },
    ]);
  });

  it('counts for staff only what staff can open, however many there are', async () => {
    const sam = await shop.admin('Sam', 'staff');
    const kind = 'unknown' as const;
    const differences = Array.from({ length: 60 }, (_, place) => ({
      id: `unknown pi_${place}`,
      kind,
      intent_id: `pi_${place}`,
      attempt_id: null,
      order_id: null,
      currency: 'AUD',
      here_cents: asCents(0),
      there_cents: asCents(5_000),
      found_at: shop.shop.clock(),
    }));
    await shop.shop.database.write((tx) => tx.insertInto('payment_differences').values(differences).execute());
    const [ofOwner, ofStaff] = [await needs(), await needs(sam.token)];
    expect([ofOwner.total, ofOwner.needs.length]).toEqual([60, 50]);
    expect(ofStaff).toMatchObject({ total: 0, needs: [] });
    await shop.shop.database.write((tx) =>
      tx.updateTable('payment_differences').set({ order_id: 'LOST' }).where('id', '=', 'unknown pi_0').execute(),
    );
    expect(await needs(sam.token)).toMatchObject({ total: 1, needs: [{ path: '/admin/orders/LOST' }] });
  });

  it('has a failed refund among the first 50, however many later payments need attention', async () => {
    const { orderId, intentId } = await paidOrder('Anna');
    shop.stripe.refundsBegin = 'pending';
    const refund = { amount: 50, reason: 'Damaged' };
    await shop.call('refundOrder', { token: shop.owner.token, params: { id: orderId }, body: refund });
    await shop.quiet();
    shop.stripe.failRefund(shop.stripe.refundsOf(intentId)[0]?.id ?? '');
    await shop.quiet();
    await shop.shop.database.write(async (tx) => {
      const attempt = await tx.selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();
      const later = Array.from({ length: 60 }, (_, place) => ({
        ...attempt,
        id: `later ${place}`,
        session_id: null,
        intent_id: null,
        check_at: null,
        created_at: attempt.created_at + 1 + place,
      }));
      await tx.insertInto('payment_attempts').values(later).execute();
    });
    const { needs: listed } = await needs();
    expect(listed).toHaveLength(50);
    expect(listed.map(({ kind }) => kind).slice(0, 2)).toEqual(['refund', 'attention']);
  });

  it('has a paid order until it is shipped: first to be packed, then to be shipped', async () => {
    const { orderId } = await paidOrder('Anna');
    const sam = await shop.admin('Sam', 'staff');
    const vera = await shop.admin('Vera', 'viewer');
    const [toPack] = (await needs(sam.token)).needs;
    expect(toPack).toMatchObject({ kind: 'order', action: 'Pack', path: `/admin/orders/${orderId}`, isLate: false });
    expect(toPack?.what).toBe(`${orderId} of Anna waits to be packed`);
    await shop.shop.database.write((tx) => tx.updateTable('orders').set({ packing_days: 2 }).execute());
    const dueAt = Date.parse((await needs(sam.token)).needs[0]?.dueAt ?? '');
    expect(dueAt - shop.shop.clock()).toBeGreaterThan(2 * day);
    expect(dueAt - shop.shop.clock()).toBeLessThan(5 * day);
    expect((await needs(vera.token)).needs).toMatchObject([{ kind: 'order', action: 'Look' }]);
    await shop.call('setOrderPacked', { token: sam.token, params: { id: orderId } });
    expect((await needs(sam.token)).needs).toMatchObject([
      { what: `${orderId} of Anna is packed and waits to leave`, action: 'Ship' },
    ]);
    const shipment = { carrier: 'Van', number: '' };
    await shop.call('createShipment', { token: sam.token, params: { id: orderId }, body: shipment });
    expect(await needs(sam.token)).toMatchObject({ needs: [], total: 0, next: null });
  });

  it('has an enquiry until it is marked as done, and marks it as late after a day', async () => {
    const body = { name: 'Anna', email: 'anna@example.com', subject: 'Size', message: 'How tall is it?' };
    await shop.call('sendEnquiry', { body });
    expect((await needs()).needs).toMatchObject([
      { kind: 'enquiry', what: '1 enquiry waits for an answer', isLate: false },
    ]);
    shop.passTime(day + 1);
    expect((await needs()).needs).toMatchObject([
      { isLate: true, otherwise: 'The oldest has waited for more than a day.' },
    ]);
    const [enquiry] = (await shop.call('listEnquiries', { token: shop.owner.token })).body.enquiries;
    await shop.call('markEnquiryDone', { token: shop.owner.token, params: { id: enquiry?.id ?? '' } });
    expect((await needs()).needs).toEqual([]);
  });
});

onEachEngine(
  'The list “Needs you” of a shop without a card processor',
  (shop) => {
    const needs = async (token: string) => (await shop.call('listNeeds', { token })).body;
    const waitingOrder = async (buyer: Person, name: string) => {
      const listing = await shop.listing(name, { price: 90 });
      const body = { items: [{ listingId: listing.id, price: 90 }], paymentMethod: 'transfer' as const };
      const { orderId } = (await shop.call('createCheckout', { token: buyer.token, body })).body;
      await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
      return orderId;
    };

    it('is watched once the shop offers bank transfers, and is refused to customers', async () => {
      const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      expect(await needs(linh.token)).toEqual({ success: true, needs: [], total: 0, isWatched: false, next: null });
      await shop.call('updatePaymentSettings', { token: linh.token, body: account });
      expect(await needs(linh.token)).toEqual({ success: true, needs: [], total: 0, isWatched: true, next: null });
      expect((await shop.call('listNeeds', { token: anna.token })).status).toBe(403);
    });

    it.each([
      ['offers pickup', 'updateDeliverySettings', { pickup: true, pickupAddress: '8 Wharf Lane' }],
      ['is registered for GST', 'updateTaxSettings', { registered: true, abn: '51824753556' }],
    ] as const)(
      'has orders and enquiries, although payments are simulated, once the shop %s',
      async (_, endpoint, body) => {
        const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
        const moon = await shop.listing('Moon');
        await shop.buy(anna, moon);
        const enquiry = { name: 'Anna', email: 'anna@example.com', subject: 'Size', message: 'How tall is it?' };
        await shop.call('sendEnquiry', { body: enquiry });
        expect(await needs(linh.token)).toMatchObject({ needs: [], isWatched: false });
        await shop.call(endpoint, { token: linh.token, body });
        expect((await needs(linh.token)).needs.map(({ kind }) => kind)).toEqual(['order', 'enquiry']);
        expect(await needs(linh.token)).toMatchObject({ total: 2, isWatched: true });
      },
    );

    it('asks to pack an order for pickup, to arrange an appointment, and to hand it over on that day', async () => {
      const [{ token }, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      const pickup = { pickup: true, pickupAddress: '8 Wharf Lane' };
      await shop.call('updateDeliverySettings', { token, body: pickup });
      const { id } = await shop.buyForPickup(anna, await shop.listing('Moon'));
      const actions = async () => (await needs(token)).needs.map(({ action }) => action);
      expect(await actions()).toEqual(['Pack']);
      await shop.call('setOrderPacked', { token, params: { id } });
      expect(await actions()).toEqual(['Arrange']);
      const today = localDay(shop.shop.clock(), shop.shop.settings.timeZone);
      const collectedOn = (day: string) =>
        shop.call('setAppointment', { token, params: { id }, body: { day, from: '10:00', to: '12:00' } });
      await collectedOn(today.toString());
      expect(await actions()).toEqual(['Hand over']);
      await collectedOn(today.add({ days: 1 }).toString());
      expect(await needs(token)).toMatchObject({ needs: [], next: { what: `${id} is collected` } });
    });

    it('has a bank transfer on the last day of its reservation, and rows of a statement without an order', async () => {
      const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      await shop.call('updatePaymentSettings', { token: linh.token, body: { ...account, reserveDays: 1 } });
      const orderId = await waitingOrder(anna, 'Moon');
      expect(await needs(linh.token)).toMatchObject({ total: 0, next: { path: `/admin/orders/${orderId}` } });
      const until = (await shop.call('getOrder', { token: anna.token, params: { id: orderId } })).body.order
        ?.holdExpiresAt;
      shop.passTime(Date.parse(until ?? '') - shop.shop.clock() - 60 * 60_000);
      const [linhAgain] = [await shop.admin('Linh again')];
      shop.shop.settlement.wake();
      await shop.shop.settlement.settled();
      expect((await needs(linhAgain.token)).needs).toMatchObject([
        {
          kind: 'transfer',
          what: `The bank transfer for ${orderId} has not arrived yet`,
          dueAt: until,
          path: `/admin/orders/${orderId}`,
        },
      ]);
      const bytes = Buffer.from('Date,Amount,Description\n23/11/2026,55.00,SOMEBODY ELSE');
      const file = filesBody('statement', { name: 'bank.csv', bytes });
      await shop.call('uploadStatement', { token: linhAgain.token, ...file });
      const found = (await needs(linhAgain.token)).needs;
      expect(found.map(({ kind, what }) => [kind, what])).toContainEqual([
        'bank',
        '1 row of the bank statement has no order',
      ]);
      const viewer = await shop.admin('Vera', 'viewer');
      expect((await needs(viewer.token)).needs.map(({ kind }) => kind)).toEqual(['transfer']);
      const payment = { amount: 90, method: 'transfer' as const };
      await shop.call('recordPayment', { token: linhAgain.token, params: { id: orderId }, body: payment });
      expect((await needs(linhAgain.token)).needs.map(({ kind }) => kind)).toEqual(['order', 'bank']);
    });
  },
  { RATE_LIMITS: 'off' },
);
