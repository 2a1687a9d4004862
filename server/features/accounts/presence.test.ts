import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { lockUserRow } from './accounts.queries.ts';

onEachEngine('Presence', (shop) => {
  const minute = 60_000;
  const users = async ({ token }: Person, query: Record<string, string | number>) =>
    (await shop.call('listUsers', { token, query })).body.users.map(({ name, isOnline }) => `${name} ${isOnline}`);

  it('is shown at once while a purchase has locked the user, also for a use that is not written yet', async () => {
    const [admin, anna] = [await shop.admin('Ada'), await shop.customer('Anna')];
    shop.passTime(10 * minute);
    await shop.call('getCart', { token: anna.token });
    const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const purchase = shop.shop.database.write(async (tx) => {
      await lockUserRow(tx, anna.id);
      await lockUserRow(tx, admin.id);
      locked.resolve();
      await end.promise;
    });
    await locked.promise;
    const { token } = admin;
    const read = Promise.all([
      users(admin, { q: 'Anna' }),
      shop.call('listActiveUsers', { token }),
      shop.call('listStaff', { token }),
      shop.call('listSessions', { token: anna.token }),
    ]);
    const answered = await Promise.race([read, pause(5_000, null)]);
    end.resolve();
    await purchase;
    expect(answered?.[0]).toEqual(['Anna true']);
    expect(answered?.[1].body.users.map(({ name, isOnline }) => [name, isOnline]).toSorted()).toEqual([
      ['Ada', true],
      ['Anna', true],
    ]);
    expect(answered?.[2].body.people).toMatchObject([{ name: 'Ada', isOnline: true }]);
    const lastSeen = answered?.[3].body.sessions[0]?.lastSeenAt ?? '';
    expect(Math.abs(Date.parse(lastSeen) - shop.shop.clock())).toBeLessThan(minute);
  });

  it('sorts the users by it, those whose last use is not written yet too', async () => {
    const admin = await shop.admin('Ada');
    const people: Person[] = [];
    for (const name of ['Anna', 'Binh', 'Chi', 'Dao']) people.push(await shop.customer(name));
    shop.passTime(10 * minute);
    const [, binh, , dao] = people;
    await shop.call('getCart', { token: dao?.token ?? '' });
    await shop.shop.presence.flush();
    await shop.call('getCart', { token: binh?.token ?? '' });
    const sorted = await users(admin, { sort: 'isOnline', order: 'desc', pageSize: 3 });
    expect(sorted.toSorted()).toEqual(['Ada true', 'Binh true', 'Dao true']);
    const rest = await users(admin, { sort: 'isOnline', order: 'desc', pageSize: 3, page: 2 });
    expect(rest.toSorted()).toEqual(['Anna false', 'Chi false']);
    expect((await users(admin, { sort: 'isOnline', pageSize: 2 })).toSorted()).toEqual(['Anna false', 'Chi false']);
  });

  it('is not shown for a session that has ended, although its last use is not written yet', async () => {
    const [admin, anna] = [await shop.admin('Ada'), await shop.customer('Anna')];
    await shop.call('getCart', { token: anna.token });
    await shop.call('signOut', { token: anna.token });
    expect(await users(admin, { sort: 'isOnline', order: 'desc' })).toEqual(['Ada true', 'Anna false']);
    const blocked = await shop.call('blockUser', { token: admin.token, params: { id: anna.id }, body: {} });
    expect(blocked.body.user.isOnline).toBe(false);
  });

  it('is in the answer that gives a role', async () => {
    const [admin, anna] = [await shop.admin('Ada'), await shop.customer('Anna')];
    shop.passTime(10 * minute);
    await shop.call('getCart', { token: anna.token });
    const { token } = admin;
    const changed = await shop.call('setRole', { token, params: { id: anna.id }, body: { role: 'viewer' } });
    expect(changed.body.user.isOnline).toBe(true);
  });
});
