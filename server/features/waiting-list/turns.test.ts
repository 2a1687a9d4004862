import { expect, it } from 'vitest';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const hour = 60 * 60_000;

onEachEngine(
  'The turns of a waiting list',
  (shop) => {
    const ownerWho = async (hours: number) => {
      const { token } = await shop.admin('Mai');
      expect((await shop.call('updateWaitingSettings', { token, body: { hours } })).status).toBe(200);
    };
    /** A customer with a confirmed address. */
    const collector = async (name: string, email?: string) => {
      const person = await shop.customer(name);
      const address = email === undefined ? {} : { email, email_folded: email.toLowerCase() };
      await shop.shop.database.write((tx) =>
        tx
          .updateTable('users')
          .set({ email_confirmed_at: 1, ...address })
          .where('id', '=', person.id)
          .execute(),
      );
      return person;
    };
    const addresses = new Map<string, string>();
    /** Joins from an address of the person's own, if no other is given. */
    const join = ({ token }: Person, id: string, address?: string) => {
      const own = addresses.get(token) ?? `203.0.113.${1 + addresses.size}`;
      addresses.set(token, own);
      return shop.call('joinWaitingList', { token, params: { id }, headers: { 'x-forwarded-for': address ?? own } });
    };
    const waitingOf = async ({ token }: Person, id: string) =>
      (await shop.call('getWaiting', { token, params: { id } })).body.waiting;
    /** What is left of the person's turn, milliseconds, rounded up to a minute: the clock goes on during the test. */
    const untilOf = async (person: Person, id: string) => {
      const left = Date.parse((await waitingOf(person, id))?.until ?? '') - shop.shop.clock();
      return Math.ceil(left / 60_000) * 60_000;
    };
    const checkout = ({ token }: Person, listingId: string) =>
      shop.call('createCheckout', { token, body: { items: [{ listingId, price: 100 }] } });
    const cancel = ({ token }: Person, id: string) => shop.call('cancelOrder', { token, params: { id } });
    const passTurn = async (milliseconds: number) => {
      shop.passTime(milliseconds);
      shop.shop.waitingTurns.wake();
      await shop.shop.waitingTurns.settled();
    };
    const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

    it('gives each next person half the time of the turn before, at least two hours, and ends after ten turns', async () => {
      await ownerWho(24);
      const moon = await shop.listing('Moon');
      const anna = await shop.customer('Anna');
      const people: Person[] = [];
      for (let number = 1; number <= 12; number += 1) people.push(await collector(`Person ${number}`));
      const order = await shop.buy(anna, moon);
      for (const person of people) await join(person, moon.id);
      await cancel(anna, order.id);
      const hours: number[] = [];
      for (const person of people.slice(0, 10)) {
        const left = await untilOf(person, moon.id);
        hours.push(left / hour);
        await passTurn(left);
      }
      expect(hours).toEqual([24, 12, 6, 3, 2, 2, 2, 2, 2, 2]);
      expect(await shown(moon.id)).toMatchObject({ reserved: false });
      const letters = await shop.shop.database.read.selectFrom('outbox').select(['recipient', 'subject']).execute();
      const free = letters.filter(({ subject }) => subject === 'Moon can be bought again');
      expect(free.map(({ recipient }) => recipient).sort()).toEqual([people[10]?.email, people[11]?.email].sort());
      const last = people[11];
      expect(last && (await waitingOf(last, moon.id))).toMatchObject({ place: 2, until: null });
      expect((await checkout(await shop.customer('Zoe'), moon.id)).status).toBe(200);
    });

    it('shows the piece as reserved only until its last turn ends', async () => {
      await ownerWho(48);
      const moon = await shop.listing('Moon');
      const anna = await shop.customer('Anna');
      const order = await shop.buy(anna, moon);
      for (let number = 1; number <= 12; number += 1) await join(await collector(`Person ${number}`), moon.id);
      await cancel(anna, order.id);
      const rows = await shop.shop.database.read.selectFrom('reservations').select('until_at').execute();
      const last = Math.max(...rows.map(({ until_at }) => until_at));
      expect(Math.round((last - shop.shop.clock()) / hour)).toBe(48 + 24 + 12 + 6 + 3 + 5 * 2);
    });

    it('gives the same mailbox and the same network one turn at a time, and tells those who are left that a piece is free', async () => {
      await ownerWho(24);
      const [moon, carp, crane] = [
        await shop.listing('A Moon'),
        await shop.listing('B Carp'),
        await shop.listing('C Crane'),
      ];
      const anna = await shop.customer('Anna');
      const [ben, tagged, dora] = [await collector('Ben'), await collector('Tagged'), await collector('Dora')];
      await shop.shop.database.write((tx) =>
        tx
          .updateTable('users')
          .set({ email: 'Ben+2@Example.com', email_folded: 'ben+2@example.com' })
          .where('id', '=', tagged.id)
          .execute(),
      );
      const order = await shop.buy(anna, moon, carp, crane);
      await join(ben, moon.id);
      await join(tagged, carp.id);
      await join(dora, carp.id);
      await join(dora, crane.id, addresses.get(ben.token));
      await cancel(anna, order.id);
      expect(await untilOf(ben, moon.id)).toBe(24 * hour);
      expect(await waitingOf(tagged, carp.id)).toMatchObject({ place: 1, until: null });
      expect(await untilOf(dora, carp.id)).toBe(24 * hour);
      expect(await shown(crane.id)).toMatchObject({ reserved: false });
      const letters = await shop.shop.database.read.selectFrom('outbox').select(['recipient', 'subject']).execute();
      expect(letters).toContainEqual({ recipient: dora.email, subject: 'C Crane can be bought again' });
      await passTurn(24 * hour);
      expect(await untilOf(tagged, carp.id)).toBe(12 * hour);
      expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
    });

    it('gives one mailbox one turn on a piece, however many accounts it has', async () => {
      await ownerWho(24);
      const moon = await shop.listing('Moon');
      const anna = await shop.customer('Anna');
      const accounts: Person[] = [];
      for (const number of [1, 2, 3]) {
        const person = await collector(`Account ${number}`);
        const email = number === 1 ? 'jane.doe@gmail.com' : `jane.d.oe+${number}@googlemail.com`;
        await shop.shop.database.write((tx) =>
          tx.updateTable('users').set({ email, email_folded: email }).where('id', '=', person.id).execute(),
        );
        accounts.push(person);
      }
      const order = await shop.buy(anna, moon);
      for (const person of accounts) await join(person, moon.id);
      await cancel(anna, order.id);
      await passTurn(24 * hour);
      expect(await shown(moon.id)).toMatchObject({ reserved: false });
    });
  },
  { TRUST_PROXY: '1' },
);
