import { expect, it } from 'vitest';
import type { TransferStep } from '#contract/payments.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { type Person, password } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const day = 24 * 60 * 60_000;
/** A Monday at ten o'clock in Sydney, without a public holiday in the days after it. */
const monday = Date.parse('2026-11-23T10:00:00+11:00');

const account = {
  transfer: true,
  accountName: 'Vàng Son Lacquer Pty Ltd',
  bsb: '062-000',
  accountNumber: '1048 2297',
  payId: 'pay@gallery.example',
  billerCode: '482910',
};

onEachEngine(
  'An order that is paid by bank transfer',
  (shop) => {
    async function opening() {
      shop.passTime(monday - shop.shop.clock());
      const [linh, anna, moon] = [await shop.admin('Linh'), await shop.customer('Anna'), await shop.listing('Moon')];
      await shop.call('updatePaymentSettings', { token: linh.token, body: account });
      return { linh, anna, moon };
    }
    const checkout = (buyer: Person, listing: { id: string; price: number }) =>
      shop.call('createCheckout', {
        token: buyer.token,
        body: { items: [{ listingId: listing.id, price: listing.price }], paymentMethod: 'transfer' },
      });
    const begin = (buyer: Person, id: string) => shop.call('startPayment', { token: buyer.token, params: { id } });
    async function transferOf(buyer: Person, listing: { id: string; price: number }) {
      const { orderId } = (await checkout(buyer, listing)).body;
      const { next } = (await begin(buyer, orderId)).body;
      expect(next.kind).toBe('transfer');
      // The kind was just checked.
      return { orderId, step: next as TransferStep };
    }
    const orderOf = async (buyer: Person, id: string) =>
      (await shop.call('getOrder', { token: buyer.token, params: { id } })).body.order;
    async function receive({ token }: Person, id: string, amount: number) {
      await shop.call('confirmIdentity', { token, body: { password: 'secret1' } });
      return shop.call('recordPayment', { token, params: { id }, body: { amount, method: 'transfer' } });
    }
    const emailsTo = async ({ email }: Person) => {
      const emails = shop.shop.database.read
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', email);
      return (await emails.orderBy('created_at').execute()).filter(({ subject }) =>
        /pay your|reservation/.test(subject),
      );
    };
    const runDeadlines = async () => {
      shop.shop.settlement.wake();
      await shop.shop.settlement.settled();
    };

    it('says what to transfer where, and reserves the piece for three banking days', async () => {
      const { anna, moon } = await opening();
      const { payments } = (await shop.call('getShop')).body;
      expect(payments.transfer).toEqual({ bpay: true, reserveDays: 3 });
      const { orderId, step } = await transferOf(anna, moon);
      expect(step).toEqual({
        kind: 'transfer',
        amount: 100,
        reference: orderId,
        account: { name: 'Vàng Son Lacquer Pty Ltd', bsb: '062-000', number: '10482297' },
        payId: 'pay@gallery.example',
        bpay: { billerCode: '482910', crn: expect.stringMatching(/^\d{10}$/) },
        until: new Date('2026-11-27T00:00:00+11:00').toISOString(),
      });
      expect(await orderOf(anna, orderId)).toMatchObject({
        status: 'pending',
        holdExpiresAt: step.until,
        payments: [],
      });
      expect((await begin(anna, orderId)).body.next).toEqual(step);
      const ben = await shop.customer('Ben');
      shop.passTime(2 * day);
      expect((await checkout(ben, moon)).body).toMatchObject({ message: "'Moon' is reserved by another buyer" });
      const [email] = await emailsTo(anna);
      for (const words of [orderId, '062-000', '10482297', '$100.00', 'Thursday']) expect(email?.text).toContain(words);
    });

    it('is paid when the whole sum was received, in parts or at once', async () => {
      const { linh, anna, moon } = await opening();
      const { orderId } = await transferOf(anna, moon);
      expect((await receive(linh, orderId, 40)).body.order).toMatchObject({
        status: 'pending',
        received: 40,
        payments: [],
      });
      expect((await begin(anna, orderId)).body.next).toMatchObject({ amount: 60 });
      expect(await receive(linh, orderId, 60.01)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('$60.00') },
      });
      const { order } = (await receive(linh, orderId, 60)).body;
      expect(order).toMatchObject({ status: 'paid', payments: [{ amount: 40 }, { amount: 60 }], holdExpiresAt: null });
      expect(order.received).toBeUndefined();
      expect(await receive(linh, orderId, 60)).toMatchObject({ status: 409 });
    });

    it('gets a payment only once when the call is repeated because its answer was lost', async () => {
      const { linh, anna, moon } = await opening();
      const { orderId } = await transferOf(anna, moon);
      await receive(linh, orderId, 10);
      const body = { amount: 40, method: 'transfer', seenReceived: 10 } as const;
      const record = () => shop.call('recordPayment', { token: linh.token, params: { id: orderId }, body });
      expect([(await record()).status, (await record()).status]).toEqual([200, 409]);
      expect((await orderOf(anna, orderId)).received).toBe(50);
    });

    it('tells the owners to return a partial payment, and its buyer too, when it is cancelled or its reservation ends', async () => {
      const { linh, anna, moon } = await opening();
      await shop.call('updateLanguageSettings', { token: linh.token, body: { shown: ['vi'] } });
      const thu = await shop.admin('Thu');
      const body = { mode: 'signin', email: thu.email, password };
      await shop.call('authenticate', { body, headers: { 'accept-language': 'vi' } });
      const textsTo = async ({ email }: Person) => {
        const emails = shop.shop.database.read.selectFrom('outbox').select('text').where('recipient', '=', email);
        return (await emails.orderBy('created_at').execute()).map(({ text }) => text).join(' ');
      };
      const cancelled = await transferOf(anna, moon);
      await receive(linh, cancelled.orderId, 40);
      await shop.call('cancelOrder', { token: anna.token, params: { id: cancelled.orderId } });
      expect(await textsTo(linh)).toContain('$40.00 of it had been received: please return it to the buyer');
      expect(await textsTo(anna)).toContain('The $40.00 that you have transferred is returned');

      const lapsed = await transferOf(anna, moon);
      await receive(linh, lapsed.orderId, 25);
      shop.passTime(10 * day);
      await runDeadlines();
      expect((await orderOf(anna, lapsed.orderId)).history.at(-1)?.what).toBe(
        'Reservation ended: only a part of the sum arrived',
      );
      const ended = `The reservation for order ${lapsed.orderId} has ended. $25.00 of it had been received: please return it to the buyer.`;
      expect(await textsTo(linh)).toContain(ended);
      expect(await textsTo(thu)).toContain(
        `Thời gian giữ chỗ của đơn hàng ${lapsed.orderId} đã hết. Shop đã nhận được $25.00 của đơn:`,
      );
      expect(await textsTo(anna)).toContain('$25.00 of the sum has arrived and not the rest');
    });

    it('leaves money to return when it costs less after a change, and the owners are told so', async () => {
      const { linh, anna, moon } = await opening();
      const [carp, pond] = [await shop.listing('Carp'), await shop.listing('Pond')];
      const items = [moon, carp, pond].map(({ id, price }) => ({ listingId: id, price }));
      const body = { items, paymentMethod: 'transfer' } as const;
      const { orderId: id } = (await shop.call('createCheckout', { token: anna.token, body })).body;
      await begin(anna, id);
      await receive(linh, id, 300);
      const toReturn = async () => {
        const emails = shop.shop.database.read.selectFrom('outbox').select(['subject', 'text']);
        const told = emails.where('recipient', '=', linh.email).where('kind', '=', 'admin: refund');
        shop.passTime(1);
        return (await told.orderBy('created_at').execute()).map(({ subject, text }) => `${subject} ${text}`);
      };
      expect(await toReturn()).toEqual([]);

      const kept = { items: items.slice(1) };
      await shop.call('updateOrder', { token: anna.token, params: { id }, body: kept });
      const [byBuyer = ''] = await toReturn();
      expect(byBuyer).toContain(`Money to return: ${id}`);
      expect(byBuyer).toContain(`The buyer changed order ${id}. Please return $100.00 to the buyer.`);
      expect(byBuyer).toContain('removed Moon; $100.00 refunded.');

      const admin = { token: linh.token, params: { id } };
      await shop.call('refundOrder', { ...admin, body: { amount: 20, reason: 'A scratch' } });
      expect((await toReturn())[1]).toContain(`The shop changed order ${id}. Please return $20.00 to the buyer.`);

      const asked = { token: anna.token, params: { id }, body: { listingIds: [carp.id], reason: 'Too dark' } };
      const returnId = (await shop.call('requestReturn', asked)).body.return.id;
      const step = { token: linh.token, params: { id: returnId } };
      await shop.call('approveReturn', { ...step, body: {} });
      await shop.call('receiveReturn', step);
      expect((await shop.call('closeReturn', { ...step, body: { refund: 80, restock: true } })).status).toBe(200);
      expect((await toReturn())[2]).toContain('Please return $80.00 to the buyer.');

      await shop.call('setOrderStatus', { ...admin, body: { status: 'pending' } });
      expect((await toReturn())[3]).toContain('Please return $100.00 to the buyer.');
      expect(await toReturn()).toHaveLength(4);
    });

    it('can be paid again after an owner has set it back to pending, with the same customer reference', async () => {
      const { linh, anna, moon } = await opening();
      const { orderId, step } = await transferOf(anna, moon);
      for (const status of ['cancelled', 'pending'] as const)
        await shop.call('setOrderStatus', { token: linh.token, params: { id: orderId }, body: { status } });
      shop.passTime(day);
      const { next } = (await begin(anna, orderId)).body;
      expect(next).toMatchObject({ kind: 'transfer', bpay: step.bpay, amount: 100 });
      shop.passTime(10 * day);
      await runDeadlines();
      expect((await orderOf(anna, orderId)).status).toBe('cancelled');
    });

    it('does not become paid when its buyer confirms the payment', async () => {
      const { anna, moon } = await opening();
      const { orderId } = await transferOf(anna, moon);
      const confirmed = await shop.call('confirmPayment', {
        token: anna.token,
        body: { orderId, listingIds: [moon.id] },
      });
      expect(confirmed.body.order).toMatchObject({ status: 'pending' });
    });

    it('is not ended by Cancel on the payment page, by another checkout or by a second order for a transfer', async () => {
      const { anna, moon } = await opening();
      const [carp, crane] = [await shop.listing('Carp'), await shop.listing('Crane')];
      const { orderId } = await transferOf(anna, moon);
      await shop.call('releaseHolds', { token: anna.token });
      await shop.buy(anna, carp);
      expect(await checkout(anna, crane)).toMatchObject({
        status: 409,
        body: { message: `Your order ${orderId} waits for your bank transfer. Pay it or cancel it first.` },
      });
      const again = await shop.call('createCheckout', {
        token: anna.token,
        body: { items: [{ listingId: moon.id, price: 100 }] },
      });
      expect(again).toMatchObject({ status: 409, body: { orderId } });
      expect(await orderOf(anna, orderId)).toMatchObject({ status: 'pending' });
    });

    it('reminds the buyer a day before the end, and then makes the piece available again', async () => {
      const { anna, moon } = await opening();
      const { orderId } = await transferOf(anna, moon);
      await runDeadlines();
      expect(await emailsTo(anna)).toHaveLength(1);
      shop.passTime(3 * day);
      await runDeadlines();
      await runDeadlines();
      expect((await emailsTo(anna)).map(({ subject }) => subject)).toEqual([
        `How to pay your order: ${orderId}`,
        `Your reservation ends tomorrow: ${orderId}`,
      ]);
      shop.passTime(day);
      await runDeadlines();
      expect((await emailsTo(anna)).at(-1)?.subject).toBe(`Your reservation has ended: ${orderId}`);
      expect(await orderOf(anna, orderId)).toMatchObject({ status: 'cancelled', holdExpiresAt: null });
      expect((await checkout(await shop.customer('Ben'), moon)).status).toBe(200);
    });

    it('can still be paid by late money while the piece is available; else the payment is refused', async () => {
      const { linh, anna, moon } = await opening();
      const carp = await shop.listing('Carp');
      const first = await transferOf(anna, moon);
      shop.passTime(5 * day);
      await runDeadlines();
      expect((await receive(linh, first.orderId, 100)).body.order).toMatchObject({ status: 'paid' });

      const second = await transferOf(anna, carp);
      shop.passTime(7 * day);
      await runDeadlines();
      await shop.buy(await shop.customer('Ben'), carp);
      expect(await receive(linh, second.orderId, 100)).toMatchObject({
        status: 409,
        body: { message: "'Carp' has been sold" },
      });
    });

    it('is cancelled by its buyer, by an admin who ends the hold, and when the account is blocked', async () => {
      const { linh, anna, moon } = await opening();
      const first = await transferOf(anna, moon);
      const cancelled = await shop.call('cancelOrder', { token: anna.token, params: { id: first.orderId } });
      expect(cancelled.body.order).toMatchObject({ status: 'cancelled', payments: [] });
      const second = await transferOf(anna, moon);
      await shop.call('releaseHold', { token: linh.token, params: { id: moon.id } });
      expect(await orderOf(anna, second.orderId)).toMatchObject({ status: 'cancelled' });
      const ben = await shop.customer('Ben');
      const third = await transferOf(ben, moon);
      await shop.call('blockUser', { token: linh.token, params: { id: ben.id }, body: {} });
      const seen = await shop.call('getOrderAsAdmin', { token: linh.token, params: { id: third.orderId } });
      expect(seen.body.order).toMatchObject({ status: 'cancelled' });
      expect((await checkout(await shop.customer('Cam'), moon)).status).toBe(200);
    });

    it('is refused above the owner’s maximum, and where transfers are not offered', async () => {
      const { linh, anna, moon } = await opening();
      await shop.call('updatePaymentSettings', { token: linh.token, body: { transferMaximum: 99 } });
      expect((await checkout(anna, moon)).body).toMatchObject({
        message: 'Orders over $99.00 cannot be paid by bank transfer.',
      });
      await shop.call('updatePaymentSettings', { token: linh.token, body: { transfer: false } });
      expect(await checkout(anna, moon)).toMatchObject({ status: 409 });
      expect((await shop.call('getShop', {})).body.payments.methods).not.toContain('transfer');
    });
  },
  { ...withMail, RATE_LIMITS: 'off' },
);
