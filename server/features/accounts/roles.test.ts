import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import { parseSettings } from '#server/settings.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { withMail } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'A role',
  (shop) => {
    const setRole = (by: Person, { id }: Pick<Person, 'id'>, role: Role | null) =>
      shop.call('setRole', { token: by.token, params: { id }, body: { role } });
    const roleOf = async (person: Person) => (await shop.call('getProfile', { token: person.token })).body.user.role;
    const letters = (kind: string) =>
      shop.shop.database.read
        .selectFrom('outbox')
        .select(['recipient', 'text'])
        .where('kind', '=', kind)
        .orderBy('recipient')
        .execute();

    it('is given by an owner; the audit and an email to every owner say so', async () => {
      const [mai, otto, ben] = [await shop.admin('Mai'), await shop.admin('Otto'), await shop.customer('Ben')];
      const given = await setRole(mai, ben, 'viewer');
      expect([given.status, given.body.user]).toMatchObject([200, { id: ben.id, isAdmin: true, role: 'viewer' }]);
      expect((await shop.call('checkAdmin', { token: ben.token })).body).toMatchObject({
        isAdmin: true,
        role: 'viewer',
      });
      expect(await letters('admin: role changed')).toEqual(
        [mai.email, otto.email].map((recipient) => ({
          recipient,
          text: expect.stringContaining('Ben (ben@example.com) now has the role viewer. Mai (mai@example.com)'),
        })),
      );
      await setRole(mai, ben, 'viewer');
      await setRole(mai, ben, 'staff');
      await setRole(mai, ben, null);
      expect(await roleOf(ben)).toBe(null);
      expect((await shop.call('listUsers', { token: ben.token })).status).toBe(403);
      const { entries } = (await shop.call('listAuditEntries', { token: mai.token })).body;
      expect(entries.map(({ action, before, after }) => [action, before?.role, after?.role])).toEqual([
        ['admin rights revoked', 'staff', null],
        ['role changed', 'viewer', 'staff'],
        ['admin rights granted', null, 'viewer'],
      ]);
      expect((await setRole(mai, { id: 'nobody' }, 'staff')).status).toBe(404);
      const unknown = { token: mai.token, params: { id: ben.id }, body: { role: 'boss' } };
      // The body is wrong on purpose.
      expect((await shop.call('setRole', unknown as never)).body.message).toBe('role is owner, staff, viewer or null');
    });

    it('lets staff work on pieces and orders, but not make themselves owners', async () => {
      const [stan, anna] = [await shop.admin('Stan', 'staff'), await shop.customer('Anna')];
      const order = await shop.buy(anna, await shop.listing('Moon'));
      const shipped = { token: stan.token, params: { id: order.id }, body: { status: 'shipped' as const } };
      expect((await shop.call('setOrderStatus', shipped)).status).toBe(200);
      const body = { name: 'Carp', price: 10 };
      expect((await shop.call('addProduct', { token: stan.token, body })).status).toBe(201);

      const refused = await setRole(stan, stan, 'owner');
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Your role does not allow this. Please ask an owner of the shop.',
      ]);
      const toggled = { token: stan.token, params: { id: stan.id }, body: { isAdmin: true } };
      expect((await shop.call('setAdmin', toggled)).status).toBe(403);
      // The profile ignores the field `role`.
      await shop.call('updateProfile', { token: stan.token, body: { role: 'owner' } as never });
      expect(await roleOf(stan)).toBe('staff');
    });

    it('lets a viewer read, and change nothing except the second factor of their own account', async () => {
      const [vera, moon] = [await shop.admin('Vera', 'viewer'), await shop.listing('Moon')];
      expect((await shop.call('listOrdersAsAdmin', { token: vera.token })).status).toBe(200);
      const sold = { token: vera.token, params: { id: moon.id }, body: { sold: true } };
      expect((await shop.call('updateProduct', sold)).status).toBe(403);
      expect((await shop.call('listStaff', { token: vera.token })).status).toBe(403);
      expect((await shop.call('beginAuthenticatorApp', { token: vera.token })).status).toBe(200);
    });

    it('of the last owner stays, no matter who else has a role', async () => {
      const [mai, stan] = [await shop.admin('Mai'), await shop.admin('Stan', 'staff')];
      const change = { token: mai.token, params: { id: mai.id } };
      const refusals = [
        await setRole(mai, mai, 'staff'),
        await setRole(mai, mai, null),
        await shop.call('setAdmin', { ...change, body: { isAdmin: false } }),
        await shop.call('deleteOwnAccount', { token: mai.token, body: { currentPassword: 'secret1' } }),
      ];
      for (const { status, body } of refusals)
        expect([status, body.message]).toEqual([
          409,
          'This is the last admin with the role owner. Make somebody else an owner first.',
        ]);
      // A blocked owner does not count as another owner.
      await setRole(mai, stan, 'owner');
      await shop.call('blockUser', { token: mai.token, params: { id: stan.id }, body: {} });
      expect((await setRole(mai, mai, 'viewer')).status).toBe(409);
    });

    it('of one owner stays when two demote each other at once', async () => {
      for (let round = 0; round < 4; round += 1) {
        const owners = [await shop.admin(`Ada ${round}`), await shop.admin(`Otto ${round}`)];
        await shop.shop.database.write((tx) =>
          tx
            .updateTable('users')
            .set({ role: null })
            .where(
              'id',
              'not in',
              owners.map(({ id }) => id),
            )
            .execute(),
        );
        const demote = (by: Person, other: Person) => setRole(by, other, round % 2 === 0 ? 'staff' : null);
        const calls = owners.flatMap((by) => owners.map((other) => demote(by, other)));
        const statuses = (await Promise.all(calls)).map(({ status }) => status);
        expect(statuses.every((status) => [200, 403, 409].includes(status))).toBe(true);
        const left = shop.shop.database.read.selectFrom('users').select('id').where('role', '=', 'owner');
        expect(await left.execute()).toHaveLength(1);
      }
    });

    it('is owner if the toggle or `isAdmin` makes somebody an admin', async () => {
      const [mai, stan] = [await shop.admin('Mai'), await shop.admin('Stan', 'staff')];
      const { body } = await shop.call('setAdmin', {
        token: mai.token,
        params: { id: stan.id },
        body: { isAdmin: true },
      });
      expect(body.user).toMatchObject({ isAdmin: true, role: 'owner' });
      const add = async (email: string, rights: object) =>
        (await shop.call('addUser', { token: mai.token, body: { name: 'New', email, password: 'secret9', ...rights } }))
          .body.user;
      expect(await add('a@example.com', { isAdmin: true })).toMatchObject({ isAdmin: true, role: 'owner' });
      expect(await add('b@example.com', { isAdmin: false })).toMatchObject({ isAdmin: false, role: null });
      expect(await add('c@example.com', { role: 'staff' })).toMatchObject({ isAdmin: true, role: 'staff' });
      const signedIn = await shop.call('authenticate', {
        body: { mode: 'signin', email: 'c@example.com', password: 'secret9' },
      });
      expect(signedIn.body).toMatchObject({ isAdmin: true, role: 'staff', user: { isAdmin: true, role: 'staff' } });
    });

    it('is in the list of staff, with the second factor', async () => {
      const [vera, mai] = [await shop.admin('Vera', 'viewer'), await shop.admin('Mai')];
      await shop.customer('Anna');
      const { people } = (await shop.call('listStaff', { token: mai.token })).body;
      expect(people).toMatchObject([
        { id: mai.id, role: 'owner', secondFactor: [], isOnline: true },
        { id: vera.id, role: 'viewer', secondFactor: [] },
      ]);
    });

    it('decides who gets emails about the shop: only owners', async () => {
      const [mai, stan, anna] = [
        await shop.admin('Mai'),
        await shop.admin('Stan', 'staff'),
        await shop.customer('Anna'),
      ];
      await shop.buy(anna, await shop.listing('Moon'));
      // `shop.listing` has added a second owner, who adds the piece.
      expect((await letters('admin: order paid')).map(({ recipient }) => recipient)).toEqual([
        mai.email,
        'owner@example.com',
      ]);
      const change = { email: 'stan@new.example', currentPassword: 'secret1' };
      await shop.call('updateProfile', { token: stan.token, body: change });
      expect((await letters('admin: email changed'))[0]).toMatchObject({
        recipient: mai.email,
        text: expect.stringContaining('from stan@example.com to stan@new.example'),
      });
    });
  },
  withMail,
);

onEachEngine('A shop of an earlier version', (shop) => {
  let databases: Databases;
  beforeEach(() => {
    databases = createDatabases(shop.engine, shop.directory, postgresUrl);
  });
  afterEach(() => databases.removeAll());

  it('has its former admins as owners, and its customers without a role', async () => {
    const { database } = parseSettings({ DATABASE_URL: await databases.create(), DATA_DIR: shop.directory });
    const steps = Object.entries(shopMigrations);
    const before: Migrations = Object.fromEntries(
      steps.slice(
        0,
        steps.findIndex(([name]) => name === '0016-roles'),
      ),
    );
    const old = await connect(database, { migrations: before });
    const people = [await shop.admin('Mai'), await shop.customer('Anna')];
    const rows = await shop.shop.database.read.selectFrom('users').selectAll().orderBy('created_at').execute();
    await old.write(async (tx) => {
      for (const { role, language: _later, factor_changes: _newer, may_set_prices: _newest, ...row } of rows)
        await sql`insert into users (${sql.join([...Object.keys(row), 'is_admin'].map((column) => sql.ref(column)))})
          values (${sql.join([...Object.values(row), role === null ? 0 : 1])})`.execute(tx);
    });
    await old.close();
    const now = await connect(database);
    const found = await now.read.selectFrom('users').select(['id', 'role']).execute();
    await now.close();
    expect(new Map(found.map(({ id, role }) => [id, role]))).toEqual(
      new Map(people.map(({ id }, at) => [id, at === 0 ? 'owner' : null])),
    );
  });
});
