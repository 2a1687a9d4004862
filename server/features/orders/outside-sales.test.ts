import { expect, it } from 'vitest';
import { decompress } from '#server/testing/api-client.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

onEachEngine(
  'A sale over the counter',
  (shop) => {
    const record = async (token: string, body: object) =>
      shop.call('recordSale', { token, body: { items: [], buyer: { name: 'Mai' }, method: 'credit', ...body } });
    const invariants = () => checkInvariants(shop.shop.database.read, shop.shop.clock());
    const subjects = async () =>
      (await shop.shop.database.read.selectFrom('outbox').select(['recipient', 'subject']).execute()).map(
        ({ recipient, subject }) => `${recipient}: ${subject}`,
      );

    it('is a paid order at the agreed prices with an invoice, and its pieces are sold', async () => {
      const owner = await shop.admin('Linh');
      const [moon, tray] = [await shop.listing('Moon', { price: 3200 }), await shop.listing('Tray', { price: 80 })];
      const items = [
        { listingId: moon.id, price: 3000 },
        { listingId: tray.id, price: 75.5 },
      ];
      const at = new Date(shop.shop.clock() - 86_400_000).toISOString();
      const { status, body } = await record(owner.token, { items, at, note: 'Cash, receipt 17' });
      expect(status).toBe(201);
      expect(body.order).toMatchObject({
        status: 'paid',
        totalPrice: 3075.5,
        userId: '',
        paymentMethod: 'credit',
        buyer: { name: 'Mai', email: '' },
        payments: [{ kind: 'charge', amount: 3075.5, at, reference: 'Cash, receipt 17' }],
      });
      expect(body.order.history.map(({ what, by }) => `${what} by ${by}`)).toContain('Order placed by shop');
      for (const { id } of [moon, tray])
        expect((await shop.call('getListing', { params: { id } })).body.listing.status).toBe('sold');
      const invoice = await shop.call('openInvoice', { token: owner.token, params: { id: body.order.id } });
      expect(invoice.status).toBe(200);
      expect(await invariants()).toEqual([]);
      const { entries } = (await shop.call('listAuditEntries', { token: owner.token })).body;
      const audited = new Map(entries.map(({ action, after }) => [action, after]));
      expect(audited.get('sale recorded')).toMatchObject({ total: 3075.5 });
      expect(audited.get('payment recorded')).toMatchObject({ received: 3075.5, of: 3075.5 });
      // The buyer gave no email address, so no email without a recipient may be queued.
      expect((await subjects()).filter((line) => line.startsWith(':'))).toEqual([]);
      const again = await record(owner.token, { items });
      expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('Moon') } });
    });

    it('is refused for a piece that somebody is paying for, who can still pay', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      const moon = await shop.listing('Moon');
      const items = [{ listingId: moon.id, price: 100 }];
      const { orderId } = (await shop.call('createCheckout', { token: anna.token, body: { items } })).body;
      expect((await record(owner.token, { items })).status).toBe(409);
      const paid = await shop.call('confirmPayment', { token: anna.token, body: { orderId, listingIds: [moon.id] } });
      expect(paid.body.order.status).toBe('paid');
    });

    it('in cash or at the terminal is delivered if taken along, and invoice and GST report name the method', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      const dayAfter = (days: number) => new Date(shop.shop.clock() + days * 86_400_000).toISOString().slice(0, 10);
      for (const [method, words] of [
        ['cash', 'Paid by cash'],
        ['terminal', 'Paid by card terminal'],
      ] as const) {
        const listing = await shop.listing(`Taken ${method}`, { price: 99.95 });
        const items = [{ listingId: listing.id, price: 90.05 }];
        const sale = { items, method, takenAlong: true, buyer: { name: 'Anna', email: anna.email } };
        const { body } = await record(owner.token, sale);
        const params = { id: body.order.id };
        expect(body.order).toMatchObject({
          status: 'delivered',
          totalPrice: 90.05,
          paymentMethod: method,
          shipments: [],
          payments: [{ kind: 'charge', amount: 90.05, method }],
          delivery: { address: '' },
        });
        expect(body.order.history.map(({ what }) => what)).toContain('Delivered: taken along');
        const invoice = await shop.call('openInvoice', { token: owner.token, params });
        expect(pageTexts(invoice.raw).join('\n')).toContain(words);
        const emails = (await subjects()).filter((line) => line.includes(params.id) && line.startsWith(anna.email));
        expect(emails).toEqual([`${anna.email}: Your order: ${params.id}`]);
        const query = { from: dayAfter(-1), to: dayAfter(2) };
        const report = decompress(await shop.call('getGstReport', { token: owner.token, query })).toString();
        expect(report).toMatch(new RegExp(`${params.id}.*${method}.*90\\.05`));
        const { order } = (
          await shop.call('setOrderStatus', { token: owner.token, params, body: { status: 'cancelled' } })
        ).body;
        expect(order.payments.map((row) => `${row.kind} ${row.amount} ${row.method}`)).toEqual([
          `charge 90.05 ${method}`,
          `refund 90.05 ${method}`,
        ]);
      }
      expect(await shop.shop.database.read.selectFrom('payment_attempts').select('id').execute()).toEqual([]);
      expect(await invariants()).toEqual([]);
    });

    it('is refused with the held piece and the end of the hold, and succeeds after the hold was released', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      const moon = await shop.listing('Held Moon');
      const items = [{ listingId: moon.id, price: 100 }];
      await shop.call('createCheckout', { token: anna.token, body: { items } });
      expect(await record(owner.token, { items, method: 'cash', takenAlong: true })).toMatchObject({
        status: 409,
        body: { unavailable: [{ listingId: moon.id, reason: 'held', until: expect.any(String) }] },
      });
      await shop.call('releaseHold', { token: owner.token, params: { id: moon.id } });
      expect((await record(owner.token, { items, method: 'cash', takenAlong: true })).status).toBe(201);
      expect(await invariants()).toEqual([]);
    });

    it('can be paid in cash, which a checkout refuses', async () => {
      const anna = await shop.customer('Anna');
      const moon = await shop.listing('Moon');
      const body = { items: [{ listingId: moon.id, price: 100 }], paymentMethod: 'cash' };
      expect((await shop.request('POST', '/api/orders/checkout', { token: anna.token, body })).status).toBe(400);
    });

    it('belongs to the account with the buyer’s email only if that email is confirmed', async () => {
      const [owner, anna, ben] = [await shop.admin('Linh'), await shop.customer('Anna'), await shop.customer('Ben')];
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      const sell = async (name: string, email: string) => {
        const listing = await shop.listing(name);
        const items = [{ listingId: listing.id, price: 100 }];
        return (await record(owner.token, { items, buyer: { name: 'In the book', email } })).body.order;
      };
      const orders = async (token: string) => (await shop.call('listOrders', { token })).body.orders;
      expect((await sell('Moon', 'ANNA@example.com')).userId).toBe(anna.id);
      expect(await orders(anna.token)).toHaveLength(1);
      expect((await sell('Tray', ben.email)).userId).toBe('');
      expect(await orders(ben.token)).toEqual([]);
      expect((await subjects()).filter((line) => line.startsWith(`${ben.email}: Your order`))).toHaveLength(1);
      expect(await invariants()).toEqual([]);
    });

    it('that pays a pending card order in cash leaves money to return when the order is cancelled', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      const moon = await shop.listing('Moon', { price: 100 });
      const items = [{ listingId: moon.id, price: 100 }];
      const { orderId } = (await shop.call('createCheckout', { token: anna.token, body: { items } })).body;
      const params = { id: orderId };
      await shop.call('recordPayment', { token: owner.token, params, body: { amount: 100, method: 'cash' } });
      const cancelled = await shop.call('cancelOrder', { token: anna.token, params });
      expect(cancelled.body.order).toMatchObject({ status: 'cancelled', paymentMethod: 'credit' });
      const emails = shop.shop.database.read.selectFrom('outbox').select('text');
      const [told] = await emails.where('kind', '=', 'admin: order cancelled').execute();
      expect(told?.text).toContain('Please return $100.00 to the buyer.');
    });

    it('paid by card outside of the shop leaves money to return when it is cancelled, refunded or returned', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      const { token } = owner;
      const sell = async (name: string) => {
        const moon = await shop.listing(name);
        const items = [{ listingId: moon.id, price: 100 }];
        const { body } = await record(token, { items, buyer: { name: 'Anna', email: anna.email } });
        return { orderId: body.order.id, listingIds: [moon.id] };
      };
      const told = async (orderId: string) => {
        const emails = shop.shop.database.read.selectFrom('outbox').select(['subject', 'text']);
        const all = await emails.where('recipient', '=', owner.email).execute();
        return all.flatMap(({ subject, text }) =>
          subject.endsWith(orderId) ? (/Please return .* to the buyer/.exec(text) ?? []) : [],
        );
      };
      const cancelled = await sell('Cancelled');
      await shop.call('cancelOrder', { token: anna.token, params: { id: cancelled.orderId } });
      expect(await told(cancelled.orderId)).toEqual(['Please return $100.00 to the buyer']);

      const refunded = await sell('Refunded');
      const refund = { amount: 30, reason: 'A scratch' };
      await shop.call('refundOrder', { token, params: { id: refunded.orderId }, body: refund });
      expect(await told(refunded.orderId)).toEqual(['Please return $30.00 to the buyer']);

      const { orderId, listingIds } = await sell('Returned');
      const asked = { token: anna.token, params: { id: orderId }, body: { listingIds, reason: 'Too dark' } };
      const params = { id: (await shop.call('requestReturn', asked)).body.return.id };
      await shop.call('approveReturn', { token, params, body: {} });
      await shop.call('receiveReturn', { token, params });
      expect((await shop.call('closeReturn', { token, params, body: { refund: 100 } })).status).toBe(200);
      expect(await told(orderId)).toEqual(['Please return $100.00 to the buyer']);
    });

    it('paid by card outside of the shop can be cancelled by owners only', async () => {
      const [owner, staff] = [await shop.admin('Linh'), await shop.admin('Mai', 'staff')];
      const items = [{ listingId: (await shop.listing('Moon')).id, price: 100 }];
      const params = { id: (await record(owner.token, { items })).body.order.id };
      const cancel = (token: string) => shop.call('setOrderStatus', { token, params, body: { status: 'cancelled' } });
      expect((await cancel(staff.token)).status).toBe(403);
      expect((await cancel(owner.token)).status).toBe(200);
    });

    it('succeeds once if it is recorded twice while somebody buys the piece, or not at all', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      for (let round = 0; round < 5; round += 1) {
        const moon = await shop.listing(`Moon ${round}`);
        const items = [{ listingId: moon.id, price: 100 }];
        const answers = await Promise.all([
          record(owner.token, { items }),
          record(owner.token, { items }),
          shop.call('createOrder', { token: anna.token, body: { items } }),
        ]);
        expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      }
      expect(await invariants()).toEqual([]);
    });

    it('needs a buyer’s name, a piece and a price', async () => {
      const owner = await shop.admin('Linh');
      const moon = await shop.listing('Moon');
      const items = [{ listingId: moon.id, price: 100 }];
      for (const body of [{}, { items, buyer: { name: ' ' } }, { items: [{ listingId: moon.id, price: 0 }] }])
        expect((await record(owner.token, body)).status).toBe(400);
    });
  },
  withMail,
);
