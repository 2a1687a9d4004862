import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestShop, openTestShop } from './testing/open-shop.ts';
import { registerWebsite } from './website.ts';

const root = join(import.meta.dirname, '..');

let shop: OpenTestShop;
let address = '';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-languages-'));
  shop = await openTestShop({ databaseUrl: `file:${directory}/shop.db`, directory, addRoutes: registerWebsite });
  address = await shop.listen();
}, 300_000);
afterAll(() => shop.close());

it('Vietnamese pages are below /vi while the owner shows the language, and 404 before and after', async () => {
  const { token } = await shop.admin('Mai');
  const listing = await shop.listing('Heron in reeds', { info: 'A heron.' });
  const show = (shown: 'vi'[]) => shop.call('updateLanguageSettings', { token, body: { shown } });
  const read = async (path: string) => {
    const answer = await fetch(address + path);
    return { status: answer.status, text: await answer.text() };
  };
  const paths = ['/vi', '/vi/collection', `/vi/product/${listing.id}`, '/vi.data', '/vi?sort=name'];
  const statuses = () => Promise.all(paths.map(async (path) => (await read(path)).status));
  expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  expect((await read('/')).text).not.toContain('hreflang');
  expect((await read('/sitemap.xml')).text).not.toContain('hreflang');

  await show(['vi']);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  const product = (await read(`/vi/product/${listing.id}`)).text;
  expect(product).toContain('<html lang="vi"');
  expect(product).toContain('Thêm vào giỏ');
  expect(product).toContain('<div class="prose" lang="en"><p class="whitespace-pre-line">A heron.</p>');
  expect(product).toContain(`<link rel="canonical" href="https://shop.test/vi/product/${listing.id}"/>`);
  for (const [language, prefix] of [
    ['en', ''],
    ['vi', '/vi'],
    ['x-default', ''],
  ])
    expect(product).toContain(`hrefLang="${language}" href="https://shop.test${prefix}/product/${listing.id}"`);
  expect((await read(`/product/${listing.id}`)).text).toContain(`href="https://shop.test/vi/product/${listing.id}"`);
  expect((await read('/sitemap.xml')).text).toContain(
    `<loc>https://shop.test/vi/product/${listing.id}</loc><xhtml:link rel="alternate" hreflang="en" href="https://shop.test/product/${listing.id}"/>`,
  );
  expect(await read('/vi/no-such-page')).toMatchObject({
    status: 404,
    text: expect.stringContaining('<html lang="vi"'),
  });
  expect((await read('/vietnam')).status).toBe(404);

  await show([]);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
});

it('the API answers pages in their language, also about one field, and everybody else in English', async () => {
  const register = (headers: Record<string, string>) =>
    fetch(`${address}/api/auth`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ mode: 'register', name: 'Hoa', email: 'hoa@example.com', password: 'x' }),
    }).then((answer) => answer.json());
  const english = await register({ 'Accept-Language': 'vi-VN,vi;q=0.9' });
  const vietnamese = await register({ 'Accept-Language': 'vi' });
  expect(english.message).toMatch(/^Password/);
  expect(vietnamese.message).toMatch(/^Mật khẩu/);
  expect(vietnamese.issues[0].message).toBe(vietnamese.message);
});
