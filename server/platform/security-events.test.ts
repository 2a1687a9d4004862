import { expect, it } from 'vitest';
import { password } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'The security events in the log',
  (shop) => {
    const network = '127.0.0.1';
    const everyEvent = (): Record<string, unknown>[] =>
      shop
        .logged()
        .split('\n')
        .filter((line) => line.includes('"security event"'))
        .map((line) => JSON.parse(line).security);
    /** Without the registrations and sign-ins of the people of the test. */
    const events = () => everyEvent().filter(({ event }) => event !== 'signed in');
    const signIn = (email: string, secret: string) =>
      shop.call('authenticate', { body: { mode: 'signin', email, password: secret } });

    it('name failed sign-ins with the account, and the limit that ends them', async () => {
      const anna = await shop.customer('Anna');
      await signIn('nobody@example.com', 'a guess');
      for (let count = 0; count < 11; count += 1) await signIn(anna.email, 'a guess');
      const endpoint = 'authenticate';
      expect(events()).toEqual([
        { event: 'sign-in failed', reason: 'userNotFound', endpoint, network },
        ...Array(10).fill({
          event: 'sign-in failed',
          account: anna.id,
          reason: 'incorrectPassword',
          endpoint,
          network,
        }),
        { event: 'limit reached', reason: 'tooMany', endpoint, network },
      ]);
    });

    it('name every sign-in and every confirmation, with what was given', async () => {
      const anna = await shop.customer('Anna');
      await signIn(anna.email, password);
      await shop.call('confirmIdentity', { token: anna.token, body: { password } });
      const account = anna.id;
      expect(everyEvent()).toEqual([
        { event: 'signed in', account, reason: 'registration', network },
        { event: 'signed in', account, reason: 'password', network },
        { event: 'identity confirmed', account, reason: 'password', network },
      ]);
    });

    it('name refused holds and refused admin calls with the account of the caller', async () => {
      const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
      const moon = await shop.listing('Moon');
      await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
      await shop.call('holdPieces', { token: ben.token, body: { listingIds: [moon.id] } });
      await shop.call('listUsers', { token: ben.token });
      const vera = await shop.admin('Vera', 'viewer');
      await shop.call('addProduct', { token: vera.token, body: { name: 'Carp', price: 1 } });
      expect(events()).toEqual([
        { event: 'hold refused', account: ben.id, reason: 'held', endpoint: 'holdPieces', network },
        { event: 'access refused', account: ben.id, reason: 'adminNeeded', endpoint: 'listUsers', network },
        { event: 'access refused', account: vera.id, reason: 'roleNeeded', endpoint: 'addProduct', network },
      ]);
    });

    it('name changes of password and email, and a wrong password given to confirm one', async () => {
      const { id, token } = await shop.customer('Anna');
      const change = (currentPassword: string) =>
        shop.call('changePassword', { token, body: { currentPassword, newPassword: 'another secret' } });
      await change('wrong one');
      await change(password);
      const body = { email: 'new@example.com', currentPassword: 'another secret' };
      await shop.call('updateProfile', { token, body: { name: 'Anna', ...body } });
      await shop.call('updateProfile', { token, body: { name: 'Anne', ...body } });
      await shop.call('resetPassword', { body: { token: 'unknown', newPassword: 'another secret' } });
      expect(events()).toEqual([
        {
          event: 'confirmation failed',
          account: id,
          reason: 'currentPasswordWrong',
          endpoint: 'changePassword',
          network,
        },
        { event: 'password changed', account: id, network },
        { event: 'email changed', account: id, network },
        { event: 'link refused', reason: 'resetLinkInvalid', endpoint: 'resetPassword', network },
      ]);
    });

    it('name who added, deleted or changed the rights of which account', async () => {
      const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
      const { token } = admin;
      await shop.call('setAdmin', { token, params: { id: anna.id }, body: { isAdmin: true } });
      const added = await shop.call('addUser', {
        token,
        body: { name: 'Ben', email: 'ben@example.com', password: 'nine layers of lacquer', isAdmin: false },
      });
      await shop.call('deleteUser', { token, params: { id: anna.id } });
      const by = admin.id;
      expect(events()).toEqual([
        { event: 'role changed', account: anna.id, by, reason: 'owner', network },
        { event: 'account added', account: added.body.user.id, by, reason: 'customer', network },
        { event: 'account deleted', account: anna.id, by, network },
      ]);
    });

    it('and no line for a request name the query of its address, which may have the token of a link', async () => {
      await shop.request('GET', '/api/listings?q=Kanarina');
      expect(shop.logged()).toContain('/api/listings');
      expect(shop.logged()).not.toContain('Kanarina');
    });

    it('have no email address, password or token', async () => {
      const anna = await shop.customer('Anna');
      await signIn(anna.email, 'a guess');
      await shop.call('updateProfile', {
        token: anna.token,
        body: { email: 'new@example.com', currentPassword: 'secret1' },
      });
      const text = JSON.stringify(events());
      for (const secret of [anna.email, 'new@example.com', anna.token, 'a guess']) expect(text).not.toContain(secret);
      expect(events()).toHaveLength(2);
    });
  },
  { LOG_LEVEL: 'trace' },
);
