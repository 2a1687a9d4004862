import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { password } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

/** Every row of every table that contains one of the words, in any case. */
async function rowsWith({ shop }: TestShop, words: readonly string[]): Promise<string[]> {
  const { read, engine } = shop.database;
  const { rows: tables } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(read)
      : await sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
          read,
        );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(read);
    for (const row of rows) {
      const text = JSON.stringify(row).toLowerCase();
      if (words.some((word) => text.includes(word.toLowerCase()))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

onEachEngine('A deleted account', (shop) => {
  const words = ['Quillon', 'Featherstone', 'quill', '555 0199', '5550199', 'Nightjar'];

  it('leaves name, addresses and phone nowhere in the database, also not in limits, emails and the audit', async () => {
    const owner = await shop.admin('Mai');
    const as = { token: owner.token };
    await shop.call('updateAlertSettings', { ...as, body: { alerts: true, newsletter: true } });
    await shop.call('updateWaitingSettings', { ...as, body: { hours: 24 } });
    const account = { transfer: true, accountName: 'Gallery', bsb: '062-000', accountNumber: '10482297' };
    await shop.call('updatePaymentSettings', { ...as, body: account });
    const chosen = 'behind seven locks';
    const person = { name: 'Quillon Featherstone', email: 'Quill.Old@Example.com' };
    const registered = await shop.call('authenticate', { body: { mode: 'register', ...person, password: chosen } });
    expect(registered.status).toBe(201);
    const { token, user } = registered.body;
    const changes = { email: 'Quill+New@Example.com', currentPassword: chosen, phone: '0400 555 0199' };
    const profile = { ...changes, deliveryAddress: '7 Nightjar Lane', deliveryCity: 'Hobart' };
    expect((await shop.call('updateProfile', { token, body: profile })).status).toBe(200);
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', user.id).execute(),
    );

    for (const email of ['quill+new@example.com', 'QUILL.OLD@example.com']) {
      await shop.call('forgotPassword', { body: { email } });
      await shop.call('authenticate', { body: { mode: 'signin', email, password: 'wrong password' } });
    }
    await shop.call('addAlert', { body: { newsletter: true, email: 'quill+new@example.com' } });
    await shop.call('sendEnquiry', {
      token,
      body: { name: 'Quillon Featherstone', email: 'Quill+New@Example.com', message: 'Is Nightjar sold?' },
    });
    const { enquiries } = (await shop.call('listEnquiries', as)).body;
    await shop.call('replyToEnquiry', { ...as, params: { id: enquiries[0]?.id ?? '' }, body: { text: 'Yes.' } });

    const [moon, carp, crane] = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Crane')];
    await shop.call('holdPieces', { token, body: { listingIds: [moon.id] } });
    await shop.call('releaseHold', { ...as, params: { id: moon.id } });
    const buyer = { id: user.id, name: person.name, email: changes.email, token };
    await shop.call('cancelOrder', { token, params: { id: (await shop.buy(buyer, carp)).id } });
    await shop.buy(await shop.customer('Anna'), moon);
    await shop.call('joinWaitingList', { token, params: { id: moon.id } });
    const checkout = await shop.call('createCheckout', {
      token,
      body: { items: [{ listingId: crane.id, price: 100 }], paymentMethod: 'transfer' },
    });
    expect((await shop.call('startPayment', { token, params: { id: checkout.body.orderId } })).status).toBe(200);
    await shop.call('blockUser', { ...as, params: { id: user.id }, body: { reason: 'Quillon writes too much' } });
    await shop.call('unblockUser', { ...as, params: { id: user.id } });
    await shop.shop.mailer.settled();
    expect(await rowsWith(shop, words)).not.toEqual([]);

    const deleted = await shop.call('deleteUser', { ...as, params: { id: user.id } });
    expect(deleted.status).toBe(200);
    await shop.shop.mailer.settled();
    expect(await rowsWith(shop, words)).toEqual([]);
  });

  it('gets the email that the deletion itself causes, and nothing of that email stays', async () => {
    const { token } = await shop.admin('Mai');
    const account = { transfer: true, accountName: 'Gallery', bsb: '062-000', accountNumber: '10482297' };
    await shop.call('updatePaymentSettings', { token, body: account });
    const person = await shop.customer('Quillon');
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', person.id).execute(),
    );
    const crane = await shop.listing('Crane');
    const body = { items: [{ listingId: crane.id, price: 100 }], paymentMethod: 'transfer' } as const;
    const { orderId } = (await shop.call('createCheckout', { token: person.token, body })).body;
    await shop.call('startPayment', { token: person.token, params: { id: orderId } });
    await shop.shop.mailer.settled();
    await shop.shop.database.write((tx) =>
      tx
        .updateTable('outbox')
        .set({ recipient: 'QUILLON@example.com' })
        .where('recipient', '=', person.email)
        .execute(),
    );
    const answer = await shop.call('deleteOwnAccount', { token: person.token, body: { currentPassword: password } });
    expect(answer.status).toBe(200);
    await shop.shop.mailer.settled();
    expect(await rowsWith(shop, ['quillon'])).toEqual([]);
  });

  it('of somebody who had a role stays in the audit', async () => {
    const owner = await shop.admin('Mai');
    const person = await shop.customer('Quillon');
    for (const role of ['staff', null])
      await shop.call('setRole', { token: owner.token, params: { id: person.id }, body: { role } });
    await shop.call('deleteOwnAccount', { token: person.token, body: { currentPassword: password } });
    const { entries } = (await shop.call('listAuditEntries', { token: owner.token, query: { q: 'quillon' } })).body;
    expect(entries.length).toBeGreaterThan(1);
  });
});
