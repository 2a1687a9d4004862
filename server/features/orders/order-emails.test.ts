import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'Emails about orders',
  (shop) => {
    const emailsTo = async (recipient: string) => {
      const emails = shop.shop.database.read.selectFrom('outbox').selectAll().where('recipient', '=', recipient);
      return (await emails.orderBy('created_at').execute()).filter(
        ({ subject }) => !/password|email address/.test(subject),
      );
    };
    const cancel = (token: string, id: string) => shop.call('cancelOrder', { token, params: { id } });
    const setStatus = (token: string, id: string, status: 'paid' | 'pending' | 'cancelled') =>
      shop.call('setOrderStatus', { token, params: { id }, body: { status } });

    it('go to every owner when an order is paid, also when an admin sets it to paid', async () => {
      const [anna, mai, tray] = [await shop.customer('Anna'), await shop.admin('Mai'), await shop.listing('Carp Tray')];
      const items = [{ listingId: tray.id, price: tray.price }];
      await shop.call('createCheckout', { token: anna.token, body: { items } });
      expect(await emailsTo(mai.email)).toEqual([]);

      const order = await shop.buy(anna, tray);
      for (const admin of [mai.email, 'owner@example.com']) {
        const letters = await emailsTo(admin);
        expect(letters).toHaveLength(1);
        expect(letters[0]).toMatchObject({ subject: `New order ${order.id}: $100.00`, reply_to: anna.email });
        for (const words of [
          'Anna',
          anna.email,
          'Carp Tray: $100.00',
          `https://shop.test/admin/orders?order=${order.id}`,
        ])
          expect(letters[0]?.text).toContain(words);
      }
      expect(await emailsTo(anna.email)).toHaveLength(1);
      await setStatus(mai.token, order.id, 'pending');
      await setStatus(mai.token, order.id, 'paid');
      expect((await emailsTo(mai.email)).map(({ subject }) => subject)).toEqual([
        `New order ${order.id}: $100.00`,
        `New order ${order.id}: $100.00`,
      ]);
    });

    it('say of a cancelled order that its pieces are available again only if everybody can buy them', async () => {
      const [anna, mai] = [await shop.customer('Anna'), await shop.admin('Mai')];
      const cancelledTexts = async (discontinued: boolean) => {
        const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
        const order = await shop.buy(anna, moon, carp);
        if (discontinued)
          await shop.shop.database.write((tx) =>
            tx.updateTable('listings').set({ status: 'discontinued' }).where('id', '=', carp.id).execute(),
          );
        await cancel(anna.token, order.id);
        const letters = [...(await emailsTo(anna.email)), ...(await emailsTo(mai.email))];
        return letters.filter(({ subject }) => subject.includes('cancelled') && subject.includes(order.id));
      };
      for (const { text } of await cancelledTexts(false)) expect(text).toContain('pieces are available again.');
      const letters = await cancelledTexts(true);
      expect(letters).toHaveLength(2);
      for (const { text } of letters) expect(text).not.toContain('available again');
    });

    it('do not say that a piece is available again if it is kept for somebody on the waiting list', async () => {
      const [anna, ben, mai] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin('Mai')];
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', ben.id).execute(),
      );
      await shop.call('updateWaitingSettings', { token: mai.token, body: { hours: 24 } });
      const moon = await shop.listing('Moon');
      const order = await shop.buy(anna, moon);
      expect((await shop.call('joinWaitingList', { token: ben.token, params: { id: moon.id } })).status).toBe(200);
      await cancel(anna.token, order.id);
      const letters = [...(await emailsTo(anna.email)), ...(await emailsTo(mai.email))];
      const cancelled = letters.filter(({ subject }) => subject.includes('cancelled'));
      expect(cancelled).toHaveLength(2);
      for (const { text } of cancelled) expect(text).not.toContain('available again');
    });

    it('go to the account’s own address, whatever the form and its names say', async () => {
      const [anna, tray] = [await shop.customer('Anna'), await shop.listing('Carp Tray')];
      const items = [{ listingId: tray.id, price: tray.price }];
      const advertising = 'Cheap pills at https://pills.example '.repeat(4);
      const delivery = {
        email: 'stranger@example.com',
        firstName: advertising,
        lastName: advertising,
        address: advertising,
        city: advertising,
        phone: '1',
        state: 'NSW',
        postcode: '2000',
      };
      const { body } = await shop.call('createCheckout', { token: anna.token, body: { items, delivery } });
      await shop.call('updateProfile', {
        token: anna.token,
        body: { email: 'new@example.com', currentPassword: 'secret1' },
      });
      const { orderDate } = body;
      await shop.call('confirmPayment', { token: anna.token, body: { orderDate, listingIds: [tray.id] } });
      const outbox = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
      const letters = outbox.filter(({ kind }) => kind === 'order paid');
      expect(letters.map(({ recipient }) => recipient)).toEqual(['new@example.com']);
      expect(letters[0]?.text).toContain('Dear Anna,');
      expect(`${letters[0]?.text}${letters[0]?.html}`).not.toContain('pills');
    });

    it('go once as buyer and once as owner to an owner who buys', async () => {
      const mai = await shop.admin('Mai');
      const order = await shop.buy(mai, await shop.listing('Carp Tray'));
      expect((await emailsTo(mai.email)).map(({ subject }) => subject).sort()).toEqual([
        `New order ${order.id}: $100.00`,
        `Your order: ${order.id}`,
      ]);
    });

    it('go to every owner when the buyer or an admin cancels an order', async () => {
      const [anna, mai] = [await shop.customer('Anna'), await shop.admin('Mai')];
      const byBuyer = await shop.buy(anna, await shop.listing('Carp Tray'));
      await cancel(anna.token, byBuyer.id);
      const byShop = await shop.buy(anna, await shop.listing('Lotus Bowl'));
      await setStatus(mai.token, byShop.id, 'cancelled');
      for (const admin of [mai.email, 'owner@example.com']) {
        const letters = (await emailsTo(admin)).filter(({ subject }) => subject.startsWith('Order cancelled'));
        expect(letters.map(({ subject }) => subject)).toEqual([
          `Order cancelled: ${byBuyer.id}`,
          `Order cancelled: ${byShop.id}`,
        ]);
        expect(letters[0]?.text).toContain('The buyer cancelled');
        expect(letters[0]?.text).toContain('$100.00 is refunded');
        expect(letters[1]?.text).toContain('The shop cancelled');
        expect(letters[1]?.text).toContain(`https://shop.test/admin/orders?order=${byShop.id}`);
      }
    });

    it('state the refunded sum and the way of the refund when a paid order is cancelled', async () => {
      const [anna, mai] = [await shop.customer('Anna'), await shop.admin('Mai')];
      const ways = {
        credit: 'to the credit card you paid with',
        paypal: 'to your PayPal account',
        bank: 'to the bank account you paid from',
      } as const;
      for (const paymentMethod of ['credit', 'paypal', 'bank'] as const) {
        const bowl = await shop.listing(`Bowl ${paymentMethod}`, { price: 1250.5 });
        const body = { items: [{ listingId: bowl.id, price: bowl.price }], paymentMethod };
        const { body: checkout } = await shop.call('createCheckout', { token: anna.token, body });
        const { orderId, orderDate } = checkout;
        await shop.call('confirmPayment', { token: anna.token, body: { orderDate, listingIds: [bowl.id] } });
        if (paymentMethod === 'bank') await setStatus(mai.token, orderId, 'cancelled');
        else await cancel(anna.token, orderId);
        const letters = await emailsTo(anna.email);
        const letter = letters.find(({ subject }) => subject === `Your order was cancelled: ${orderId}`);
        expect(letter?.text).toContain(`$1,250.50 is refunded ${ways[paymentMethod]}.`);
      }
    });

    it('mention no refund when an unpaid order is cancelled', async () => {
      const [anna, mai] = [await shop.customer('Anna'), await shop.admin('Mai')];
      const tray = await shop.listing('Carp Tray');
      const body = { items: [{ listingId: tray.id, price: tray.price }] };
      const { orderId } = (await shop.call('createCheckout', { token: anna.token, body })).body;
      await setStatus(mai.token, orderId, 'cancelled');
      const [letter] = await emailsTo(anna.email);
      expect(letter?.subject).toBe(`Your order was cancelled: ${orderId}`);
      expect(letter?.text).not.toContain('refunded');
    });

    it('do not go to the default address of an admin, to an admin of the demo or to staff', async () => {
      const [anna, mai, demo] = [await shop.customer('Anna'), await shop.admin('Mai'), await shop.admin('Demo')];
      const { database } = shop.shop;
      const recipients = async () => (await shop.call('countLetterRecipients', { token: mai.token })).body.recipients;
      const tray = await shop.listing('Carp Tray');
      expect(await recipients()).toBe(3);
      await database.write(async (tx) => {
        const set = (id: string, changes: object) =>
          tx.updateTable('users').set(changes).where('id', '=', id).execute();
        await set(mai.id, { email: 'Admin@shop.local', email_folded: 'admin@shop.local' });
        await set(demo.id, { is_demo: 1 });
        await tx.updateTable('users').set({ role: 'staff' }).where('email', '=', 'owner@example.com').execute();
      });
      expect(await recipients()).toBe(0);
      await shop.buy(anna, tray);
      const outbox = database.read.selectFrom('outbox').select('recipient').where('kind', 'like', '%order%');
      const sent = await outbox.execute();
      expect(sent.map(({ recipient }) => recipient)).toEqual([anna.email]);
      await shop.call('updateProfile', {
        token: mai.token,
        body: { email: 'mai@gallery.example', currentPassword: 'secret1' },
      });
      expect(await recipients()).toBe(1);
      expect((await shop.call('countLetterRecipients', { token: anna.token })).status).toBe(403);
    });

    it('do not fail a purchase or a cancellation when they cannot be queued', async () => {
      const [anna, tray] = [await shop.customer('Anna'), await shop.listing('Carp Tray')];
      shop.shop.log.level = 'silent';
      vi.spyOn(shop.shop.mailer, 'queueEmail').mockImplementation(async (tx) => {
        await sql`select no_such_column`.execute(tx);
      });
      const order = await shop.buy(anna, tray);
      expect(order.status).toBe('paid');
      expect((await cancel(anna.token, order.id)).status).toBe(200);
      const { body } = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
      expect(body.order.status).toBe('cancelled');
      const outbox = shop.shop.database.read.selectFrom('outbox').selectAll();
      expect(await outbox.where('kind', '<>', 'email confirmation').execute()).toEqual([]);
    });
  },
  withMail,
);
