import { type APIRequestContext, expect } from '@playwright/test';
import sharp from 'sharp';
import { test } from './test.ts';

test('The first HTML of home and of a product page is complete', async ({ request, shop }) => {
  const home = await readPage(request, '/');
  expect(home.title).toMatch(/\S/);
  expect(home.meta('description')).toMatch(/\S/);
  expect(home.canonical).toBe(`${shop.address}/`);
  expect(home.meta('og:title')).toBe(home.title);
  expect(home.body).toContain('Red River Moon');

  const listing = await readPage(request, '/product/red-river-moon');
  expect(listing.title).toContain('Red River Moon');
  expect(listing.meta('description')).toContain('duck eggshell');
  expect(listing.canonical).toBe(`${shop.address}/product/red-river-moon`);
  expect(listing.body).toContain('$3,200.00');
  expect(listing.body).toContain('Vân Khê grew up on the dyke road');

  for (const { meta } of [home, listing]) {
    const image = meta('og:image') ?? '';
    expect(image.startsWith(`${shop.address}/`)).toBe(true);
    const answer = await request.get(image);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('image/jpeg');
    expect(meta('og:image:type')).toBe('image/jpeg');
    const { width, height } = await sharp(await answer.body()).metadata();
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual([String(width), String(height)]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_200);
    expect(meta('og:image:alt')).toMatch(/\S/);
    expect(meta('twitter:card')).toBe('summary_large_image');
  }
});

test('Search engines read whether a piece is available, reserved or sold', async ({ request, shop, adminApi }) => {
  const reserved = await adminApi.addsListing('Held Piece', { price: 12.5 });
  await adminApi.holds(reserved, await adminApi.addsCustomer('Holder'));
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

test('The site map lists the public pages, and private pages ask search engines not to index them', async ({
  request,
  shop,
}) => {
  const map = await request.get('/sitemap.xml');
  expect(map.headers()['content-type']).toContain('xml');
  const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toContain(`${shop.address}/`);
  expect(addresses).toContain(`${shop.address}/product/red-river-moon`);
  expect(addresses).toContain(`${shop.address}/product/late-frost`);
  expect(addresses).not.toContain(`${shop.address}/product/tortoise-tide`);

  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${shop.address}/sitemap.xml`);
  expect([...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path)).toEqual(['/api/']);
  for (const path of [
    '/cart',
    '/payment',
    '/account',
    '/admin',
    '/reset-password',
    '/accept-invitation',
    '/undo-email',
    '/confirm-email',
  ]) {
    const page = await readPage(request, path);
    expect(page.meta('robots') ?? '', path).toContain('noindex');
  }
  expect((await readPage(request, '/')).meta('robots')).toBeNull();
});

test('A phone can install the shop as an app with its name, icons and colours', async ({ page, request }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const linked = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
  const touchIcon = await request.get((await linked('apple-touch-icon')) ?? '');
  expect(await sharp(await touchIcon.body()).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });

  const answer = await request.get((await linked('manifest')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  const shopName = (await readPage(request, '/')).meta('og:site_name');
  expect([manifest.name, manifest.short_name, manifest.start_url]).toEqual([shopName, shopName, '/']);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe(type);
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  const paper = await page.evaluate(() => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pixel) throw new Error('The canvas has no 2d context');
    pixel.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--color-paper');
    pixel.fillRect(0, 0, 1, 1);
    const bytes = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  });
  expect([manifest.background_color, manifest.theme_color]).toEqual([paper, paper]);

  const favicon = await request.get('/favicon.ico');
  expect([favicon.status(), favicon.headers()['content-type']]).toEqual([200, 'image/x-icon']);
  expect((await favicon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

test('Existing addresses answer 200, unknown ones 404', async ({ request }) => {
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

test('Pages, the site map and the API send the security headers', async ({ request }) => {
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

test('A page shows a change or a sale of a piece at once', async ({ request, adminApi }) => {
  const listing = await adminApi.addsListing('Never Stale');
  const buyer = await adminApi.addsCustomer('Quick');
  expect((await readPage(request, `/product/${listing.id}`)).body).toContain('Add to Cart');
  await adminApi.changesListing(listing.id, { name: 'Renamed Just Now' });
  expect((await readPage(request, '/')).body).toContain('Renamed Just Now');
  await adminApi.sells(listing, buyer);
  expect((await readPage(request, `/product/${listing.id}`)).body).not.toContain('Add to Cart');
});

type Thing = { '@type'?: string; offers?: unknown };

/** Reads a page as a client without scripts receives it. */
async function readPage(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return {
    body: html.replace(/<script.*?<\/script>/gs, ''),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null,
    meta: (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null,
    // Throws if it is not JSON.
    things: scripts.map(([, json = '']): Thing => JSON.parse(json)),
  };
}
