import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { type OrderStatus, orderStatuses } from '#contract/states.ts';
import { isOptional } from '#contract/translated-texts.ts';
import { ensureAdmin } from '#server/features/accounts/accounts.ts';
import { fillQuickly, fillWithPictures, noDemo, wholeDemo } from '#server/testing/demo.ts';
import { password } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { createTranslatedServices } from '#server/translated-services.ts';
import { checkInvariants } from '../../../cli/invariants.ts';
import collection from './collection.json' with { type: 'json' };
import { customersOf } from './demo-customers.ts';
import { demoListings } from './demo-listings.ts';
import { ordersOf } from './demo-orders.ts';
import { planSales } from './demo-sales.ts';
import { countDemo } from './remove-demo.ts';
import { createRandom } from './seeded-random.ts';

const violations = (shop: TestShop) => checkInvariants(shop.shop.database.read, shop.shop.clock());

onEachEngine('The demo collection', (shop) => {
  it('lists the pieces in the order of its file, with pictures and alternative texts', async () => {
    await fillWithPictures(shop);
    const { body } = await shop.call('listListings');
    const shown = collection.filter((piece) => piece.status !== 'discontinued');
    expect(body.listings.map((listing) => listing.id)).toEqual(shown.map((piece) => piece.slug));
    expect(body.listings[0]?.name).toBe('Red River Moon');
    for (const listing of body.listings) {
      expect(listing.imageSet.length).toBeGreaterThan(1);
      for (const image of listing.imageSet) {
        expect(image).toMatchObject({
          alt: expect.stringMatching(/^[A-Z].{20,}\.$/),
          placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
        });
        expect(image.width).toBeGreaterThan(600);
      }
    }
    const hero = body.listings[0]?.images[1] ?? '';
    expect((await shop.request('GET', hero)).headers['content-type']).toBe('image/webp');
    const { token } = await shop.admin();
    const { orders } = (await shop.call('listOrdersAsAdmin', { token })).body;
    const [ordered = ''] = orders.flatMap(({ items }) => items).flatMap(({ listing }) => listing.images);
    expect((await shop.request('GET', ordered)).status).toBe(200);
  });

  it('says where its flat pieces lie in their pictures, in the ratio of their measures, and shows details', async () => {
    await fillWithPictures(shop);
    const { token } = await shop.admin();
    const { listings } = (await shop.call('listListingsAsAdmin', { token })).body;
    const looks = await Promise.all(
      listings.map(async ({ id }) => (await shop.call('getCloseLook', { token, params: { id } })).body.closeLook),
    );
    const written = looks.filter(({ look }) => look !== null);
    expect(written).toHaveLength(10);
    for (const { listing, look, pictures } of written) {
      const image = pictures.find(({ url }) => url === look?.picture);
      const ratio = ((look?.box?.height ?? 0) * (image?.height ?? 0)) / ((look?.box?.width ?? 1) * (image?.width ?? 1));
      expect(Math.abs(ratio * (listing.widthCm ?? 0) - (listing.heightCm ?? 0)), listing.id).toBeLessThan(0.5);
    }
    expect(written.map(({ look }) => look?.details.length)).toEqual([3, 3, 0, 3, 0, 3, 0, 0, 3, 0]);
  });

  it('has pieces of every status, editions, and a viewing room that an owner can open', async () => {
    await fillQuickly(shop);
    const { token } = await shop.admin();
    const { links } = (await shop.call('listPrivateLinks', { token })).body;
    expect(links).toMatchObject([{ kind: 'room', state: 'open', pieces: { length: 4 }, openings: [] }]);
    const { url } = (await shop.call('renewPrivateLink', { token, params: { id: links[0]?.id ?? '' }, body: {} })).body;
    const opened = await shop.call('openPrivateLink', { body: { token: url.split('#')[1] ?? '' } });
    expect(opened.body.link?.pieces.map(({ listing }) => listing.name)[0]).toBe('Red River Moon');
    const { body } = await shop.call('listListingsAsAdmin', { token });
    const counts = Object.groupBy(body.listings, (listing) => listing.status);
    expect([counts.available?.length, counts.sold?.length, counts.discontinued?.length]).toEqual([12, 3, 1]);
    expect(body.listings.filter((listing) => !listing.unique).map((listing) => listing.id)).toEqual([
      'everyday-red',
      'tortoise-tide',
    ]);
  });

  it('has pieces of several mediums, by which visitors filter, and says how they are framed and hung', async () => {
    await fillQuickly(shop);
    const { facets } = (await shop.call('searchCollection', { query: {} })).body;
    expect(facets.mediums).toContainEqual({ value: 'Lacquer on turned wood', count: 4 });
    const found = (await shop.call('searchCollection', { query: { medium: 'Sơn mài on plywood' } })).body.listings;
    expect(found.map(({ id }) => id)).toContain('red-river-moon');
    const { listing } = (await shop.call('getListing', { params: { id: 'ledger' } })).body;
    expect(listing).toMatchObject({ framing: 'Unframed, edges finished', hanging: 'Split batten' });
  });

  it('has series, and artists whose biographies say that they are invented', async () => {
    await fillQuickly(shop);
    const { artists } = (await shop.call('listArtists', {})).body;
    expect(artists.map(({ name }) => name)).toContain('Lê Vân Khê');
    for (const { slug, pieces } of artists) {
      expect(pieces).toBeGreaterThan(0);
      expect((await shop.call('getArtist', { params: { slug } })).body.artist.biography).toContain('invented');
    }
    const { listings } = (await shop.call('listListings')).body;
    for (const { artistId, seriesId } of listings) expect([artistId, seriesId]).not.toContain(undefined);
    expect((await shop.call('listSeries', {})).body.total).toBe(7);
  });

  it('is translated to Vietnamese, with every text of every piece, artist and series', async () => {
    await fillWithPictures(shop);
    const { token } = await shop.admin('Thu');
    const { artists } = (await shop.call('listArtists', {})).body;
    const { series } = (await shop.call('listSeries', {})).body;
    const subjects = [
      ...collection.map(({ slug }) => ({ kind: 'listing' as const, id: slug })),
      ...artists.map(({ id }) => ({ kind: 'artist' as const, id })),
      ...series.map(({ id }) => ({ kind: 'series' as const, id })),
    ];
    for (const { kind, id } of subjects) {
      const asked = { token, params: { language: 'vi' as const, kind, id } };
      const { translation } = (await shop.call('getTranslation', asked)).body;
      const missing = translation.fields.filter(({ field, text }) => text === '' && !isOptional(field));
      expect([id, missing, translation.fields.length > 1]).toEqual([id, [], true]);
    }
    const [moon = ''] = collection.map(({ slug }) => slug);
    await shop.call('updateProduct', { token, params: { id: moon }, body: { info: 'Another text.' } });
    const { progress } = (await shop.call('getTranslationProgress', { token, params: { language: 'vi' } })).body;
    expect(progress.flatMap(({ missing }) => missing)).toMatchObject([{ id: moon, reason: 'outdated' }]);
    const vietnamese = createTranslatedServices(shop.shop, 'vi');
    expect(await vietnamese.listing('red-river-moon')).toMatchObject({ name: 'Trăng sông Hồng', series: 'Áo sông' });
    const { facets } = await vietnamese.collection(collectionSearchOf(new URLSearchParams()));
    expect(facets.series).toContainEqual({ value: 'River Coats', count: 2, label: 'Áo sông' });
    for (const facet of [...facets.series, ...(facets.mediums ?? [])]) expect(facet).toHaveProperty('label');
  });

  it('is not added to a shop that has a user and a piece', async () => {
    const own = await shop.listing('My own');
    await fillQuickly(shop);
    const { body } = await shop.call('listListings');
    expect(body.listings.map((listing) => listing.id)).toEqual([own.id]);
    expect(await countDemo(shop.shop.database.read)).toEqual(noDemo);
  });

  it('is added once when several processes start at the same time', async () => {
    await Promise.all([fillQuickly(shop), fillQuickly(shop), fillQuickly(shop)]);
    expect(await countDemo(shop.shop.database.read)).toEqual(wholeDemo);
  });
});

onEachEngine('The demo’s orders', (shop) => {
  it('break no invariant, and have every status except pending', async () => {
    await fillQuickly(shop);
    await ensureAdmin(shop.shop);
    expect(await violations(shop)).toEqual([]);
    const { token } = await shop.admin();
    expect((await shop.call('getDemo', { token })).body).toMatchObject(wholeDemo);
    const { body } = await shop.call('listOrdersAsAdmin', { token });
    const counts = Object.groupBy(body.orders, (order) => order.status);
    const count = (status: OrderStatus) => counts[status]?.length ?? 0;
    expect(count('pending')).toBe(0);
    expect(count('delivered')).toBeGreaterThan(60);
    for (const status of orderStatuses) if (status !== 'pending') expect(count(status), status).toBeGreaterThan(0);
    expect(new Set(body.orders.map((order) => order.paymentMethod)).size).toBe(3);
  });

  it('contain sold pieces once, editions often, and works that are no longer listed', async () => {
    await fillQuickly(shop);
    const { token } = await shop.admin();
    const { body } = await shop.call('listOrdersAsAdmin', { token });
    const bought = Map.groupBy(
      body.orders.filter((order) => order.status !== 'cancelled').flatMap((order) => order.items),
      (item) => item.listingId,
    );
    for (const id of ['late-frost', 'salt-flat', 'letting-go']) expect(bought.get(id), id).toHaveLength(1);
    expect(bought.get('everyday-red')?.length).toBeGreaterThan(10);
    expect(bought.get('tortoise-tide')?.length).toBeGreaterThan(5);
    const inCollection = new Set(collection.map((piece) => piece.slug));
    expect([...bought.keys()].filter((id) => !inCollection.has(id)).length).toBeGreaterThan(30);
  });

  it('have a history, payments and an invoice like other orders', async () => {
    await fillQuickly(shop);
    const { token } = await shop.admin();
    const { body } = await shop.call('listOrdersAsAdmin', { token, query: { status: 'cancelled' } });
    const cancelled = await shop.call('getOrderAsAdmin', { token, params: { id: body.orders[0]?.id ?? '' } });
    expect(cancelled.body.order.payments.map((payment) => payment.kind)).toEqual(['charge', 'refund']);
    expect(cancelled.body.order.history.at(-1)?.what).toMatch(/cancelled$/);
    const delivered = await shop.call('listOrdersAsAdmin', { token, query: { status: 'delivered', q: 'letting go' } });
    const id = delivered.body.orders[0]?.id ?? '';
    expect((await shop.call('openInvoice', { token, params: { id } })).status).toBe(200);
    expect((await shop.call('setOrderStatus', { token, params: { id }, body: { status: 'cancelled' } })).status).toBe(
      200,
    );
    expect((await shop.call('getListing', { params: { id: 'letting-go' } })).body.listing.sold).toBe(false);
    expect(await violations(shop)).toEqual([]);
  });

  it('appear in the analytics', async () => {
    await fillQuickly(shop);
    const { token } = await shop.admin();
    for (const period of ['month', 'year']) {
      const { body } = await shop.call('getSales', { token, params: { period } });
      expect(body.data.averageYearly).toBeGreaterThan(10_000);
      expect(body.data.chartData.filter((point) => point.numericAmount > 0).length).toBeGreaterThanOrEqual(
        period === 'month' ? 11 : 2,
      );
    }
  });

  it('belong to customers whom nobody can sign in as', async () => {
    await fillQuickly(shop);
    const { token } = await shop.admin();
    const { body } = await shop.call('listUsers', { token, query: { q: '@example.com', pageSize: 200 } });
    const customers = body.users.filter((user) => !user.isAdmin);
    expect(customers).toHaveLength(wholeDemo.users);
    for (const { email } of customers) {
      for (const [guess, status] of [
        ['', 400],
        [password, 401],
      ] as const) {
        const answer = await shop.call('authenticate', { body: { mode: 'signin', email, password: guess } });
        expect(answer.status, email).toBe(status);
      }
    }
  });
});

describe('Eighteen months of sales', () => {
  const moments = ['2026-11-20T03:00:00Z', '2027-01-31T20:10:00Z', '2026-10-03T16:30:00Z', '2028-02-29T12:59:59Z'];
  const cases = moments.flatMap((moment) =>
    ['Australia/Sydney', 'America/Los_Angeles', 'Asia/Ho_Chi_Minh'].map((timeZone) => [moment, timeZone] as const),
  );

  it.each(cases)('end shortly before %s in %s', (moment, timeZone) => {
    const now = Date.parse(moment);
    const random = createRandom(23);
    const sales = planSales(random, demoListings(String), now, timeZone);
    const shop = { clock: () => now, randomBytes };
    const { orders, events } = ordersOf(random, customersOf(shop, random, sales));
    const dates = orders.map((order) => order.order_date).sort((left, right) => left - right);
    expect(new Set(dates).size).toBe(90);
    expect(Math.max(...events.map((event) => event.at))).toBeLessThan(now);
    const monthOf = (at: number) =>
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString().slice(0, 7);
    // In each of these time zones the month is more than three hours old.
    expect(monthOf(dates.at(-1) ?? 0)).toBe(monthOf(now));
    expect(now - (dates.at(-1) ?? 0)).toBeGreaterThanOrEqual(2 * 3_600_000);
    expect((now - (dates[0] ?? 0)) / 86_400_000).toBeGreaterThan(530);
  });
});
