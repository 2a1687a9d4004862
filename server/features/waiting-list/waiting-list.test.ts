import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const hour = 60 * 60_000;

onEachEngine(
  'A waiting list',
  (shop) => {
    const keepFor = async ({ token }: { token: string }, hours: number) =>
      expect((await shop.call('updateWaitingSettings', { token, body: { hours } })).status).toBe(200);
    const ownerWho = async (hours: number) => {
      const owner = await shop.admin('Mai');
      await keepFor(owner, hours);
      return owner;
    };
    const collector = async (name: string) => {
      const person = await shop.customer(name);
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', person.id).execute(),
      );
      return person;
    };
    const addresses = new Map<string, string>();
    /** Joins from an address of the person's own. */
    const join = ({ token }: { token: string }, id: string) => {
      const own = addresses.get(token) ?? `203.0.113.${1 + addresses.size}`;
      addresses.set(token, own);
      return shop.call('joinWaitingList', { token, params: { id }, headers: { 'x-forwarded-for': own } });
    };
    const leave = ({ token }: { token: string }, id: string) =>
      shop.call('leaveWaitingList', { token, params: { id } });
    const waitingOf = async ({ token }: { token: string }, id: string) =>
      (await shop.call('getWaiting', { token, params: { id } })).body.waiting;
    const checkout = ({ token }: { token: string }, listingId: string) =>
      shop.call('createCheckout', { token, body: { items: [{ listingId, price: 100 }] } });
    const cancel = ({ token }: { token: string }, id: string) => shop.call('cancelOrder', { token, params: { id } });
    const told = async () =>
      (
        await shop.shop.database.read
          .selectFrom('outbox')
          .select('recipient')
          .where('kind', '=', 'waiting list')
          .orderBy('created_at')
          .execute()
      ).map(({ recipient }) => recipient);
    const passTurn = async (milliseconds: number) => {
      shop.passTime(milliseconds);
      shop.shop.waitingTurns.wake();
      await shop.shop.waitingTurns.settled();
    };
    const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

    it('keeps a piece that comes back for the first, then for the next, then it is free for everybody', async () => {
      await ownerWho(24);
      const moon = await shop.listing('Moon');
      const [anna, ben, carl, dora] = [
        await shop.customer('Anna'),
        await collector('Ben'),
        await collector('Carl'),
        await collector('Dora'),
      ];
      const order = await shop.buy(anna, moon);
      expect((await join(ben, moon.id)).body.waiting).toMatchObject({ place: 1, until: null });
      expect((await join(carl, moon.id)).body.waiting).toMatchObject({ place: 2, until: null });
      expect((await join(ben, moon.id)).body.waiting).toMatchObject({ place: 1 });
      await cancel(anna, order.id);
      expect(await shown(moon.id)).toMatchObject({ status: 'available', reserved: true });
      expect(await told()).toEqual([ben.email]);
      expect((await waitingOf(ben, moon.id))?.until).not.toBeNull();
      for (const other of [anna, carl, dora]) expect((await checkout(other, moon.id)).status).toBe(409);
      expect((await shop.call('listWaiting', { token: ben.token })).body).toMatchObject({
        total: 1,
        waiting: [{ place: 1, listing: { id: moon.id } }],
      });
      await passTurn(24 * hour);
      expect(await told()).toEqual([ben.email, carl.email]);
      expect(await waitingOf(ben, moon.id)).toBeNull();
      expect(await waitingOf(carl, moon.id)).toMatchObject({ place: 1 });
      expect((await checkout(ben, moon.id)).status).toBe(409);
      await passTurn(24 * hour);
      expect(await told()).toEqual([ben.email, carl.email]);
      expect(await shown(moon.id)).toMatchObject({ reserved: false });
      expect((await checkout(dora, moon.id)).status).toBe(200);
    });

    it('lets nobody else buy between two turns, even if no process begins the next turn', async () => {
      await ownerWho(1);
      const moon = await shop.listing('Moon');
      const [anna, ben, carl, dora] = [
        await shop.customer('Anna'),
        await collector('Ben'),
        await collector('Carl'),
        await collector('Dora'),
      ];
      const order = await shop.buy(anna, moon);
      await join(ben, moon.id);
      await join(carl, moon.id);
      await cancel(anna, order.id);
      shop.passTime(hour + 1);
      expect((await checkout(dora, moon.id)).status).toBe(409);
      expect((await checkout(ben, moon.id)).status).toBe(409);
      expect((await checkout(carl, moon.id)).status).toBe(200);
    });

    it('goes on with the next person when the first leaves, is blocked, deletes the account or is removed', async () => {
      const owner = await ownerWho(24);
      const moon = await shop.listing('Moon');
      const anna = await shop.customer('Anna');
      const [ben, carl, dora, eve] = [
        await collector('Ben'),
        await collector('Carl'),
        await collector('Dora'),
        await collector('Eve'),
      ];
      const order = await shop.buy(anna, moon);
      for (const person of [ben, carl, dora, eve]) await join(person, moon.id);
      await cancel(anna, order.id);
      await leave(ben, moon.id);
      expect(await told()).toEqual([ben.email, carl.email]);
      expect((await checkout(ben, moon.id)).status).toBe(409);
      const block = { token: owner.token, params: { id: carl.id }, body: { reason: 'Spam' } };
      expect((await shop.call('blockUser', block)).status).toBe(200);
      expect(await told()).toEqual([ben.email, carl.email, dora.email]);
      const answer = await shop.call('deleteOwnAccount', { token: dora.token, body: { currentPassword: 'secret1' } });
      expect(answer.status).toBe(200);
      expect(await told()).toContain(eve.email);
      const people = await shop.call('listWaitingPeople', { token: owner.token });
      expect(people.body).toMatchObject({ total: 1, people: [{ name: 'Eve', place: 1, listingName: 'Moon' }] });
      const remove = { token: owner.token, params: { id: moon.id, userId: eve.id } };
      expect((await shop.call('removeFromWaitingList', remove)).status).toBe(200);
      expect((await shop.call('removeFromWaitingList', remove)).status).toBe(404);
      expect(await shown(moon.id)).toMatchObject({ reserved: false });
    });

    /** Ben and Carl wait for a piece that has come back, and the turn of Ben ends in a minute. */
    async function lastMinuteOfTurn() {
      await ownerWho(1);
      const moon = await shop.listing('Moon');
      const [anna, ben, carl] = [await shop.customer('Anna'), await collector('Ben'), await collector('Carl')];
      const order = await shop.buy(anna, moon);
      await join(ben, moon.id);
      await join(carl, moon.id);
      await cancel(anna, order.id);
      shop.passTime(hour - 60_000);
      return { moon, ben, carl };
    }

    it('lets somebody pay whose turn has ended meanwhile, even if no process passes the turn on', async () => {
      const { moon, ben, carl } = await lastMinuteOfTurn();
      const { orderId } = (await checkout(ben, moon.id)).body;
      shop.passTime(2 * 60_000);
      expect((await checkout(carl, moon.id)).status).toBe(409);
      const body = { orderId, listingIds: [moon.id] };
      const paid = await shop.call('confirmPayment', { token: ben.token, body });
      expect(paid).toMatchObject({ status: 200, body: { order: { status: 'paid' } } });
      expect(await waitingOf(carl, moon.id)).toMatchObject({ place: 1, until: null });
      expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    });

    it('waits for somebody who is paying when the turn ends, and gives the next their whole time', async () => {
      const { moon, ben, carl } = await lastMinuteOfTurn();
      expect((await checkout(ben, moon.id)).status).toBe(200);
      await passTurn(60_000);
      expect(await told()).toEqual([ben.email]);
      expect((await checkout(carl, moon.id)).status).toBe(409);
      await passTurn(15 * 60_000);
      expect(await told()).toEqual([ben.email, carl.email]);
      const until = Date.parse((await waitingOf(carl, moon.id))?.until ?? '');
      expect(until - shop.shop.clock()).toBeGreaterThan(hour - 60_000);
      const paid = await checkout(carl, moon.id);
      await shop.call('confirmPayment', {
        token: carl.token,
        body: { orderId: paid.body.orderId, listingIds: [moon.id] },
      });
      expect(await waitingOf(carl, moon.id)).toBeNull();
      expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    });

    it('gets a piece whose hold an admin ends, and one that an admin makes available again', async () => {
      const owner = await ownerWho(24);
      const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp', { status: 'sold' })];
      const [anna, ben, carl] = [await shop.customer('Anna'), await collector('Ben'), await collector('Carl')];
      await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
      await join(ben, moon.id);
      await join(carl, carp.id);
      await shop.call('releaseHold', { token: owner.token, params: { id: moon.id } });
      expect(await told()).toEqual([ben.email]);
      expect((await checkout(anna, moon.id)).status).toBe(409);
      await shop.call('updateProduct', {
        token: owner.token,
        params: { id: carp.id },
        body: { status: 'available' },
      });
      expect(await told()).toEqual([ben.email, carl.email]);
      expect(await shown(carp.id)).toMatchObject({ reserved: true });
    });

    it('cannot be joined in a shop without one, for an edition, or with an unconfirmed address; turned off it gets no piece', async () => {
      const owner = await shop.admin('Mai');
      const [moon, tray] = [await shop.listing('Moon'), await shop.listing('Tray', { unique: false })];
      const [anna, ben] = [await shop.customer('Anna'), await collector('Ben')];
      const order = await shop.buy(anna, moon);
      expect((await join(ben, moon.id)).body.message).toBe('This shop has no waiting lists.');
      expect((await waitingOf(ben, moon.id)) ?? null).toBeNull();
      await keepFor(owner, 24);
      expect((await join(anna, moon.id)).body.message).toMatch(/^Please confirm your email address first/);
      expect((await join(ben, tray.id)).body.message).toBe("'Tray' can be bought now, so nobody waits for it.");
      expect((await join(ben, 'nothing')).status).toBe(404);
      await join(ben, moon.id);
      await keepFor(owner, 0);
      await cancel(anna, order.id);
      expect(await told()).toEqual([]);
      expect(await shown(moon.id)).toMatchObject({ reserved: false });
    });

    it('gets a piece whose offer was closed by the shop or has ended before anybody else can have it', async () => {
      const owner = await ownerWho(24);
      const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
      const [anna, ben, carl] = [await shop.customer('Anna'), await collector('Ben'), await collector('Carl')];
      const offer = (listingId: string, hours: number) =>
        shop.call('addPrivateLink', {
          token: owner.token,
          body: {
            kind: 'offer',
            until: new Date(shop.shop.clock() + hours * hour).toISOString(),
            pieces: [{ listingId }],
          },
        });
      const closed = await offer(moon.id, 48);
      await offer(carp.id, 48);
      for (const person of [ben, carl]) for (const { id } of [moon, carp]) await join(person, id);
      expect(await told()).toEqual([]);
      await shop.call('closePrivateLink', { token: owner.token, params: { id: closed.body.link.id } });
      expect(await told()).toEqual([ben.email]);
      expect((await checkout(anna, moon.id)).status).toBe(409);
      expect((await checkout(ben, moon.id)).status).toBe(200);

      // No process passes the turn on, and still nobody else can have the piece.
      shop.passTime(48 * hour);
      expect((await checkout(anna, carp.id)).status).toBe(409);
      await passTurn(0);
      expect((await told()).filter((recipient) => recipient === ben.email)).toHaveLength(2);
      expect(await waitingOf(ben, carp.id)).toMatchObject({ place: 1, until: expect.any(String) });
      await passTurn(24 * hour);
      expect(await waitingOf(carl, carp.id)).toMatchObject({ place: 1, until: expect.any(String) });
      expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    });

    it('lets a turn that has begun run to its end when the lists are turned off, also while others leave', async () => {
      const owner = await ownerWho(24);
      const moon = await shop.listing('Moon');
      const [anna, ben, carl, dora] = [
        await shop.customer('Anna'),
        await collector('Ben'),
        await collector('Carl'),
        await collector('Dora'),
      ];
      const order = await shop.buy(anna, moon);
      for (const person of [ben, carl, dora]) await join(person, moon.id);
      await cancel(anna, order.id);
      await keepFor(owner, 0);
      await leave(carl, moon.id);
      expect(await waitingOf(ben, moon.id)).toMatchObject({ until: expect.any(String) });
      expect((await checkout(anna, moon.id)).status).toBe(409);
      await passTurn(24 * hour);
      expect(await told()).toEqual([ben.email]);
      expect((await checkout(anna, moon.id)).status).toBe(200);
    });

    it('keeps the place of a person who could not buy because an admin sold the piece during the turn', async () => {
      const owner = await ownerWho(24);
      const moon = await shop.listing('Moon');
      const [anna, ben] = [await shop.customer('Anna'), await collector('Ben')];
      const order = await shop.buy(anna, moon);
      await join(ben, moon.id);
      await cancel(anna, order.id);
      const set = (status: string) =>
        shop.call('updateProduct', { token: owner.token, params: { id: moon.id }, body: { status } });
      expect((await set('sold')).status).toBe(200);
      await passTurn(25 * hour);
      expect(await waitingOf(ben, moon.id)).toMatchObject({ place: 1, until: null });
      await set('available');
      expect(await waitingOf(ben, moon.id)).toMatchObject({ place: 1, until: expect.any(String) });
      expect((await checkout(ben, moon.id)).status).toBe(200);
    });

    it('gets a piece whose hold an admin ends together with an edit', async () => {
      const owner = await ownerWho(24);
      const moon = await shop.listing('Moon');
      const [anna, ben] = [await shop.customer('Anna'), await collector('Ben')];
      await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
      await join(ben, moon.id);
      const body = { price: 120, endHold: true };
      expect((await shop.call('updateProduct', { token: owner.token, params: { id: moon.id }, body })).status).toBe(
        200,
      );
      expect(await told()).toEqual([ben.email]);
      expect((await checkout(anna, moon.id)).status).toBe(409);
    });
  },
  { TRUST_PROXY: '1' },
);
