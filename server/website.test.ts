import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiBase } from '#contract/api.ts';
import { homeSettingDefaults } from '#contract/home.ts';
import { filesBody } from './testing/files-body.ts';
import { type OpenTestShop, openTestShop } from './testing/open-shop.ts';
import { panel } from './testing/pictures.ts';
import { registerWebsite } from './website.ts';

const root = join(import.meta.dirname, '..');

let shop: OpenTestShop;
let address = '';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-website-'));
  shop = await openTestShop({ databaseUrl: `file:${directory}/shop.db`, directory, addRoutes: registerWebsite });
  address = await shop.listen();
}, 300_000);
afterAll(() => shop.close());

const openAnother = async (environment: Record<string, string>) => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-website-'));
  const databaseUrl = `file:${directory}/shop.db`;
  return openTestShop({ databaseUrl, directory, environment, addRoutes: registerWebsite });
};

it('the feeds, the site map and oEmbed describe a new piece, and the merchant feed says when it is sold', async () => {
  const { token } = await shop.admin('Thu');
  const body = filesBody('images', { name: 'moon.png', bytes: await panel().png().toBuffer() });
  const [url = ''] = (await shop.call('uploadImages', { token, ...body })).body.imageUrls;
  const listing = await shop.listing('Fish & <Chips>', { artist: 'Lê Vân Khê', price: 3200, images: [url] });
  const page = `https://shop.test/product/${listing.id}`;
  const read = async (path: string) => {
    const answer = await fetch(address + path);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const [atom, google, map] = await Promise.all(['/feed.xml', '/feeds/google.xml', '/sitemap.xml'].map(read));
  expect([atom?.type, google?.type]).toEqual([
    'application/atom+xml; charset=utf-8',
    'application/rss+xml; charset=utf-8',
  ]);
  for (const words of [`<id>${page}</id>`, '<title>Fish &#38; &#60;Chips&#62;</title>', '<name>Lê Vân Khê</name>'])
    expect(atom?.text).toContain(words);
  const offer = google?.text.split('<item>').find((item) => item.includes(listing.id));
  for (const words of ['3200.00 AUD', 'in_stock', '<g:identifier_exists>no', 'https://shop.test/media/', `${page}<`])
    expect(offer).toContain(words);
  expect(map?.text).toContain(`<loc>${page}</loc><image:image><image:loc>https://shop.test/media/`);

  const html = (await read(`/product/${listing.id}`)).text;
  expect(html).toContain('type="application/json+oembed"');
  const oembed = await read(`/oembed?url=${encodeURIComponent(page)}`);
  expect(JSON.parse(oembed.text)).toMatchObject({ version: '1.0', title: 'Fish & <Chips>', author_name: 'Lê Vân Khê' });
  expect((await read('/oembed?url=https%3A%2F%2Fother.test%2Fproduct%2Fmoon')).status).toBe(404);
  expect((await read(`/oembed?format=xml&url=${encodeURIComponent(page)}`)).status).toBe(501);
  expect((await read('/oembed')).status).toBe(400);

  await shop.call('updateProduct', { token, params: { id: listing.id }, body: { status: 'sold' } });
  expect((await read('/feeds/google.xml')).text.split(`>${page}<`)[1]).toContain('out_of_stock');
});

it('the page of a piece links to its artist, and home, the collection and the page of the artist link to the feed', async () => {
  const { token } = await shop.admin('Lan');
  const added = { name: 'Phạm Thị Mùi', published: true };
  const { id, slug } = (await shop.call('addArtist', { token, body: added })).body.artist;
  const listing = await shop.listing('Heron', { artistId: id, artists: 'Phạm Thị Mùi, Hồ Mộc Tê' });
  const read = async (path: string) => (await fetch(address + path)).text();
  expect(await read(`/product/${listing.id}`)).toMatch(
    new RegExp(`Artists</dt><dd[^>]*><a[^>]* href="/artists/${slug}"[^>]*>Phạm Thị Mùi</a>(<!-- -->)?, Hồ Mộc Tê</dd>`),
  );
  for (const path of ['/', '/collection', `/artists/${slug}`])
    expect(await read(path)).toMatch(/<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/feed.xml"\/>/);
});

it('security.txt names the contact, the languages, its own address and when it expires', async () => {
  const open = await openAnother({ SECURITY_CONTACT: 'security@shop.test' });
  const { status, headers, raw } = await open.request('GET', '/.well-known/security.txt?x=1');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = raw.toString().trimEnd().split('\n');
  expect(lines).toEqual([
    'Contact: mailto:security@shop.test',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00.000Z$/),
    'Preferred-Languages: en',
    'Canonical: https://shop.test/.well-known/security.txt',
  ]);
  const daysLeft = (Date.parse(lines[1]?.slice(9) ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(150);
  expect(daysLeft).toBeLessThan(365);
  expect(await open.request('HEAD', '/.well-known/security.txt')).toMatchObject({ status: 200 });
  const posted = await open.request('POST', '/.well-known/security.txt', { body: { a: 1 } });
  expect([posted.status, posted.headers.allow, posted.raw.toString()]).toEqual([
    405,
    'GET, HEAD',
    'Method not allowed\n',
  ]);
  await open.close();
});

it('security.txt does not name its own address without https, because the standard allows only https there', async () => {
  const open = await openAnother({ SECURITY_CONTACT: 'tel:+61255501234', PUBLIC_URL: 'http://shop.test' });
  const { raw } = await open.request('GET', '/.well-known/security.txt');
  expect(raw.toString()).toMatch(/^Contact: tel:\+61255501234\nExpires: .+\nPreferred-Languages: en\n$/);
  await open.close();
});

it.each(['/.well-known/security.txt', '/.well-known/security.txt/x', '/.well-known/other', '/.well-known/'])(
  'without a contact, %s answers 404 as text',
  async (path) => {
    for (const method of ['GET', 'POST', 'PROPFIND'])
      expect(textOf(await shop.request(method, path))).toEqual([404, 'text/plain; charset=utf-8', 'Not found\n']);
  },
);

it.each(['', '/', '?x=1', '/nothing', '/nothing?x=1', '//', '/%zz', '/..%2f', '/listings/', '/listings/a/b', '/API'])(
  'the API and unknown addresses below it answer JSON: /api%s',
  async (rest) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PROPFIND', 'QUERY', 'OPTIONS']) {
      const { status, headers, raw } = await shop.request(method, apiBase + rest);
      expect([method, status, headers['content-type']]).toEqual([
        method,
        expect.toSatisfy((code) => [400, 404, 405].includes(code)),
        'application/json; charset=utf-8',
      ]);
      if (method !== 'HEAD') expect(JSON.parse(raw.toString())).toMatchObject({ success: false });
    }
  },
);

const textOf = ({ status, headers, raw }: { status: number; headers: Record<string, unknown>; raw: Buffer }) => [
  status,
  headers['content-type'],
  raw.toString(),
];

it('a path with invalid percent-encoding shows the page for unknown addresses', async () => {
  for (const path of ['/product/%E0%A4%A', '/%', '/assets/%E0%A4%A']) {
    const page = await fetch(address + path);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Page not found');
  }
});

it('a page accepts only GET and HEAD', async () => {
  for (const [method, path] of [
    ['TRACE', '/'],
    ['PROPFIND', '/product/x'],
    ['POST', '/sitemap.xml'],
    ['QUERY', '/'],
  ] as const) {
    const { status, headers } = await shop.request(method, path);
    expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
  }
});

it('a page is the same for an absolute target and for its path', async () => {
  const { status, raw } = await shop.request('GET', 'http://shop.test/');
  expect(status).toBe(200);
  expect(raw.equals((await shop.request('GET', '/')).raw)).toBe(true);
});

it('scripts, the favicon, the site map and robots.txt are not sent again to a client that has them', async () => {
  const home = await (await fetch(address)).text();
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(home) ?? [];
  expect(script).not.toBe('');
  for (const path of [script, '/favicon.ico', '/sitemap.xml', '/robots.txt']) {
    const first = await fetch(address + path);
    const etag = first.headers.get('etag') ?? '';
    expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    const known = await fetch(address + path, { headers: { 'If-None-Match': etag } });
    expect([path, known.status, known.headers.get('etag'), await known.text()]).toEqual([path, 304, etag, '']);
    expect(known.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    expect((await fetch(address + path, { headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
  }
});

it('the site map changes with the collection', async () => {
  const before = await fetch(`${address}/sitemap.xml`);
  const etag = before.headers.get('etag') ?? '';
  const { id } = await shop.listing('Red River Moon');
  const after = await fetch(`${address}/sitemap.xml`, { headers: { 'If-None-Match': etag } });
  expect(after.status).toBe(200);
  expect(await after.text()).toContain(`/product/${id}</loc>`);
});

it('a policy of the owner has a page, a link on the home page and a place in the site map, until it is removed', async () => {
  const { token } = await shop.admin('Linh');
  const save = (terms: string) => shop.call('updatePolicySettings', { token, body: { terms } });
  const page = async (path: string) => {
    const answer = await fetch(address + path);
    return { status: answer.status, policy: answer.headers.get('content-security-policy'), html: await answer.text() };
  };
  const link = '<a href="/policies/terms"';
  const isThere = async () => {
    const [home, terms, map] = await Promise.all(['/', '/policies/terms', '/sitemap.xml'].map(page));
    return [home?.html.includes(link), terms?.status, map?.html.includes('/policies/terms</loc>')];
  };
  expect(await isThere()).toEqual([false, 404, false]);
  expect((await page('/policies/nothing')).status).toBe(404);

  await save(
    '# Ours\n\n[mail](mailto:a@shop.example) [bad](javascript:alert(1)) <script>alert(1)</script><b onclick="x()">',
  );
  expect(await isThere()).toEqual([true, 200, true]);
  const { html, policy } = await page('/policies/terms');
  expect(html).toContain('<h2>Ours</h2><p><a href="mailto:a@shop.example">mail</a> [bad](javascript:alert(1)) ');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&quot;x()&quot;&gt;</p>');
  expect(html).toContain('<link rel="canonical" href="https://shop.test/policies/terms"/>');
  expect(html).not.toMatch(/<script>alert|<b onclick|href="javascript|noindex/);
  // The text adds no script to those that the page may run.
  const hashes = (value: string | null) => value?.match(/'sha256-[^']+'/g)?.length;
  expect(hashes(policy)).toBe(hashes((await page('/policies/nothing')).policy));

  await save('');
  expect(await isThere()).toEqual([false, 404, false]);
});

it('a page has one cache key for all addresses that differ only in unknown parameters or values', async () => {
  const find = vi.spyOn(shop.app.responseCache, 'find');
  const home = await (await fetch(address)).text();
  for (const path of ['/?x=1', '/?sort=junk', '/?order=desc', '/?page=x'])
    expect(await (await fetch(address + path)).text()).toBe(home);
  expect(new Set(find.mock.calls.map(([key]) => key))).toEqual(new Set(['/']));
  find.mockRestore();
});

it('a request for a page with an encoded body gets 415, not 500', async () => {
  const { status, body } = await shop.request('GET', '/product/x', { headers: { 'content-encoding': 'br' } });
  expect([status, body.message]).toEqual([415, 'This call takes JSON.']);
});

it('a draft of the home page is shown at an address that only the shop can frame, is not cached, and expires', async () => {
  const { token } = await shop.admin('Mai');
  const body = { ...homeSettingDefaults, headline: 'Only a <b>draft</b>' };
  const { address: path } = (await shop.call('previewHome', { token, body })).body;
  const page = await fetch(address + path);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
  const html = await page.text();
  expect(html).toContain('Only a &lt;b&gt;draft&lt;/b&gt;');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  const home = await fetch(address);
  expect(home.headers.get('content-security-policy')).toContain("frame-ancestors 'none';");
  expect(await home.text()).toContain('Lacquer, layered by hand');
  expect((await fetch(`${address}/preview/home/none`)).status).toBe(404);
  shop.passTime(10 * 60_000);
  expect((await fetch(address + path)).status).toBe(404);
});

it('the home page shows at once what the owner has set, with the mark of a sold piece', async () => {
  const { token } = await shop.admin('Kim');
  const images = ['https://pictures.test/a.png', 'https://pictures.test/b.png'];
  const { product } = (await shop.call('addProduct', { token, body: { name: 'Moon', price: 5, images } })).body;
  await shop.call('updateProduct', { token, params: { id: product.id }, body: { status: 'sold' } });
  const before = await (await fetch(address)).text();
  const words = {
    headline: 'Ours',
    text: 'Lead',
    aboutTitle: 'First',
    aboutText: 'Two\n\nThree',
    contactWords: 'Write',
  };
  const body = { ...words, heroListingId: product.id, heroFocusX: 20 };
  expect(await shop.call('updateHomeSettings', { token, body })).toMatchObject({ status: 200 });
  const html = await (await fetch(address)).text();
  for (const shown of [
    '>Ours</h1>',
    '>Lead</p>',
    '>First</p>',
    '<p>Two</p><p>Three</p>',
    '>Write</p>',
    '--focal:20% 50%',
  ])
    expect(html).toContain(shown);
  expect(html).toMatch(/class="hero-caption">.*?mark-sold.*?SOLD/);
  await shop.call('updateHomeSettings', { token, body: homeSettingDefaults });
  expect(await (await fetch(address)).text()).toBe(before);
});

it('each view of a page is counted once, from the cache too, and so is the site that the visitor came from', async () => {
  const { token } = await shop.admin('Counting');
  const { id } = await shop.listing('Looked At');
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(address + path, { method, headers: { 'user-agent': chrome, ...headers } });
  const views = async () => (await shop.call('getProductVisits', { token, params: { id } })).body.visits.views;

  const first = await read(`/product/${id}`, { referer: 'https://www.Instagram.com/thu/?a=1' });
  expect(await views()).toBe(1);
  await read(`/product/${id}`, { referer: 'https://instagram.com:443/' });
  await read(`/product/${id}/?utm_source=letter`, { referer: 'https://shop.test/collection' });
  expect(await views()).toBe(3);

  await read(`/product/${id}`, { 'if-none-match': first.headers.get('etag') ?? '' });
  await read(`/product/${id}`, {}, 'HEAD');
  await read(`/product/${id}`, { 'sec-purpose': 'prefetch;prerender' });
  await read(`/product/${id}`, { 'user-agent': 'SomeCrawler/1.0', referer: 'https://robots.example/' });
  await read(`/product/${id}.data`);
  await read('/product/no-such-piece', { referer: 'https://nowhere.example/' });
  await read('/payment', { referer: 'https://checkout.stripe.com/' });
  expect(await views()).toBe(3);

  await read('/', { referer: 'http://192.168.1.7/router' });
  await read('/collection', { referer: 'android-app://com.google.android.gm/' });
  await read('/collection', { referer: 'not an address' });
  const { body } = await shop.call('listVisitSources', { token, params: { period: 'day' } });
  expect(body.sources).toEqual([
    { host: 'instagram.com', visits: 2 },
    { host: '', visits: 1 },
    { host: 'com.google.android.gm', visits: 1 },
  ]);
});
