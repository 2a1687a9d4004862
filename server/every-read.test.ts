import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { api, apiBase } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { reportsOf } from './testing/condition-reports.ts';
import { fillQuickly } from './testing/demo.ts';
import { createImporter } from './testing/imports.ts';
import type { Person } from './testing/people.ts';
import { onEachEngine, type TestShop } from './testing/shop.ts';

/** Endpoints whose handlers refuse here, and why. */
const refusing = [
  // Other processes make the papers, and none does so in this test.
  'getCataloguePaper 404',
  'downloadCataloguePaper 404',
  // The order was never changed.
  'downloadAdjustmentNote 404',
  // The demo does not say what customs have to know.
  'openCustomsDeclaration 409',
];

onEachEngine(
  'Every GET endpoint',
  (shop) => {
    it('answers while another request holds the only connection that may write', async () => {
      await fillQuickly(shop);
      const owner = await shop.admin('Ada');
      const addressOf = await fill(shop, owner);
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = shop.shop.database.write(async () => {
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      const answers: string[] = [];
      for (const [name, row] of Object.entries<Endpoint>(api)) {
        if (row.method !== 'GET' || row.reply === 'events') continue;
        const answer = shop.request('GET', apiBase + addressOf(row.path), { token: owner.token });
        const { status } = await Promise.race([answer, pause(20_000, { status: 'waits' })]);
        answers.push(`${name} ${status}`);
      }
      end.resolve();
      await writing;
      expect(answers.length).toBeGreaterThan(100);
      expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual(refusing);
    });
  },
  { RATE_LIMITS: 'on' },
);

/** Fills the shop. Returns a function that fills in the parameters of an endpoint's path. */
async function fill(shop: TestShop, owner: Person): Promise<(path: string) => string> {
  const { token } = owner;
  const free = await shop.listing('Moon');
  const report = await reportsOf(shop).issued(token, free.id);
  const issued = await shop.call('issueCertificate', { token, body: { listingId: free.id } });
  const order = await shop.buy(owner, free);
  const file = await createImporter(shop, owner).imports('name,price\nCarp,100\n');
  const [artist] = (await shop.call('listArtistsAsAdmin', { token })).body.artists;
  const [series] = (await shop.call('listSeriesAsAdmin', { token })).body.series;
  const [letter] = (await shop.call('listLetters', { token })).body.letters;
  const { number, code } = issued.body.certificate;
  /** The value of the first parameter, by what is before it. */
  const values: Record<string, string | undefined> = {
    '/orders': order.id,
    '/admin/orders': order.id,
    '/listings': free.id,
    '/admin/products': free.id,
    '/waiting': free.id,
    '/artists': artist?.slug,
    '/series': series?.slug,
    '/admin/artists': artist?.id,
    '/admin/series': series?.id,
    '/admin/condition-reports': report.id,
    '/admin/imports': file.id,
    '/admin/letters': letter?.id,
    '/admin/translations': 'vi',
    '/certificates': number,
    '/admin/certificates': number,
    '/admin/sales': 'day',
    '/admin/staff': owner.id,
    '/admin/visits': 'day',
  };
  const queries: Record<string, string> = {
    '/certificates/:number': `?code=${code}`,
    '/admin/catalogue-pieces': `?ids=${free.id}`,
    '/admin/reports/gst.csv': '?from=2026-01-01&to=2026-12-31',
    '/admin/reports/resales.csv': '?from=2026-01-01&to=2026-12-31',
  };
  return (path) => {
    const others = path
      .replace(':number/download', `${number}/download`)
      .replace('certificates/:number', `certificates/${number}`)
      .replace(':reportId', report.id)
      .replace(':kind/:id', `listing/${free.id}`);
    const before = others.slice(0, others.indexOf('/:'));
    return others.replace(/:\w+/, values[before] ?? 'none') + (queries[path] ?? '');
  };
}
