import { expect, it } from 'vitest';
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

    it('is a paid order with an invoice at the agreed prices, and its pieces are sold', async () => {
      const owner = await shop.admin('Linh');
      const [moon, tray] = [await shop.piece('Moon', { price: 3200 }), await shop.piece('Tray', { price: 80 })];
      const items = [
        { listingId: moon.id, price: 3000 },
        { listingId: tray.id, price: 75.5 },
      ];
      const at = new Date(shop.shop.clock() - 86_400_000).toISOString();
      const { status, body } = await record(owner.token, { items, at, note: 'Cash, receipt 17' });
      expect(status).toBe(201);
      expect(body.order).toMatchObject({
        ...{ status: 'paid', totalPrice: 3075.5, userId: '', paymentMethod: 'credit' },
        buyer: { name: 'Mai', email: '' },
        payments: [{ kind: 'charge', amount: 3075.5, at, reference: 'Cash, receipt 17' }],
      });
      expect(body.order.history.map(({ what, by }) => `${what} by ${by}`)).toContain('Order placed by shop');
      for (const { id } of [moon, tray])
        expect((await shop.call('getListing', { params: { id } })).body.listing.status).toBe('sold');
      const invoice = await shop.call('openInvoice', { token: owner.token, params: { id: body.order.id } });
      expect(invoice.status).toBe(200);
      expect(await invariants()).toEqual([]);
      // Nobody has an address.
      expect((await subjects()).filter((line) => line.startsWith(':'))).toEqual([]);
      const again = await record(owner.token, { items });
      expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('Moon') } });
    });

    it('is refused for a piece that somebody is paying for, and ends nothing', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      const moon = await shop.piece('Moon');
      const items = [{ listingId: moon.id, price: 100 }];
      const { orderId } = (await shop.call('createCheckout', { token: anna.token, body: { items } })).body;
      expect((await record(owner.token, { items })).status).toBe(409);
      const paid = await shop.call('confirmPayment', { token: anna.token, body: { orderId, listingIds: [moon.id] } });
      expect(paid.body.order.status).toBe('paid');
    });

    it('belongs to the account with the email only if its owner has confirmed it', async () => {
      const [owner, anna, ben] = [await shop.admin('Linh'), await shop.customer('Anna'), await shop.customer('Ben')];
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      const sell = async (name: string, email: string) => {
        const piece = await shop.piece(name);
        const items = [{ listingId: piece.id, price: 100 }];
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

    it('happens once, also if somebody buys the piece at the same moment', async () => {
      const [owner, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
      for (let round = 0; round < 5; round += 1) {
        const moon = await shop.piece(`Moon ${round}`);
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
      const moon = await shop.piece('Moon');
      const items = [{ listingId: moon.id, price: 100 }];
      for (const body of [{}, { items, buyer: { name: ' ' } }, { items: [{ listingId: moon.id, price: 0 }] }])
        expect((await record(owner.token, body)).status).toBe(400);
    });
  },
  { SMTP_URL: 'smtp://127.0.0.1:9' },
);
