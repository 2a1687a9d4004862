import { type APIRequestContext, expect } from '@playwright/test';
import { test } from './test.ts';

test('The first HTML of home and of a piece says everything', async ({ request, shop }) => {
  const home = await readPage(request, '/');
  expect(home.title).toMatch(/\S/);
  expect(home.meta('description')).toMatch(/\S/);
  expect(home.canonical).toBe(`${shop.address}/`);
  expect(home.meta('og:title')).toBe(home.title);
  expect(home.body).toContain('Red River Moon');

  const piece = await readPage(request, '/product/red-river-moon');
  expect(piece.title).toContain('Red River Moon');
  expect(piece.meta('description')).toContain('duck eggshell');
  expect(piece.canonical).toBe(`${shop.address}/product/red-river-moon`);
  expect(piece.body).toContain('$3,200.00');
  expect(piece.body).toContain('Vân Khê grew up on the dyke road');

  for (const { meta } of [home, piece]) {
    const image = meta('og:image') ?? '';
    expect(image.startsWith(`${shop.address}/`)).toBe(true);
    const answer = await request.get(image);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
  }
});

test('Search engines are told what can be bought', async ({ request, shop, shopkeeper }) => {
  const reserved = await shopkeeper.hangsPiece('Held Piece', { price: 12.5 });
  await shopkeeper.holds(reserved, await shopkeeper.registersCustomer('Holder'));
  const availability = { 'red-river-moon': 'InStock', 'late-frost': 'SoldOut', [reserved.id]: 'Reserved' };
  for (const [id, expected] of Object.entries(availability)) {
    const { things } = await readPage(request, `/product/${id}`);
    const product = things.find((thing) => thing['@type'] === 'Product');
    expect(product?.offers).toMatchObject({
      '@type': 'Offer',
      availability: `https://schema.org/${expected}`,
      priceCurrency: 'AUD',
      url: `${shop.address}/product/${id}`,
    });
    expect(things.map((thing) => thing['@type'])).toContain('VisualArtwork');
  }
});

test('The site map lists what the shop shows, and robots are kept out of private pages', async ({ request, shop }) => {
  const map = await request.get('/sitemap.xml');
  expect(map.headers()['content-type']).toContain('xml');
  const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toContain(`${shop.address}/`);
  expect(addresses).toContain(`${shop.address}/product/red-river-moon`);
  expect(addresses).toContain(`${shop.address}/product/late-frost`);
  expect(addresses).not.toContain(`${shop.address}/product/tortoise-tide`);

  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${shop.address}/sitemap.xml`);
  for (const path of ['/cart', '/payment', '/account', '/admin', '/reset-password']) {
    const page = await readPage(request, path);
    expect(page.meta('robots') ?? '', path).toContain('noindex');
    expect((await readPage(request, '/')).meta('robots')).toBeNull();
  }
});

test('Statuses are true', async ({ request }) => {
  const expected = {
    '/': 200,
    '/product/red-river-moon': 200,
    '/product/late-frost': 200,
    '/product/tortoise-tide': 200,
    '/product/no-such-piece': 404,
    '/no/such/page': 404,
    '/account/no-such-tab': 404,
    '/assets/no-such-script.js': 404,
    '/media/no-such-picture.webp': 404,
    '/api/no-such-call': 404,
  };
  for (const [path, status] of Object.entries(expected)) {
    expect((await request.get(path)).status(), path).toBe(status);
  }
});

test('Every answer carries the protective headers', async ({ request }) => {
  for (const path of ['/', '/product/red-river-moon', '/cart', '/no/such/page', '/sitemap.xml', '/api/listings']) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).toContain("base-uri 'none'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe-|https?:|\*/);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toMatch(/\S/);
  }
});

test('A page is never older than the last change', async ({ request, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Never Stale');
  const buyer = await shopkeeper.registersCustomer('Quick');
  expect((await readPage(request, `/product/${piece.id}`)).body).toContain('Add to Cart');
  await shopkeeper.changesPiece(piece.id, { name: 'Renamed Just Now' });
  expect((await readPage(request, '/')).body).toContain('Renamed Just Now');
  await shopkeeper.sells(piece, buyer);
  expect((await readPage(request, `/product/${piece.id}`)).body).not.toContain('Add to Cart');
});

type Thing = { '@type'?: string; offers?: unknown };

/** What a reader without scripts gets. */
async function readPage(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return {
    body: html.replace(/<script.*?<\/script>/gs, ''),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null,
    meta: (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null,
    // Throws where it is no JSON.
    things: scripts.map(([, json = '']): Thing => JSON.parse(json)),
  };
}
