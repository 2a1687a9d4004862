import { expect, it } from 'vitest';
import type { TimeRange } from '#contract/states.ts';
import { password } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { createVisitCounter } from './visits.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
/** Milliseconds. */
const oneDay = 24 * 60 * 60_000;

onEachEngine('What is looked at', (shop) => {
  const look = async (id: string, headers: Record<string, string> = browser) =>
    (await shop.call('countView', { params: { id }, headers })).status;
  const mostVisited = async (token: string, period: TimeRange = 'day') =>
    (await shop.call('listVisitedListings', { token, params: { period } })).body;
  const sources = async (token: string, period: TimeRange = 'day') =>
    (await shop.call('listVisitSources', { token, params: { period } })).body;

  it('is counted for each piece: views, saves, cart adds and enquiries, the most looked at first', async () => {
    const { token } = await shop.admin('Thu', 'viewer');
    const anna = await shop.customer('Anna');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await shop.listing('Tray');
    expect(await mostVisited(token)).toMatchObject({ listings: [], total: 0 });

    for (const { id } of [moon, carp, carp]) expect(await look(id)).toBe(200);
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(await look(moon.id, { 'user-agent': googlebot })).toBe(200);
    expect(await look('no-such-piece')).toBe(404);
    // Adding or saving a piece again is not counted again.
    for (const _ of [1, 2]) {
      await shop.call('saveListing', { token: anna.token, params: { id: moon.id } });
      await shop.call('addToCart', { token: anna.token, body: { listingId: moon.id } });
    }
    await shop.call('saveListings', { token: anna.token, body: { listingIds: [moon.id, carp.id] } });
    const enquiry = { name: 'Ben', email: 'ben@example.com', message: 'Is it framed?' };
    await shop.call('sendEnquiry', { body: { ...enquiry, listingIds: [moon.id, carp.id, 'no-such-piece'] } });

    const expected = [
      { listingId: carp.id, name: 'Carp', views: 2, saves: 1, cartAdds: 0, enquiries: 1 },
      { listingId: moon.id, name: 'Moon', views: 1, saves: 1, cartAdds: 1, enquiries: 1 },
    ];
    for (const period of ['day', 'month', 'year'] as const)
      expect(await mostVisited(token, period)).toMatchObject({ listings: expected, total: 2 });
    const second = { token, params: { period: 'day' }, query: { page: 2, pageSize: 1 } } as const;
    expect((await shop.call('listVisitedListings', second)).body).toMatchObject({ listings: [expected[1]], total: 2 });
    const ofMoon = await shop.call('getProductVisits', { token, params: { id: moon.id } });
    expect(ofMoon.body.visits).toEqual({ views: 1, saves: 1, cartAdds: 1, enquiries: 1 });
    expect((await shop.call('getProductVisits', { token, params: { id: 'no-such-piece' } })).status).toBe(404);
  });

  it('is counted for 30 days, for 12 months and in all, and kept for 25 months', async () => {
    await shop.admin('Thu');
    const { id } = await shop.listing('Moon');
    /** Signs in again, because a session ends before the counts do; returns the token. */
    const signIn = async () => {
      const body = { mode: 'signin', email: 'thu@example.com', password } as const;
      const answer = await shop.call('authenticate', { body });
      return 'token' in answer.body ? answer.body.token : '';
    };
    const views = async () => {
      const token = await signIn();
      const of = async (period: TimeRange) => (await mostVisited(token, period)).listings[0]?.views ?? 0;
      return [await of('day'), await of('month'), await of('year')];
    };
    await look(id);
    shop.shop.visits.countSource('example.com');
    expect(await views()).toEqual([1, 1, 1]);
    shop.passTime(28 * oneDay);
    await look(id);
    expect(await views()).toEqual([2, 2, 2]);
    shop.passTime(3 * oneDay);
    expect(await views()).toEqual([1, 2, 2]);
    shop.passTime(400 * oneDay);
    expect(await views()).toEqual([0, 0, 2]);
    shop.passTime(400 * oneDay);
    await look(id);
    // The background write deletes what is too old.
    await shop.shop.visits.flush();
    expect(await views()).toEqual([1, 1, 1]);
    expect(await sources(await signIn(), 'year')).toMatchObject({ sources: [], total: 0 });
  });

  it('is forgotten when the piece is deleted', async () => {
    const { token } = await shop.admin('Thu');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await look(moon.id);
    await look(carp.id);
    expect((await mostVisited(token)).total).toBe(2);
    // Counted just before the deletion, and not written yet.
    await look(moon.id);
    expect((await shop.call('deleteProduct', { token, params: { id: moon.id } })).status).toBe(200);
    expect(await mostVisited(token)).toMatchObject({ listings: [{ listingId: carp.id }], total: 1 });
  });

  it('is added up over several processes, and no more than 100 hosts of a day are named', async () => {
    const { token } = await shop.admin('Thu');
    const { id } = await shop.listing('Moon');
    const other = createVisitCounter(shop.shop);
    for (let number = 0; number < 70; number += 1) {
      shop.shop.visits.countSource(`made-up-${number}.example`);
      other.countSource(`invented-${number}.example`);
      other.count(id, 'views');
      shop.shop.visits.count(id, 'views');
    }
    await Promise.all([shop.shop.visits.flush(), other.close()]);
    shop.shop.visits.countSource('late.example');
    shop.shop.visits.countSource('made-up-0.example');
    expect((await mostVisited(token)).listings).toMatchObject([{ views: 140 }]);
    const isRight = async () => {
      const { sources: named, total } = await sources(token);
      expect([total, named.find(({ host }) => host === '')?.visits]).toEqual([101, 41]);
      expect(named.reduce((sum, { visits }) => sum + visits, 0)).toBe(142);
    };
    await isRight();
    await shop.shop.visits.flush();
    await isRight();
  });
});
