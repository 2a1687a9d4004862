import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The last forwarded address counts as the client's. */
const behindProxy = { TRUST_PROXY: '1' };

onEachEngine(
  'The limits of holds',
  (shop) => {
    const pieces = async (count: number) => {
      const ids: string[] = [];
      for (let number = 1; number <= count; number += 1) ids.push((await shop.listing(`Piece ${number}`)).id);
      return ids;
    };
    const hold = ({ token }: Person, listingIds: readonly string[], address = '203.0.113.1') =>
      shop.call('holdPieces', { token, body: { listingIds }, headers: { 'x-forwarded-for': address } });
    const release = ({ token }: Person) => shop.call('releaseHolds', { token });
    const confirmEmail = ({ id }: Person) =>
      shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', id).execute(),
      );

    it('allow a new account five listings at once, and say what to do', async () => {
      const [anna, ids] = [await shop.customer('Anna'), await pieces(6)];
      const refused = await hold(anna, ids);
      expect(refused.status).toBe(409);
      expect(refused.body.message).toMatch(/at most 5 pieces at once before its email address is confirmed/);
      expect((await hold(anna, ids.slice(0, 5))).status).toBe(200);
      expect((await hold(anna, ids.slice(5))).status).toBe(409);
      expect((await hold(anna, ids.slice(0, 2))).status).toBe(200);
      const checkout = await shop.call('createCheckout', {
        token: anna.token,
        body: { items: ids.map((listingId) => ({ listingId, price: 100 })) },
      });
      expect(checkout.status).toBe(409);
    });

    it('allow six at once after the first payment', async () => {
      const [anna, ids] = [await shop.customer('Anna'), await pieces(6)];
      await shop.buy(anna, await shop.listing('First'));
      expect((await hold(anna, ids)).status).toBe(200);
    });

    it('allow a collector with a confirmed address to buy twenty at once', async () => {
      const collector = await shop.customer('Collector');
      await confirmEmail(collector);
      const listings: Listing[] = [];
      for (let number = 1; number <= 20; number += 1) listings.push(await shop.listing(`Piece ${number}`));
      expect((await shop.buy(collector, ...listings)).status).toBe('paid');
    });

    it('refuse more listings than one address may hold at once, with words that say so', async () => {
      const [collector, ids] = [await shop.customer('Collector'), await pieces(21)];
      await confirmEmail(collector);
      const refused = await hold(collector, ids);
      expect(refused).toMatchObject({
        status: 409,
        body: { message: 'At most 20 unique pieces can be bought at once. Please take some out of your cart.' },
      });
      expect((await hold(collector, ids.slice(0, 20))).status).toBe(200);
      shop.passTime(14.5 * minute);
      const other = await hold(await shop.customer('Other'), ids.slice(20));
      expect(other.body.message).toMatch(/Please try again in 1 minute\.$/);
      expect(Number(other.headers['retry-after'])).toBeLessThanOrEqual(30);
    });

    it('let a second checkout replace five listings with five others', async () => {
      const [anna, ids] = [await shop.customer('Anna'), await pieces(10)];
      for (const some of [ids.slice(0, 5), ids.slice(5)]) {
        const items = some.map((listingId) => ({ listingId, price: 100 }));
        expect((await shop.call('createCheckout', { token: anna.token, body: { items } })).status).toBe(200);
      }
    });

    it("let only five of an account's twelve concurrent holds succeed", async () => {
      const [anna, ids] = [await shop.customer('Anna'), await pieces(12)];
      const answers = await Promise.all(ids.map((id) => hold(anna, [id])));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    });

    it('let only twenty of 25 concurrent holds from one IPv6 /56 succeed', async () => {
      const ids = await pieces(25);
      const people = await Promise.all([1, 2, 3, 4, 5].map((number) => shop.customer(`Person ${number}`)));
      const inNetwork = (position: number) => `2001:db8:0:ab${position.toString(16).padStart(2, '0')}::1`;
      const answers = await Promise.all(
        people.flatMap((person, first) =>
          ids
            .slice(first * 5, first * 5 + 5)
            .map((id, position) => hold(person, [id], inNetwork(first * 5 + position))),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect(refused?.body.message).toMatch(/from your internet connection/);
      const free = ids.filter((_, position) => answers[position]?.status === 429);
      const elsewhere = await shop.customer('Elsewhere');
      expect((await hold(elsewhere, free, '2001:db8:0:ac00::1')).status).toBe(200);
    });

    it('let an account hold a listing for three hold lengths in a day, however often the account releases it', async () => {
      const anna = await shop.customer('Anna');
      const [moon = ''] = await pieces(1);
      for (let time = 1; time <= 3; time += 1) {
        expect((await hold(anna, [moon])).status).toBe(200);
        shop.passTime(14 * minute);
        await release(anna);
        expect((await hold(anna, [moon])).status).toBe(200);
        await release(anna);
      }
      const last = await hold(anna, [moon]);
      expect(Date.parse(last.body.expiresAt)).toBeLessThanOrEqual(shop.shop.clock() + 3 * minute);
      shop.passTime(3 * minute);
      const again = await shop.call('authenticate', {
        body: { mode: 'signin', email: anna.email, password: 'secret1' },
      });
      const refused = await hold({ ...anna, token: again.body.token }, [moon]);
      expect(refused.status).toBe(409);
      const moment = String.raw`\d\d:\d\d \d+/\d+/\d\d\.$`;
      expect(refused.body.message).toMatch(
        new RegExp(`one account may within a day. You can hold it again from ${moment}`),
      );
      const inVietnamese = await shop.call('holdPieces', {
        token: again.body.token,
        body: { listingIds: [moon] },
        headers: { 'accept-language': 'vi' },
      });
      expect(inVietnamese.body.message).toMatch(new RegExp(`Bạn có thể giữ lại từ ${moment}`));
      const checkout = await shop.call('createCheckout', {
        token: anna.token,
        body: { items: [{ listingId: moon, price: 100 }] },
      });
      expect(checkout.status).toBe(409);
      const [limited] = refused.body.unavailable;
      expect(limited?.reason).toBe('limit');
      const from = Date.parse(limited?.until ?? '');
      expect(from - shop.shop.clock()).toBeLessThan(24 * hour);
      shop.passTime(from - shop.shop.clock());
      const free = await hold(anna, [moon]);
      expect(free.status).toBe(200);
      expect(Date.parse(free.body.expiresAt) - shop.shop.clock()).toBeGreaterThan(14 * minute);
      const rows = await shop.shop.database.read.selectFrom('keeping').select('began_at').execute();
      expect(rows.length).toBeLessThan(5);
    });

    it('count renewals of one hold, and let another buyer have the listing afterwards', async () => {
      const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
      const [moon = ''] = await pieces(1);
      for (let time = 1; time <= 4; time += 1) {
        expect((await hold(anna, [moon])).status).toBe(200);
        shop.passTime(12 * minute);
      }
      expect((await hold(anna, [moon])).status).toBe(409);
      expect((await hold(ben, [moon])).status).toBe(200);
    });

    it('refuse a buyer a listing for a day after an admin ended the hold', async () => {
      const [anna, ben, admin] = [await shop.customer('Anna'), await shop.customer('Ben'), await shop.admin()];
      const [moon = '', star = ''] = await pieces(2);
      await hold(anna, [moon, star]);
      await shop.call('releaseHold', { token: admin.token, params: { id: moon } });
      const refused = await hold(anna, [moon]);
      expect(refused.status).toBe(429);
      // One second less if a second has passed since the hold was ended.
      expect(Number(refused.headers['retry-after'])).toBeOneOf([24 * 60 * 60 - 1, 24 * 60 * 60]);
      expect(refused.body.message).toMatch(/^The gallery ended your hold on 'Piece 1'/);
      expect((await hold(anna, [star])).status).toBe(200);
      expect((await hold(ben, [moon])).status).toBe(200);
      shop.passTime(24 * hour);
      expect((await hold(anna, [moon])).status).toBe(200);
    });

    it('keep a listing from a buyer for a day after an admin cancelled the checkout', async () => {
      const [anna, admin, listing] = [await shop.customer('Anna'), await shop.admin(), await shop.listing('Piece')];
      const items = [{ listingId: listing.id, price: listing.price }];
      const checkout = await shop.call('createCheckout', { token: anna.token, body: { items } });
      const params = { id: checkout.body.orderId };
      await shop.call('setOrderStatus', { token: admin.token, params, body: { status: 'cancelled' } });
      expect((await hold(anna, [listing.id])).status).toBe(429);
    });

    it('let an admin end a hold and discontinue, change or delete the listing in one step', async () => {
      const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
      const [moon = '', star = ''] = await pieces(2);
      const items = [moon, star].map((listingId) => ({ listingId, price: 100 }));
      await shop.call('createCheckout', { token: anna.token, body: { items } });
      const change = (body: object) => shop.call('updateProduct', { token: admin.token, params: { id: moon }, body });
      const refused = await change({ status: 'discontinued' });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        "'Piece 1' is in an order that is being paid right now.",
      ]);
      expect(refused.body.unavailable).toEqual([{ listingId: moon, name: 'Piece 1', reason: 'held' }]);
      expect((await change({ status: 'discontinued', endHold: true })).body.product.status).toBe('discontinued');
      await hold(anna, [star]);
      const remove = (query: Record<string, string>) =>
        shop.call('deleteProduct', { token: admin.token, params: { id: star }, query });
      expect((await remove({})).status).toBe(409);
      expect((await remove({ endHold: 'true' })).status).toBe(200);
      expect((await change({ status: 'available' })).status).toBe(200);
      expect((await hold(anna, [moon])).status).toBe(429);
    });

    it('let accounts at one address that never paid hold a listing for twelve hold lengths in a day', async () => {
      const [moon = ''] = await pieces(1);
      for (let account = 1; account <= 4; account += 1) {
        const person = await shop.customer(`Account ${account}`);
        for (let time = 1; time <= 3; time += 1) {
          expect((await hold(person, [moon])).status).toBe(200);
          shop.passTime(15 * minute);
        }
      }
      const fifth = await shop.customer('Account 5');
      const refused = await hold(fifth, [moon]);
      expect([refused.status, refused.body.unavailable[0]?.reason]).toEqual([429, 'limit']);
      expect((await hold(fifth, [moon], '198.51.100.9')).status).toBe(200);
    });
  },
  behindProxy,
);

onEachEngine(
  'The limits of holds, with RATE_LIMITS=off',
  (shop) => {
    it('do not apply', async () => {
      const anna = await shop.customer('Anna');
      const ids: string[] = [];
      for (let number = 1; number <= 30; number += 1) ids.push((await shop.listing(`Piece ${number}`)).id);
      for (let time = 1; time <= 5; time += 1) {
        expect((await shop.call('holdPieces', { token: anna.token, body: { listingIds: ids } })).status).toBe(200);
        shop.passTime(15 * minute);
      }
    });
  },
  { RATE_LIMITS: 'off' },
);
