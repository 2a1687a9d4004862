import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import { mailboxOf } from '#server/platform/mailbox.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A Monday in Sydney, without a public holiday in the days after it. */
const monday = Date.parse('2026-11-23T10:00:00+11:00');

it('counts the addresses of one mailbox as one', () => {
  expect(['a.b+c@gmail.com', 'AB@GoogleMail.com', 'ab@gmail.com'].map(mailboxOf)).toEqual(
    Array(3).fill('ab@gmail.com'),
  );
  expect(mailboxOf('Jane.Doe+art@Example.com')).toBe('jane.doe@example.com');
  expect(mailboxOf('+art@example.com')).toBe('+art@example.com');
});

onEachEngine(
  'What one person keeps from others',
  (shop) => {
    async function opening(count: number) {
      shop.passTime(monday - shop.shop.clock());
      const owner = await shop.admin('Linh');
      await shop.call('updatePaymentSettings', {
        token: owner.token,
        body: { transfer: true, accountName: 'Vang Son', bsb: '062-000', accountNumber: '10482297' },
      });
      const listings: Listing[] = [];
      for (let number = 1; number <= count; number += 1) listings.push(await shop.listing(`Piece ${number}`));
      return { owner, listings };
    }
    /** A customer with a confirmed address, which is `email` if it is given. */
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
    const at = (address: string) => ({ 'x-forwarded-for': address });
    const checkOut = (
      { token }: Person,
      listings: readonly Listing[],
      { address = '203.0.113.1', paymentMethod = 'transfer' as 'transfer' | 'credit' } = {},
    ) =>
      shop.call('createCheckout', {
        token,
        headers: at(address),
        body: { items: listings.map(({ id, price }) => ({ listingId: id, price })), paymentMethod },
      });
    const begin = ({ token }: Person, id: string, address = '203.0.113.1') =>
      shop.call('startPayment', { token, params: { id }, headers: at(address) });
    const cancel = ({ token }: Person, id: string) => shop.call('cancelOrder', { token, params: { id } });
    async function reserve(person: Person, listings: readonly Listing[], address?: string) {
      const { status, body } = await checkOut(person, listings, address === undefined ? {} : { address });
      expect(status, body.message).toBe(200);
      const begun = await begin(person, body.orderId, address);
      expect(begun.status, begun.body.message).toBe(200);
      return body.orderId;
    }
    const runDeadlines = async () => {
      shop.shop.settlement.wake();
      await shop.shop.settlement.settled();
    };

    it('is at most three pieces by transfer before the first paid order, and more afterwards', async () => {
      const { listings } = await opening(6);
      const anna = await collector('Anna');
      const refused = await checkOut(anna, listings.slice(0, 4));
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Before your first paid order, at most 3 pieces can be reserved by bank transfer at once. Please take some out, or choose another way to pay.',
      ]);
      await reserve(anna, listings.slice(0, 3));
      const ben = await collector('Ben');
      await shop.buy(ben, await shop.listing('First'));
      await reserve(ben, listings.slice(3), '203.0.113.2');
      const ofBoth = await collector('Ann', 'anna+2@example.com');
      expect((await checkOut(ofBoth, [await shop.listing('Other')], { address: '203.0.113.9' })).status).toBe(409);
    });

    it('is not reserved again by transfer within 24 hours after it was given up, and can be paid by card meanwhile', async () => {
      const { listings } = await opening(2);
      const [moon, carp] = listings;
      if (!moon || !carp) throw new Error('there are two pieces');
      const anna = await collector('Anna');
      await cancel(anna, await reserve(anna, [moon]));
      const givenUp = shop.shop.clock();
      shop.passTime(hour);
      const refused = await checkOut(anna, [moon]);
      expect(refused.status).toBe(409);
      expect(refused.body.message).toMatch(
        /^'Piece 1' was reserved for you by bank transfer and not paid\. You can reserve it that way again from \d\d:\d\d \d+\/\d+\/\d\d, or/,
      );
      const [limited] = refused.body.unavailable;
      expect(limited).toMatchObject({ listingId: moon.id, name: 'Piece 1', reason: 'limit' });
      // The clock goes on during the test.
      expect(Math.abs(Date.parse(limited?.until ?? '') - givenUp - 24 * hour)).toBeLessThan(minute);
      expect((await checkOut(anna, [moon], { paymentMethod: 'credit' })).status).toBe(200);
      await shop.call('releaseHolds', { token: anna.token });
      const sameMailbox = await collector('Ann', 'Anna+x@example.com');
      expect((await checkOut(sameMailbox, [moon], { address: '203.0.113.7' })).status).toBe(409);
      expect((await checkOut(await collector('Ben'), [moon], { address: '203.0.113.1' })).status).toBe(200);
      shop.passTime(15 * minute);
      expect((await checkOut(anna, [carp])).status).toBe(200);
      shop.passTime(23 * hour);
      await cancel(anna, await reserve(anna, [moon]));
      shop.passTime(25 * hour);
      expect((await checkOut(anna, [moon])).status).toBe(409);
      shop.passTime(3 * 24 * hour);
      expect((await checkOut(anna, [moon])).status).toBe(200);
    });

    it('is not reserved again by transfer within 24 hours after the reservation ran out', async () => {
      const { listings } = await opening(1);
      const anna = await collector('Anna');
      const id = await reserve(anna, listings);
      const { holdExpiresAt } = (await shop.call('getOrder', { token: anna.token, params: { id } })).body.order;
      shop.passTime(Date.parse(holdExpiresAt ?? '') - shop.shop.clock() + hour);
      await runDeadlines();
      expect((await checkOut(anna, listings)).status).toBe(409);
      expect((await begin(anna, id)).status).toBe(409);
      shop.passTime(23 * hour);
      await reserve(anna, listings);
    });

    it('is refused at the beginning of the transfer, too, if the checkout was made before', async () => {
      const { listings } = await opening(1);
      const [anna, other] = [await collector('Anna'), await collector('Ann', 'anna+b@example.com')];
      const waiting = (await checkOut(anna, listings)).body.orderId;
      await shop.call('releaseHolds', { token: anna.token });
      const again = (await checkOut(anna, listings)).body.orderId;
      expect(again).not.toBe(waiting);
      await shop.shop.database.write((tx) => tx.deleteFrom('holds').execute());
      await cancel(other, await reserve(other, listings, '203.0.113.8'));
      const refused = await begin(anna, again);
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('not paid')]);
    });

    it('is refused to a whole network only after several people there have reserved a piece without paying', async () => {
      const { listings } = await opening(1);
      for (const name of ['Anna', 'Ben']) {
        const person = await collector(name);
        await cancel(person, await reserve(person, listings));
      }
      const dora = await collector('Dora');
      const refused = await checkOut(dora, listings);
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringContaining('from your internet connection several times'),
      ]);
      expect((await checkOut(dora, listings, { address: '198.51.100.1' })).status).toBe(200);
    });

    it('counts once for all unconfirmed accounts of a mailbox, and not against the person who has confirmed it', async () => {
      const { listings } = await opening(6);
      const ids = listings.map(({ id }) => id);
      const hold = ({ token }: Person, listingIds: string[], address: string) =>
        shop.call('holdPieces', { token, body: { listingIds }, headers: at(address) });
      const tagged = async (number: number) => {
        const person = await shop.customer(`Tagged ${number}`);
        const email = `jane+${number}@example.com`;
        await shop.shop.database.write((tx) =>
          tx.updateTable('users').set({ email, email_folded: email }).where('id', '=', person.id).execute(),
        );
        return person;
      };
      const [first, second] = [await tagged(1), await tagged(2)];
      expect((await hold(first, ids.slice(0, 3), '203.0.113.1')).status).toBe(200);
      expect((await hold(second, ids.slice(3), '203.0.113.2')).status).toBe(409);
      for (let time = 1; time <= 3; time += 1) {
        shop.passTime(15 * minute);
        await hold(first, ids.slice(0, 1), '203.0.113.1');
      }
      expect((await hold(second, ids.slice(0, 1), '203.0.113.2')).status).toBe(409);
      const jane = await collector('Jane', 'jane@example.com');
      expect((await hold(jane, ids, '203.0.113.3')).status).toBe(200);
    });

    it('can be bought again after it was given back once, but not for a day after the second time, also not by editing an order', async () => {
      const { listings } = await opening(2);
      const [moon, carp] = listings;
      if (!moon || !carp) throw new Error('there are two pieces');
      const anna = await shop.customer('Anna');
      await cancel(anna, (await shop.buy(anna, moon)).id);
      const order = await shop.buy(anna, moon, carp);
      const edit = (kept: readonly Listing[]) =>
        shop.call('updateOrder', {
          token: anna.token,
          params: { id: order.id },
          body: { items: kept.map(({ id, price }) => ({ listingId: id, price })) },
        });
      expect((await edit([carp])).status).toBe(200);
      const refused = await edit([carp, moon]);
      expect(refused.status).toBe(409);
      expect(refused.body.message).toMatch(/^You have bought 'Piece 1' and given it back more than once\. You can buy/);
      expect((await checkOut(anna, [moon], { paymentMethod: 'credit' })).status).toBe(409);
      shop.passTime(24 * hour);
      expect((await edit([carp, moon])).status).toBe(200);
    });

    it('has the limits of somebody who never paid after the money of the only order came back', async () => {
      const { listings } = await opening(5);
      const anna = await collector('Anna');
      await cancel(anna, (await shop.buy(anna, await shop.listing('Other'))).id);
      expect((await checkOut(anna, listings.slice(0, 4))).status).toBe(409);
    });
  },
  { TRUST_PROXY: '1' },
);
