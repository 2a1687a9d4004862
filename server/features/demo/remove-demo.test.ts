import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { insertLights } from '#server/features/lights/lights.ts';
import { createMediaStore } from '#server/features/media/media-store.ts';
import { createPageServices } from '#server/page-services.ts';
import { connect } from '#server/platform/database/connect.ts';
import { reportsOf } from '#server/testing/condition-reports.ts';
import { fillQuickly, fillWithPictures, noDemo, wholeDemo } from '#server/testing/demo.ts';
import { runHere, runProgram } from '#server/testing/programs.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkMedia } from '../../../cli/invariants/media.ts';
import { checkInvariants } from '../../../cli/invariants.ts';
import collection from './collection.json' with { type: 'json' };
import { countDemo, removeDemo } from './remove-demo.ts';

const violations = (shop: TestShop) => checkInvariants(shop.shop.database.read, shop.shop.clock());

onEachEngine('Removing the demo', (shop) => {
  const buy = (token: string, ...ids: string[]) =>
    shop.call('createCheckout', { token, body: { items: ids.map((id) => ({ listingId: id, price: priceOf(id) })) } });
  const priceOf = (id: string) => collection.find((listing) => listing.slug === id)?.price ?? 100;
  const removeAs = (token: string) => shop.call('removeDemo', { token });

  it('leaves only orders of real customers, with their pictures and invoices', async () => {
    await fillQuickly(shop, { pictures: 5 });
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    const { body: carp } = await shop.call('getListing', { params: { id: 'three-carp-falling-petals' } });
    const order = await shop.buy(anna, carp.listing);
    const before = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });

    expect((await removeAs(admin.token)).body.removed).toEqual(wholeDemo);

    const after = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
    expect(after.body.order).toEqual(before.body.order);
    for (const picture of order.items[0]?.listing.images ?? [])
      expect((await shop.request('GET', picture)).status).toBe(200);
    expect((await shop.call('openInvoice', { token: anna.token, params: { id: order.id } })).status).toBe(200);

    expect((await shop.call('listListingsAsAdmin', { token: admin.token })).body.total).toBe(0);
    expect((await shop.call('listUsers', { token: admin.token })).body.total).toBe(2);
    expect((await shop.call('listPrivateLinks', { token: admin.token })).body.total).toBe(0);
    for (const name of ['listArtistsAsAdmin', 'listSeriesAsAdmin'] as const)
      expect((await shop.call(name, { token: admin.token })).body.total).toBe(0);
    const { body } = await shop.call('listOrdersAsAdmin', { token: admin.token });
    expect(body.orders.map(({ id }) => id)).toEqual([order.id]);
    expect((await shop.call('getDashboard', { token: admin.token })).body.totals).toMatchObject({
      orders: 1,
      sales: 3400,
    });
    expect(await rowsLeft(shop)).toEqual({ items: 1, payments: 1, invoices: 1, pictures: 2, closeLooks: 0 });
    const folders = await readdir(join(shop.directory, 'media'));
    // Two pictures, and `incoming`. The folder `scans` is empty.
    expect(folders.filter((name) => name !== 'scans')).toHaveLength(2 + 1);
    expect(await violations(shop)).toEqual([]);
  });

  it('deletes the condition report of its piece, and keeps a picture that another report shows', async () => {
    await fillQuickly(shop, { pictures: 5 });
    const { token } = await shop.admin();
    const { body: demo } = await shop.call('getListing', { params: { id: 'red-river-moon' } });
    const [url = '', other = ''] = demo.listing.images;
    const { reports } = (await shop.call('listConditionReports', { token, params: { id: demo.listing.id } })).body;
    expect(reports).toMatchObject([{ phase: 'issued', photographs: 2, marks: 3 }]);
    expect(await violations(shop)).toEqual([]);
    const own = await reportsOf(shop).issued(token, (await shop.listing('Moon')).id, { photographs: [{ url }] });
    expect((await removeAs(token)).status).toBe(200);
    expect((await shop.request('GET', url)).status).toBe(200);
    expect((await shop.request('GET', other)).status).toBe(404);
    const left = await shop.shop.database.read.selectFrom('condition_reports').select('id').execute();
    expect(left).toEqual([{ id: own.id }]);
    expect(await violations(shop)).toEqual([]);
  });

  it('deletes the photographs under several lights, and keeps one that another piece has, too', async () => {
    await fillWithPictures(shop);
    const { token } = await shop.admin();
    const services = createPageServices(shop.shop);
    const moon = await services.listing('red-river-moon');
    const lights = (moon && (await services.closeLook(moon))?.lights) ?? [];
    expect(lights.map(({ azimuth, elevation }) => `${azimuth}/${elevation}`)).toEqual(
      ['0/15', '0/90', '60/15', '120/15', '180/15', '240/15', '300/15'], // by azimuth, then by elevation
    );
    const [kept = '', other = ''] = lights.map(({ image }) => image.url);
    const own = await shop.listing('Own');
    await shop.shop.database.write((tx) =>
      insertLights(tx, own.id, {
        reference: '/media/own/original.png',
        at: 1,
        lights: [{ picture: kept, fileName: 'own.webp', azimuth: 0, elevation: 20 }],
      }),
    );
    expect((await removeAs(token)).status).toBe(200);
    expect((await shop.request('GET', kept)).status).toBe(200);
    expect((await shop.request('GET', other)).status).toBe(404);
    const { read } = shop.shop.database;
    expect(await read.selectFrom('light_photographs').select('listing_id').execute()).toEqual([{ listing_id: own.id }]);
    const later = shop.shop.clock() + 7_200_000;
    expect(await checkMedia(read, join(shop.directory, 'media'), later)).toEqual([]);
  });

  it('can be repeated, is in the audit once, and lasts after a restart', async () => {
    await fillQuickly(shop);
    const admin = await shop.admin();
    expect((await removeAs(admin.token)).body.removed).toEqual(wholeDemo);
    const revision = await shop.shop.database.catalogRevision();
    expect((await removeAs(admin.token)).body.removed).toEqual(noDemo);
    expect(await shop.shop.database.catalogRevision()).toBe(revision);
    await fillQuickly(shop);
    expect((await shop.call('getDemo', { token: admin.token })).body).toMatchObject(noDemo);
    const { body } = await shop.call('listAuditEntries', { token: admin.token });
    expect(body.entries).toMatchObject([{ action: 'demo removed', adminId: admin.id, before: wholeDemo, after: null }]);
    expect(await violations(shop)).toEqual([]);
  });

  it('ends checkouts, holds and cart entries of demo pieces only', async () => {
    await fillQuickly(shop);
    const [admin, anna, ben, eve] = [
      await shop.admin(),
      await shop.customer('Anna'),
      await shop.customer('Ben'),
      await shop.customer('Eve'),
    ];
    const [own, other] = [await shop.listing('Own'), await shop.listing('Other')];
    expect((await buy(anna.token, 'dry-garden', own.id)).status).toBe(200);
    await shop.call('holdPieces', { token: ben.token, body: { listingIds: ['five-cranes'] } });
    await shop.call('addToCart', { token: ben.token, body: { listingId: 'five-cranes' } });
    await shop.call('addToCart', { token: ben.token, body: { listingId: other.id } });
    const waiting = await buy(eve.token, other.id);

    const events: string[] = [];
    const stop = shop.shop.database.listen(({ listingId, state }) => events.push(`${listingId} ${state}`));
    expect((await removeAs(admin.token)).status).toBe(200);
    await expect.poll(() => events.filter((event) => event.endsWith('deleted')).length).toBe(wholeDemo.listings);
    stop();
    expect(events).toContain(`${own.id} available`);
    expect(events.lastIndexOf('dry-garden deleted')).toBeGreaterThan(events.lastIndexOf('dry-garden available'));

    expect((await shop.call('listOrders', { token: anna.token })).body.orders).toEqual([]);
    expect((await shop.call('getListing', { params: { id: own.id } })).body.listing.reserved).toBe(false);
    const { body } = await shop.call('listHolds', { token: admin.token });
    expect(body.holds.map((hold) => hold.listingId)).toEqual([other.id]);
    const cart = await shop.call('getCart', { token: ben.token });
    expect(cart.body.cartItems.map((item) => item.listingId)).toEqual([other.id]);
    const confirmation = { orderDate: waiting.body.orderDate, listingIds: [other.id] };
    expect((await shop.call('confirmPayment', { token: eve.token, body: confirmation })).status).toBe(200);
    expect(await violations(shop)).toEqual([]);
  });

  it('removes edited pieces, too, and leaves pictures that own pieces show', async () => {
    await fillQuickly(shop, { pictures: 5 });
    const admin = await shop.admin();
    const { body } = await shop.call('getListing', { params: { id: 'three-carp-falling-petals' } });
    await shop.call('updateProduct', {
      token: admin.token,
      params: { id: 'three-carp-falling-petals' },
      body: { name: 'Mine now' },
    });
    const [picture = ''] = body.listing.images;
    const own = await shop.listing('Own', { images: [picture] });
    expect((await removeAs(admin.token)).body.removed).toEqual(wholeDemo);
    expect((await shop.request('GET', picture)).status).toBe(200);
    const { body: after } = await shop.call('listListings');
    expect(after.listings.map(({ id }) => id)).toEqual([own.id]);
    expect(after.listings[0]?.imageSet[0]?.width).toBe(body.listing.imageSet[0]?.width);
  });

  it('deletes the translated name of a series, so that it no longer finds own pieces', async () => {
    await fillQuickly(shop);
    const admin = await shop.admin();
    const { series } = (await shop.call('listSeriesAsAdmin', { token: admin.token })).body;
    const river = series.find(({ name }) => name === 'River Coats');
    const own = await shop.listing('Own', { seriesId: river?.id ?? '' });
    const find = async (q: string) =>
      (await shop.call('searchCollection', { query: { q, language: 'vi' } })).body.listings.map(({ id }) => id);
    expect(await find('áo sông')).toContain(own.id);
    expect(await find('mài nước')).toContain('red-river-moon');
    expect((await removeAs(admin.token)).body.removed).toEqual(wholeDemo);
    expect([await find('áo sông'), await find('mài nước'), await find('river coats')]).toEqual([[], [], [own.id]]);
    const { read } = shop.shop.database;
    expect(await read.selectFrom('translated_search_words').select('word').execute()).toEqual([]);
  });

  it('breaks no invariant while customers buy and another admin removes it, too', { timeout: 60_000 }, async () => {
    await fillQuickly(shop);
    const admins = [await shop.admin('One'), await shop.admin('Two')];
    const buyers = await Promise.all(Array.from({ length: 8 }, (_, index) => shop.customer(`Buyer ${index}`)));
    const answers = await Promise.all([
      ...buyers.map(async ({ token }, index) => {
        const id = ['ledger', 'dry-garden', 'everyday-red'][index % 3] ?? '';
        const checkout = await buy(token, id);
        if (checkout.status !== 200) return checkout.status;
        const body = { orderDate: checkout.body.orderDate, listingIds: [id] };
        return (await shop.call('confirmPayment', { token, body })).status;
      }),
      ...admins.map(async ({ token }) => (await removeAs(token)).status),
    ]);
    for (const status of answers) expect([200, 404, 409]).toContain(status);
    expect(answers.slice(-2)).toEqual([200, 200]);
    expect(await countDemo(shop.shop.database.read)).toEqual(noDemo);
    expect(await violations(shop)).toEqual([]);
  });

  it('needs an owner, and never removes the last one', async () => {
    await fillQuickly(shop);
    const anna = await shop.customer('Anna');
    expect((await removeAs(anna.token)).status).toBe(403);
    expect(await removeDemo(shop.shop, anna.id)).toMatchObject({ refused: 'roleNeeded' });
    const makeOwners = (tx: Parameters<Parameters<typeof shop.shop.database.write>[0]>[0]) =>
      tx.updateTable('users').set({ role: 'owner' }).where('is_demo', '=', 1).execute();
    await shop.shop.database.write(makeOwners);
    expect(await removeDemo(shop.shop, null)).toMatchObject({ refused: 'lastOwner' });
    expect(await countDemo(shop.shop.database.read)).toEqual(wholeDemo);
  });

  it('leaves no files of variants that are being made', async () => {
    const admin = await shop.admin();
    const shades = Array.from({ length: 10 }, (_, index) => ({ r: 25 * index, g: 0, b: 0 }));
    const pictures = shades.map((background) =>
      sharp({ create: { width: 330, height: 330, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    await shop.shop.media.keepPictures(await Promise.all(pictures), { isDemo: true });
    const originals = (await filesUnder(shop)).length;
    const making = shop.shop.media.makeVariants();
    await expect
      .poll(async () => (await filesUnder(shop)).length, { interval: 5, timeout: 50_000 })
      .toBeGreaterThan(originals);
    expect((await removeAs(admin.token)).status).toBe(200);
    await making;
    expect(await filesUnder(shop)).toEqual(['incoming']);
  });

  it('works from the command line', { timeout: 60_000 }, async () => {
    const runs = { DATABASE_URL: urlOf(shop), DATA_DIR: shop.directory };
    if (shop.engine === 'postgres') {
      await fillQuickly(shop);
      expect(await removeWith(runProgram, runs)).toEqual({
        code: 0,
        output: 'Removed from the demo: 16 pieces, 25 customers and 90 orders.\n',
      });
      expect(await countDemo(shop.shop.database.read)).toEqual(noDemo);
      return;
    }
    expect(await removeWith(runHere, runs)).toEqual({
      code: 1,
      output: 'The shop is running: use the button under Demo in its admin panel, or stop the shop first.\n',
    });
    const file = join(shop.directory, 'stopped.db');
    const stopped = { ...runs, DATABASE_URL: `file:${file}` };
    expect(await removeWith(runHere, stopped)).toEqual({
      code: 1,
      output: `${file} does not exist: there is no shop to remove the demo from.\n`,
    });
    const { settings, clock, log } = shop.shop;
    const database = await connect({ engine: 'sqlite', file });
    const media = createMediaStore({ settings, database, clock, log });
    await fillQuickly({ shop: { ...shop.shop, database, media } });
    await media.close();
    await database.close();
    expect((await removeWith(runProgram, stopped)).output).toMatch(/^Removed from the demo: 16 pieces/);
    expect((await removeWith(runHere, stopped)).output).toMatch(/^Removed from the demo: 0 pieces/);
  });
});

async function rowsLeft({ shop: { database } }: TestShop) {
  const count = async (table: 'order_items' | 'payments' | 'invoices' | 'pictures' | 'close_looks') =>
    (await database.read.selectFrom(table).selectAll().execute()).length;
  return {
    items: await count('order_items'),
    payments: await count('payments'),
    invoices: await count('invoices'),
    pictures: await count('pictures'),
    closeLooks: await count('close_looks'),
  };
}

const filesUnder = (shop: TestShop) => readdir(join(shop.directory, 'media'), { recursive: true });

const removeWith = (run: typeof runProgram, environment: Record<string, string>) =>
  run('cli/demo-remove.ts', [], { LOG_LEVEL: 'warn', ...environment });

function urlOf({ shop: { settings } }: TestShop): string {
  return settings.database.engine === 'sqlite' ? `file:${settings.database.file}` : settings.database.url;
}
