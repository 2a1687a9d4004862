import { expect, it } from 'vitest';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

onEachEngine('The list of users', (shop) => {
  const namesBy = async (token: string, query: Record<string, string | number>) =>
    (await shop.call('listUsers', { token, query })).body.users.map((user) => user.name);

  it('is newest first, and can be sorted by every field', async () => {
    const admin = await shop.admin('zoe');
    for (const name of ['anna', 'Ben', 'Émile']) {
      shop.passTime(1_000);
      await shop.customer(name);
    }
    const { body } = await shop.call('listUsers', { token: admin.token });
    expect([body.total, ...body.users.map((user) => user.name)]).toEqual([4, 'Émile', 'Ben', 'anna', 'zoe']);
    expect(await namesBy(admin.token, { sort: 'name' })).toEqual(['anna', 'Ben', 'zoe', 'Émile']);
    expect(await namesBy(admin.token, { sort: 'name', order: 'desc' })).toEqual(['Émile', 'zoe', 'Ben', 'anna']);
    expect((await namesBy(admin.token, { sort: 'isAdmin' })).at(-1)).toBe('zoe');
    await shop.call('authenticate', { body: { mode: 'signin', email: 'ben@example.com', password: 'secret1' } });
    expect((await namesBy(admin.token, { sort: 'activityScore', order: 'desc' }))[0]).toBe('Ben');
    expect(await namesBy(admin.token, { sort: 'date' })).toEqual(['zoe', 'anna', 'Ben', 'Émile']);
    for (const sort of ['id', 'email', 'phone', 'isOnline', 'createdAt'])
      expect(await namesBy(admin.token, { sort })).toHaveLength(4);
  });

  it('shows empty values last when ascending, first when descending', async () => {
    const admin = await shop.admin('Admin');
    const anna = await shop.customer('Anna');
    await shop.call('updateProfile', { token: anna.token, body: { phone: '0400' } });
    expect(await namesBy(admin.token, { sort: 'phone' })).toEqual(['Anna', 'Admin']);
    expect(await namesBy(admin.token, { sort: 'phone', order: 'desc' })).toEqual(['Admin', 'Anna']);
  });

  it('has pages, and finds substrings of name, email and id', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Ánna_B');
    for (const name of ['Ben', 'Cam', 'Dee']) await shop.customer(name);
    const page = await shop.call('listUsers', { token: admin.token, query: { sort: 'name', page: 2, pageSize: 2 } });
    expect([page.body.total, ...page.body.users.map((user) => user.name)]).toEqual([5, 'Cam', 'Dee']);
    expect(await namesBy(admin.token, { q: 'áNNA_' })).toEqual(['Ánna_B']);
    expect(await namesBy(admin.token, { q: anna.id.slice(3).toUpperCase() })).toEqual(['Ánna_B']);
    expect(await namesBy(admin.token, { q: 'BEN@EXAMPLE' })).toEqual(['Ben']);
    expect(await namesBy(admin.token, { q: '%' })).toEqual([]);
    const unknown = await shop.call('listUsers', { token: admin.token, query: { sort: 'password_hash' } });
    expect(unknown.status).toBe(400);
  });

  it('has a short form with the five most active users, the most active first', async () => {
    const admin = await shop.admin();
    for (let at = 1; at <= 6; at += 1) {
      const person = await shop.customer(`Visitor ${at}`);
      for (let time = 0; time < at; time += 1) {
        await shop.call('authenticate', { body: { mode: 'signin', email: person.email, password: 'secret1' } });
      }
    }
    const { body } = await shop.call('listActiveUsers', { token: admin.token });
    expect(body.users.map((user) => user.activityScore)).toEqual([6, 5, 4, 3, 2]);
  });
});

onEachEngine('An admin', (shop) => {
  const setAdmin = (token: string, id: string, isAdmin: boolean) =>
    shop.call('setAdmin', { token, params: { id }, body: { isAdmin } });
  const remove = (token: string, id: string) => shop.call('deleteUser', { token, params: { id } });
  const audit = async () => {
    const rows = await shop.shop.database.read
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.action);
  };

  it('can add users, who can sign in', async () => {
    const admin = await shop.admin();
    const body = { name: 'Ben', email: 'ben@example.com', password: 'secret9', isAdmin: true };
    const added = await shop.call('addUser', { token: admin.token, body });
    expect([added.status, added.body.user.isAdmin, added.body.user.isOnline]).toEqual([201, true, false]);
    expect(
      (await shop.call('addUser', { token: admin.token, body: { ...body, email: 'BEN@example.com' } })).status,
    ).toBe(409);
    const signedIn = await shop.call('authenticate', {
      body: { mode: 'signin', email: body.email, password: body.password },
    });
    expect(signedIn.body.isAdmin).toBe(true);
    for (const missing of [{ name: ' ' }, { email: '' }, { password: '' }]) {
      const refused = await shop.call('addUser', { token: admin.token, body: { ...body, ...missing } });
      expect([refused.status, refused.body.message]).toEqual([400, 'Please fill in all required fields']);
    }
    expect((await shop.call('addUser', { token: admin.token, body: { ...body, isAdmin: 'yes' } })).status).toBe(400);
    expect(await audit()).toEqual(['user added']);
  });

  it('can grant and revoke admin rights, which the audit records', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Anna');
    expect((await setAdmin(admin.token, anna.id, true)).body).toMatchObject({
      message: 'User admin status granted successfully',
      user: { id: anna.id, isAdmin: true },
    });
    expect((await shop.call('checkAdmin', { token: anna.token })).body.isAdmin).toBe(true);
    expect((await setAdmin(anna.token, anna.id, false)).body.message).toBe('User admin status revoked successfully');
    expect((await shop.call('checkAdmin', { token: anna.token })).status).toBe(403);
    expect((await setAdmin(admin.token, anna.id, false)).status).toBe(200);
    expect((await setAdmin(admin.token, 'nobody', true)).status).toBe(404);
    expect(await audit()).toEqual(['admin rights granted', 'admin rights revoked']);
  });

  it('cannot be demoted or deleted as the last owner, and cannot delete their own account in the panel', async () => {
    const admin = await shop.admin();
    const demoted = await setAdmin(admin.token, admin.id, false);
    expect([demoted.status, demoted.body.message]).toEqual([
      409,
      'This is the last admin with the role owner. Make somebody else an owner first.',
    ]);
    expect((await remove(admin.token, admin.id)).status).toBe(409);
    const leaving = await shop.call('deleteOwnAccount', { token: admin.token, body: { currentPassword: 'secret1' } });
    expect(leaving.status).toBe(409);
    await shop.admin('Second');
    expect((await remove(admin.token, admin.id)).status).toBe(409);
    expect((await setAdmin(admin.token, admin.id, false)).status).toBe(200);
  });

  it('is always left when admins demote or delete each other concurrently', async () => {
    let admins: { id: string; token: string }[] = [];
    for (let round = 0; round < 8; round += 1) {
      admins.push(...(await Promise.all([1, 2, 3, 4].map((at) => shop.admin(`Admin ${round} ${at}`)))));
      await Promise.all(
        admins.flatMap((admin) =>
          admins.map((other) =>
            round % 2 === 0 ? setAdmin(admin.token, other.id, false) : remove(admin.token, other.id),
          ),
        ),
      );
      const ids = await adminsOf(shop);
      admins = admins.filter(({ id }) => ids.includes(id));
      expect(admins.length, `round ${round}`).toBeGreaterThan(0);
    }
  });

  it('can delete a user with cart, holds and sessions, which frees the listings and keeps the orders', async () => {
    const admin = await shop.admin();
    const anna = await shop.customer('Anna');
    const [bought, held] = [await shop.listing('Bought'), await shop.listing('Held')];
    const order = await shop.buy(anna, bought);
    await shop.call('addToCart', { token: anna.token, body: { listingId: held.id } });
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [held.id] } });
    const events: string[] = [];
    shop.shop.database.listen((event) => events.push(`${event.listingId} ${event.state}`));
    const before = await shop.shop.database.catalogRevision();

    expect((await remove(admin.token, anna.id)).status).toBe(200);

    expect((await shop.call('getCart', { token: anna.token })).status).toBe(401);
    expect((await shop.call('getListing', { params: { id: held.id } })).body.listing.reserved).toBe(false);
    expect(await shop.shop.database.catalogRevision()).toBeGreaterThan(before);
    const orders = await shop.call('listOrdersAsAdmin', { token: admin.token });
    expect(orders.body.orders.map(({ id, buyer }) => [id, buyer.name])).toEqual([[order.id, 'Anna']]);
    await expect.poll(() => events).toContain(`${held.id} available`);
    expect((await remove(admin.token, anna.id)).status).toBe(404);
    expect(
      (await shop.call('authenticate', { body: { mode: 'signin', email: anna.email, password: 'secret1' } })).status,
    ).toBe(404);
  });
});

onEachEngine('The owner of an account', (shop) => {
  it('can download profile and sessions, with the card masked', async () => {
    const anna = await shop.customer('Anna');
    await shop.call('updateProfile', { token: anna.token, body: { cardNumber: '4242424242424242' } });
    const { status, headers, raw } = await shop.call('downloadOwnRecords', { token: anna.token });
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="my-records.json"',
      'no-store',
    ]);
    const records: unknown = JSON.parse(raw.toString());
    expect(records).toMatchObject({
      profile: { email: anna.email, cardNumber: '•••• •••• •••• 4242' },
      sessions: [{ current: true }],
    });
    expect(raw.toString()).not.toMatch(/42424242|argon2|hash/i);
  });

  it('can download what is stored only with the recent password', async () => {
    const anna = await shop.customer('Anna');
    shop.passTime(16 * 60_000);
    const refused = await shop.call('downloadOwnRecords', { token: anna.token });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'confirm' }]);
    await shop.call('confirmIdentity', { token: anna.token, body: { password: 'secret1' } });
    expect((await shop.call('downloadOwnRecords', { token: anna.token })).status).toBe(200);
  });

  it('can delete it with the password, and the email can be used again', async () => {
    const anna = await shop.customer('Anna');
    const leave = (currentPassword: string) =>
      shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword } });
    expect((await leave('wrong!')).status).toBe(403);
    expect((await leave('secret1')).status).toBe(200);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(401);
    const left = await Promise.all(
      (['users', 'sessions', 'account_links', 'sign_in_failures'] as const).map((table) =>
        shop.shop.database.read.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(left)).not.toContain(anna.email);
    expect((await shop.customer('Anna')).id).not.toBe(anna.id);
  });

  it('can download the enquiries sent while signed in, and those from the account’s email once it is confirmed', async () => {
    const anna = await shop.customer('Anna');
    const enquiry = { name: 'Anna', email: anna.email, subject: 'From a visitor', message: 'Hello' };
    await shop.call('sendEnquiry', { body: enquiry });
    await shop.call('sendEnquiry', {
      token: anna.token,
      body: { ...enquiry, email: 'other@example.com', subject: 'Signed in' },
    });
    const enquiries = async () =>
      JSON.parse((await shop.call('downloadOwnRecords', { token: anna.token })).raw.toString()).enquiries;
    expect(await enquiries()).toEqual([expect.objectContaining({ subject: 'Signed in' })]);
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute();
    });
    expect(await enquiries()).toHaveLength(2);
  });

  it('does not delete, with the account, the enquiries from an email that it has not confirmed', async () => {
    const stranger = await shop.customer('Stranger');
    await shop.call('sendEnquiry', { body: { name: 'Mai', email: stranger.email, message: 'Hello' } });
    await shop.call('deleteOwnAccount', { token: stranger.token, body: { currentPassword: 'secret1' } });
    const { body } = await shop.call('listEnquiries', { token: (await shop.admin()).token });
    expect(body.enquiries.map(({ name }) => name)).toEqual(['Mai']);
  });

  it('deletes, with the account, enquiries, unpaid checkouts and the name and address in cancelled orders', async () => {
    const anna = await shop.customer('Anna');
    const admin = await shop.admin();
    await shop.call('updateProfile', {
      token: anna.token,
      body: { name: 'Anna Amber', phone: '0491 570 006', deliveryAddress: '7 Amber Lane' },
    });
    const paid = await shop.buy(anna, await shop.listing('Paid'));
    const shipped = await shop.buy(anna, await shop.listing('Shipped'));
    const cancelled = await shop.buy(anna, await shop.listing('Cancelled'));
    await shop.call('cancelOrder', { token: anna.token, params: { id: cancelled.id } });
    const waiting = await shop.listing('Waiting');
    await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: waiting.id, price: waiting.price }], paymentMethod: 'card' },
    });
    await shop.call('sendEnquiry', {
      token: anna.token,
      body: { name: 'Anna Amber', email: 'other@example.com', message: 'Hello' },
    });
    await shop.call('sendEnquiry', { body: { name: 'Ben', email: 'ben@example.com', message: 'Hello' } });
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });

    const { read } = shop.shop.database;
    const orders = async () => (await shop.call('listOrdersAsAdmin', { token: admin.token })).body.orders;
    expect((await read.selectFrom('orders').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
      [paid.id, shipped.id, cancelled.id].toSorted(),
    );
    expect((await read.selectFrom('enquiries').select('name').execute()).map(({ name }) => name)).toEqual(['Ben']);
    expect((await orders()).find(({ id }) => id === paid.id)?.buyer).toMatchObject({
      name: 'Anna Amber',
      deliveryaddress: '7 Amber Lane',
    });
    const isForgotten = async (orderId: string) => {
      const row = await read.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
      return !/amber|anna|491 ?570/i.test(JSON.stringify({ ...row, id: '', user_id: '', search_text: '' }));
    };
    expect(await isForgotten(cancelled.id)).toBe(true);
    expect(await isForgotten(shipped.id)).toBe(false);
    // This order is cancelled after the account was deleted.
    const change = { token: admin.token, params: { id: shipped.id }, body: { status: 'cancelled' as const } };
    expect((await shop.call('setOrderStatus', change)).status).toBe(200);
    expect(await isForgotten(shipped.id)).toBe(true);
    expect((await shop.call('listOrdersAsAdmin', { token: admin.token, query: { q: 'amber' } })).body.total).toBe(1);
  });
});

async function adminsOf(shop: TestShop): Promise<string[]> {
  const rows = await shop.shop.database.read.selectFrom('users').select('id').where('role', 'is not', null).execute();
  return rows.map(({ id }) => id);
}
