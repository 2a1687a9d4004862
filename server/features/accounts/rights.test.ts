import { expect, it } from 'vitest';
import { duringTransaction } from '#server/testing/during-transaction.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import type { Person } from '#server/testing/people.ts';
import { filesOnDisk, panel } from '#server/testing/pictures.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

const eve = { name: 'Eve', email: 'eve@example.com', password: 'long enough', role: 'owner' };

/** Ways in which an owner stops being one while a request arrives, and the status that refuses it. */
const losses: readonly [how: string, status: number, lose: (shop: TestShop, owner: Person) => Promise<unknown>][] = [
  ['is blocked', 401, async (shop, { id }) => shop.call('blockUser', { ...(await byOther(shop, id)), body: {} })],
  ['is deleted', 401, async (shop, { id }) => shop.call('deleteUser', await byOther(shop, id))],
  [
    'becomes a viewer',
    403,
    async (shop, { id }) => shop.call('setRole', { ...(await byOther(shop, id)), body: { role: 'viewer' } }),
  ],
  ['signs out', 401, (shop, { token }) => shop.call('signOut', { token })],
  [
    'has every session ended',
    401,
    (shop, { id }) => shop.shop.database.write((tx) => tx.deleteFrom('sessions').where('user_id', '=', id).execute()),
  ],
  ['gave the password too long ago', 403, async (shop) => shop.passTime(16 * 60_000)],
];

async function byOther(shop: TestShop, id: string) {
  return { token: (await shop.admin('Other')).token, params: { id } };
}

onEachEngine('An owner whose request is complete only after the rights have ended', (shop) => {
  it.each(losses)('changes nothing: %s', async (_how, status, lose) => {
    const owner = await shop.admin();
    const bytesLeft = Promise.withResolvers<void>();
    let held = 0;
    const wait = () => {
      held += 1;
      return bytesLeft.promise;
    };
    using client = createHttpClient(await shop.listen(), { beforeLastByte: wait });
    const logo = await panel().png().toBuffer();
    const calls = [
      client.call('addUser', { token: owner.token, body: eve }),
      client.call('updateAlertSettings', { token: owner.token, body: { alerts: true } }),
      client.call('uploadLogo', { token: owner.token, ...filesBody('logo', { name: 'logo.png', bytes: logo }) }),
    ];
    await expect.poll(() => held).toBe(calls.length);
    // The server has read the headers by then: it answers this later call.
    expect((await shop.call('checkAdmin', { token: owner.token })).status).toBe(200);
    await lose(shop, owner);
    bytesLeft.resolve();
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([status, status, status]);
    const { read } = shop.shop.database;
    expect(await read.selectFrom('users').where('email', '=', eve.email).select('id').execute()).toEqual([]);
    expect(await read.selectFrom('shop_logo').selectAll().execute()).toEqual([]);
    expect(await read.selectFrom('settings').where('section', '=', 'alerts').selectAll().execute()).toEqual([]);
    expect(await filesOnDisk(shop)).toEqual([]);
  });
});

onEachEngine('A transaction of an owner', (shop) => {
  it('is undone if the owner was demoted before it ends', async () => {
    const owner = await shop.admin();
    const body = eve;
    const answer = await duringTransaction(
      shop,
      (tx) => tx.updateTable('users').set({ role: 'staff' }).where('id', '=', owner.id).execute(),
      () => shop.call('addUser', { token: owner.token, body }),
    );
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Your role does not allow this. Please ask an owner of the shop.',
    ]);
    const { read } = shop.shop.database;
    expect(await read.selectFrom('users').where('email', '=', eve.email).select('id').execute()).toEqual([]);
  });

  it('is undone if the session was ended before it ends', async () => {
    const owner = await shop.admin();
    const answer = await duringTransaction(
      shop,
      (tx) => tx.deleteFrom('sessions').where('user_id', '=', owner.id).execute(),
      () => shop.call('updateAlertSettings', { token: owner.token, body: { alerts: true } }),
    );
    expect(answer.status).toBe(401);
    const { read } = shop.shop.database;
    expect(await read.selectFrom('settings').where('section', '=', 'alerts').selectAll().execute()).toEqual([]);
  });

  it('may end the own rights', async () => {
    const owner = await shop.admin();
    await shop.admin('Second');
    const demoted = await shop.call('setAdmin', {
      token: owner.token,
      params: { id: owner.id },
      body: { isAdmin: false },
    });
    expect(demoted.status).toBe(200);
    expect((await shop.call('endOtherSessions', { token: owner.token })).status).toBe(200);
    expect((await shop.call('getProfile', { token: owner.token })).status).toBe(401);
  });
});
