import { expect, type Page } from '@playwright/test';
import { test } from './test.ts';
import { ignoresTimersOf } from './timers.ts';

for (const path of ['/', '/product/red-river-moon', '/cart'])
  test(`${path} is painted before it requests its scripts, which are fewer than 20`, async ({ page, visitor }) => {
    await ignoresTimersOf(page, longestDelay);
    await visitor.opens(path);
    await page.waitForLoadState('networkidle');
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, startTime }) => ({ name, startTime })),
    }));
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.length).toBeLessThan(20);
    expect(scripts.filter(({ startTime }) => startTime < painted)).toEqual([]);
  });

for (const script of ['libraries', 'home', 'entry.client'])
  test(`Home says when ${script} does not arrive, and its links still work`, async ({ page }) => {
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Load the page again' })).toBeVisible();
    await page.getByRole('link', { name: 'Red River Moon' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Red River Moon' })).toBeVisible();
  });

test.describe('While the first picture loads', () => {
  for (const path of ['/', '/collection'])
    test(`${path} requests no scripts and no other pictures`, async ({ page }) => {
      const { arrives, requested } = await holdFirstPicture(page, path);
      await ignoresTimersOf(page, longestDelay);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await requestsUntilPainted(page, requested)).toEqual([]);
      arrives();
      await expect.poll(() => requested.some((path) => path.startsWith('/media/'))).toBe(true);
      await expect.poll(() => requested.some((path) => path.endsWith('.js'))).toBe(true);
    });

  test('a visitor of home who scrolls sees the collection without waiting', async ({ page }) => {
    const { requested } = await holdFirstPicture(page, '/');
    await ignoresTimersOf(page, longestDelay);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => requested.some((path) => path.startsWith('/media/'))).toBe(true);
  });
});

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pictures of the collection are shown', async ({ page }) => {
    await page.goto('/');
    const picture = page.getByRole('listitem').locator('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toBeVisible();
  });
});

/** How long scripts and other pictures wait for the first picture at most, in milliseconds (web/shell/first-picture.ts). */
const longestDelay = 3_000;

/** Delays the main picture of a page until `arrives` is called; `requested` collects the paths of scripts and of other pictures. */
async function holdFirstPicture(page: Page, address: string) {
  const html = await (await page.request.get(address)).text();
  const hash = /<img [^>]*\/media\/(\w+)\/[^>]*fetchpriority="high"/i.exec(html)?.[1];
  const requested: string[] = [];
  const { promise, resolve: arrives } = Promise.withResolvers<void>();
  await page.route(/\/media\/|\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith(`/media/${hash}/`)) await promise;
    // The header's logo, which another test may have uploaded, is not delayed.
    else if (!/\/logo\.\w+$/.test(pathname)) requested.push(pathname);
    await route.continue();
  });
  return { arrives, requested };
}

/** Waits until two frames after the first paint and returns the paths that were requested until then. */
async function requestsUntilPainted(page: Page, requested: string[]): Promise<string[]> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return [...requested];
}
