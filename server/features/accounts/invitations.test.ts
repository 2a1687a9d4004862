import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const day = 24 * 60 * 60_000;

onEachEngine(
  'An invitation to run the shop',
  (shop) => {
    const invite = (token: string, email: string, role = 'staff') =>
      shop.call('inviteStaff', { token, body: { email, role } });
    const list = async (token: string) => (await shop.call('listInvitations', { token })).body.invitations;
    const accept = (token: string, changes: object = {}) =>
      shop.call('acceptInvitation', { body: { token, name: 'Mai', password: 'lacquer-box-7', ...changes } });
    const signIn = (email: string, password: string) =>
      shop.call('authenticate', { body: { mode: 'signin', email, password } });
    /** The token of the last invitation to this address. */
    const linkTo = async (email: string) => {
      const letters = await shop.shop.database.read
        .selectFrom('outbox')
        .select(['text', 'created_at'])
        .where('recipient', '=', email)
        .where('kind', '=', 'staff invitation')
        .orderBy('created_at', 'desc')
        .execute();
      return /\/accept-invitation#([\w-]+)/.exec(letters[0]?.text ?? '')?.[1] ?? '';
    };

    it('gives a new account with a confirmed address, a role and a password of its own, once', async () => {
      const ada = await shop.admin('Ada');
      const invited = await invite(ada.token, 'mai@example.com');
      expect(invited.status).toBe(201);
      expect(invited.body.invitation).toMatchObject({ email: 'mai@example.com', role: 'staff', invitedBy: 'Ada' });
      const token = await linkTo('mai@example.com');
      expect((await accept(token, { password: '123456' })).status).toBe(400);
      expect((await accept(token)).status).toBe(200);
      const { body } = await signIn('mai@example.com', 'lacquer-box-7');
      expect([body.name, body.role, body.user.emailConfirmed]).toEqual(['Mai', 'staff', true]);
      expect((await accept(token)).status).toBe(400);
      expect(await list(ada.token)).toEqual([]);
      const { entries } = (await shop.call('listAuditEntries', { token: ada.token })).body;
      expect(entries.map(({ action }) => action).toSorted()).toEqual(['invitation accepted', 'invitation sent']);
    });

    it('gives an existing account the role only after it was accepted, and ends what somebody else may have of it', async () => {
      const [ada, mai] = [await shop.admin('Ada'), await shop.customer('Mai')];
      await invite(ada.token, mai.email, 'viewer');
      expect((await shop.call('checkAdmin', { token: mai.token })).status).toBe(403);
      expect((await accept(await linkTo(mai.email))).status).toBe(200);
      expect((await shop.call('getProfile', { token: mai.token })).status).toBe(401);
      expect((await signIn(mai.email, 'secret1')).status).toBe(401);
      const { body } = await signIn(mai.email, 'lacquer-box-7');
      expect([body.user.id, body.role]).toEqual([mai.id, 'viewer']);
    });

    it('ends after 7 days, when it is withdrawn, and when another one is sent', async () => {
      const ada = await shop.admin('Ada');
      await invite(ada.token, 'mai@example.com');
      const first = await linkTo('mai@example.com');
      shop.passTime(1_000);
      const { id } = (await invite(ada.token, 'MAI@example.com', 'viewer')).body.invitation;
      expect((await accept(first)).status).toBe(400);
      expect((await list(ada.token)).map((invitation) => invitation.id)).toEqual([id]);
      const withdraw = () => shop.call('withdrawInvitation', { token: ada.token, params: { id } });
      expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404]);
      await invite(ada.token, 'lan@example.com');
      const late = await linkTo('lan@example.com');
      shop.passTime(7 * day);
      expect([(await accept(late)).status, await list(ada.token)]).toEqual([400, []]);
    });

    it('ends when the owner who sent it is not one any more', async () => {
      const [ada, otto] = [await shop.admin('Ada'), await shop.admin('Otto')];
      await invite(otto.token, 'mai@example.com', 'owner');
      await shop.call('blockUser', { token: ada.token, params: { id: otto.id }, body: {} });
      expect((await accept(await linkTo('mai@example.com'))).status).toBe(400);
    });

    it('is only for owners with a recent password, and for people without a role', async () => {
      const [ada, stan] = [await shop.admin('Ada'), await shop.admin('Stan', 'staff')];
      expect((await invite(stan.token, 'mai@example.com')).status).toBe(403);
      expect((await invite(ada.token, stan.email)).status).toBe(409);
      expect((await invite(ada.token, 'not an address')).status).toBe(400);
      shop.passTime(16 * 60_000);
      expect((await invite(ada.token, 'mai@example.com')).body).toMatchObject({ code: 'confirm' });
    });
  },
  withMail,
);
