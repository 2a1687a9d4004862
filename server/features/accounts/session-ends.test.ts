import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { onEachEngine, onEachEngineWith } from '#server/testing/shop.ts';

const hour = 60 * 60_000;
const adminSessions = { unused: durations.adminSessionUnused, total: durations.adminSession };

onEachEngineWith(
  'A session of somebody with a role',
  (database) =>
    openTestShop({ ...database, replace: ({ settings }) => ({ settings: { ...settings, adminSessions } }) }),
  (shop) => {
    const statusOf = async (token: string) => (await shop.call('getProfile', { token })).status;

    it('ends after twelve hours without use; one of a customer does not', async () => {
      const [ada, anna] = [await shop.admin('Ada', 'viewer'), await shop.customer('Anna')];
      shop.passTime(12 * hour - 60_000);
      expect([await statusOf(ada.token), await statusOf(anna.token)]).toEqual([200, 200]);
      shop.passTime(12 * hour);
      expect([await statusOf(ada.token), await statusOf(anna.token)]).toEqual([401, 200]);
    });

    it('ends after seven days even if it is used all the time', async () => {
      const ada = await shop.admin('Ada');
      for (let passed = 0; passed < 160; passed += 10) {
        shop.passTime(10 * hour);
        expect(await statusOf(ada.token)).toBe(200);
      }
      shop.passTime(10 * hour);
      expect(await statusOf(ada.token)).toBe(401);
      const { token } = (
        await shop.call('authenticate', { body: { mode: 'signin', email: ada.email, password: 'secret1' } })
      ).body;
      expect((await shop.call('listSessions', { token })).body.sessions).toHaveLength(1);
    });
  },
);

onEachEngine('One session', (shop) => {
  const signIn = async (email: string) =>
    (await shop.call('authenticate', { body: { mode: 'signin', email, password: 'secret1' } })).body.token;
  const sessionsOf = async (token: string) => (await shop.call('listSessions', { token })).body.sessions;

  it('can be ended by its user, also the one that makes the call, by an id that gives no access', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const phone = await signIn(anna.email);
    const other = (await sessionsOf(anna.token)).find((session) => !session.current);
    const end = (token: string, id: string) => shop.call('endSession', { token, params: { id } });
    expect((await end(ben.token, other?.id ?? '')).status).toBe(404);
    expect((await shop.call('getProfile', { token: other?.id ?? '' })).status).toBe(401);
    expect((await end(anna.token, other?.id ?? '')).status).toBe(200);
    expect((await shop.call('getProfile', { token: phone })).status).toBe(401);
    expect((await end(anna.token, other?.id ?? '')).status).toBe(404);
    const [own] = await sessionsOf(anna.token);
    expect((await end(anna.token, own?.id ?? '')).status).toBe(200);
    expect((await shop.call('getProfile', { token: anna.token })).status).toBe(401);
  });

  it('of somebody with a role can be seen and ended by an owner, which the audit records', async () => {
    const [ada, stan, anna] = [await shop.admin('Ada'), await shop.admin('Stan', 'staff'), await shop.customer('Anna')];
    const list = (token: string, id: string) => shop.call('listStaffSessions', { token, params: { id } });
    const [session] = (await list(ada.token, stan.id)).body.sessions;
    expect(session).toMatchObject({ current: false, device: 'lightMyRequest' });
    expect((await list(stan.token, stan.id)).status).toBe(403);
    expect((await list(ada.token, anna.id)).status).toBe(404);
    const params = { id: stan.id, sessionId: session?.id ?? '' };
    expect((await shop.call('endStaffSession', { token: stan.token, params })).status).toBe(403);
    expect((await shop.call('endStaffSession', { token: ada.token, params: { ...params, id: anna.id } })).status).toBe(
      404,
    );
    expect((await shop.call('endStaffSession', { token: ada.token, params })).status).toBe(200);
    expect((await shop.call('checkAdmin', { token: stan.token })).status).toBe(401);
    expect((await shop.call('endStaffSession', { token: ada.token, params })).status).toBe(404);
    const { entries } = (await shop.call('listAuditEntries', { token: ada.token })).body;
    expect(entries.map(({ action }) => action)).toEqual(['session ended']);
  });
});
