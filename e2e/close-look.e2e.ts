import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { addsPiece, box, cloud, moon, stage, zoom, zoomNumber } from './close-look.ts';
import { leftToRight, litPiece, recordLights } from './close-look-lights.ts';
import { boxOf, expectNoSidewaysScroll } from './layout.ts';
import { test } from './test.ts';

/** The time limit for drawing the light, in milliseconds: without a graphics card the processor draws a few frames a second. */
const drawn = { timeout: 60_000 };

test('A visitor looks closer at a piece with the keyboard, and comes back to where they were', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon to Look At');
  await visitor.opens(`/product/${piece.id}`);
  const link = page.getByRole('link', { name: 'Look closer' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/product/${piece.id}/look`);
  await expect(page.getByRole('img', { name: piece.name })).toBeVisible();
  await expect(zoom(page)).toHaveText('1x');
  await expect(page.getByText('cm', { exact: false }).filter({ hasText: /^\d+ cm$/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(piece.name);
  // Without photographs there is no control of the light.
  await expect(page.getByRole('group', { name: 'Where the light comes from' })).toHaveCount(0);
  await expectNoViolations(page);

  // With reduced motion the zoom changes at once, so its number can be read after each key.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('Tab');
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press('+');
  await expect(zoom(page)).toHaveText('1.5x');
  await page.keyboard.press('0');
  await expect(zoom(page)).toHaveText('1x');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom(page)).toHaveText('1.5x');
  for (let count = 0; count < 9; count += 1) await page.keyboard.press('+');
  const largest = await zoom(page).textContent();
  await page.keyboard.press('+');
  await expect(zoom(page)).toHaveText(largest ?? '');
  await expect(page).toHaveURL(/#at=0\.5\d*,0\.5\d*,/);
  await stage(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#at=0\.5[1-9]\d*,/);

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/product/${piece.id}`);
  await expect(link).toBeFocused();
});

test('A visitor opens a detail and reads its text; a link to the detail works, also without scripts', async ({
  visitor,
  anotherVisitor,
  adminApi,
}) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon with Details');
  await visitor.opens(`/product/${piece.id}/look`);
  const chosen = page.getByRole('button', { name: '2 The low cloud' });
  await chosen.click();
  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(cloud.text).first()).toBeVisible();
  await expect.poll(() => zoomNumber(page)).toBeGreaterThan(1.5);
  await expect(page).toHaveURL(`/product/${piece.id}/look?detail=2`);
  await expectNoViolations(page);
  await stage(page).focus();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(`/product/${piece.id}/look?detail=1`);
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/\?detail=1#at=/);
  await page.getByRole('button', { name: 'Whole piece' }).click();
  await expect(page).toHaveURL(`/product/${piece.id}/look`);

  const friend = await anotherVisitor();
  await friend.opens(`/product/${piece.id}/look?detail=2`);
  await expect(friend.page).toHaveTitle(new RegExp(`^The low cloud, ${piece.name}`));
  await expect.poll(() => zoomNumber(friend.page)).toBeGreaterThan(1.5);
  await friend.opens(`/product/${piece.id}/look#at=0.61,0.27,3.2`);
  await expect(zoom(friend.page)).toHaveText(/^(3\.2|2\.\d)x$/);
  const html = await (await page.request.get(`/product/${piece.id}/look?detail=2`)).text();
  expect(html).toContain(`<title>The low cloud, ${piece.name}`);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/product/${piece.id}"`));
  const removed = await page.request.get(`/product/${piece.id}/look?detail=9`, { maxRedirects: 0 });
  expect([removed.status(), removed.headers().location]).toEqual([302, `/product/${piece.id}/look`]);
});

test('The light moves by compass, key and pointer, and its photographs are loaded only when it is on', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const requested = await recordLights(page, adminApi);
  await visitor.opens(`/product/${litPiece}`);
  await page.getByRole('link', { name: 'Look closer' }).click();
  const compass = page.getByRole('group', { name: 'Where the light comes from' });
  await expect(compass.getByRole('radio', { name: 'Even light' })).toBeChecked();
  await expect(zoom(page)).toHaveText('1x');
  const side = () => leftToRight(page);
  const even = await side();
  expect(requested).toEqual([]);

  await compass.getByRole('radio', { name: 'Left', exact: true }).check();
  const light = page.getByRole('button', { name: /^The light/ });
  await expect(light).toBeVisible();
  await expect.poll(side, drawn).toBeGreaterThan(1.5 * even);
  expect(requested.slice(0, 3)).toContain('w');
  await expect.poll(() => requested.length).toBe(7);
  await expectNoViolations(page);

  await compass.getByRole('radio', { name: 'Right', exact: true }).check();
  await expect.poll(side, drawn).toBeLessThan(0.7 * even);
  await light.focus();
  for (let count = 0; count < 28; count += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(side, drawn).toBeGreaterThan(1.5 * even);
  await expect(compass.getByRole('radio', { checked: true })).toHaveCount(0);
  const raking = await side();
  await page.getByRole('slider', { name: 'Height of the light' }).fill('60');
  await expect.poll(side, drawn).toBeLessThan(0.8 * raking);

  const { x, y, width, height } = await boxOf(light);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 300, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => ((await light.boundingBox())?.x ?? 0) - x).toBeGreaterThan(150);
  await page.keyboard.press('l');
  await expect(light).toHaveCount(0);
  await expect(compass.getByRole('radio', { name: 'Even light' })).toBeChecked();
});

test('Without WebGL the compass shows the photograph whose light is nearest', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const without = function (this: HTMLCanvasElement, kind: string, ...options: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...options]);
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: without });
  });
  const requested = await recordLights(page, adminApi);
  await visitor.opens(`/product/${litPiece}`);
  await page.getByRole('link', { name: 'Look closer' }).click();
  await expect(zoom(page)).toHaveText('1x');
  const even = await leftToRight(page);
  await page.getByRole('radio', { name: 'Bottom left' }).check();
  await expect(page.getByText('This is the photograph whose light comes from nearest to there.')).toBeVisible();
  await expect.poll(() => leftToRight(page), drawn).toBeGreaterThan(1.05 * even);
  expect(requested).toEqual(['sw']);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expectNoViolations(page);
});

test('The slider of the light returns after the browser has lost and restored WebGL', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  await recordLights(page, adminApi);
  await visitor.opens(`/product/${litPiece}`);
  await page.getByRole('link', { name: 'Look closer' }).click();
  await expect(zoom(page)).toHaveText('1x');
  const even = await leftToRight(page);
  await page.getByRole('radio', { name: 'Left', exact: true }).check();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect.poll(() => leftToRight(page), drawn).toBeGreaterThan(1.5 * even);
  const handle = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-hidden] > canvas');
    return canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context') ?? null;
  });
  await handle.evaluate((extension) => extension?.loseContext());
  await expect(page.getByText('This is the photograph whose light comes from nearest to there.')).toBeVisible();
  await handle.evaluate((extension) => extension?.restoreContext());
  await expect(page.getByRole('slider')).toBeVisible();
});

test('Without scripts the viewer has the whole picture and all details with their sentences', async ({
  browser,
  shop,
  adminApi,
}) => {
  const piece = await addsPiece(adminApi, 'Moon without Scripts');
  const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/product/${piece.id}`);
  await expect(page.getByRole('img', { name: piece.name }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Look closer' }).click();
  await expect(page.getByRole('img', { name: piece.name })).toBeVisible();
  for (const text of [moon.name, moon.text, cloud.name, cloud.text])
    await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('link', { name: /^Close/ }).click();
  await expect(page).toHaveURL(`/product/${piece.id}`);
  await context.close();
});

test('A hidden piece and one without details have no viewer, and the page of the latter has no link to one', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const plain = await adminApi.addsListing('Moon without a Look');
  const hidden = await adminApi.addsListing('Hidden Moon', { visibility: 'draft', widthCm: 75, heightCm: 96 });
  await adminApi.writesCloseLook(hidden, box, [moon]);
  for (const id of [plain.id, hidden.id, 'no-such-piece'])
    expect((await page.request.get(`/product/${id}/look`)).status()).toBe(404);
  await visitor.opens(`/product/${plain.id}`);
  await expect(page.getByRole('heading', { level: 1, name: plain.name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Look closer' })).toHaveCount(0);
});

test('In forced colours at 200 % zoom the chosen detail is marked, and every button is at least 44 px large', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon in Contrast');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ forcedColors: 'active' });
  await visitor.opens(`/product/${piece.id}/look?detail=1`);
  await expectNoSidewaysScroll(page);
  const current = page.getByRole('button', { name: '1 The eggshell moon' });
  await current.scrollIntoViewIfNeeded();
  await expect(current).toBeInViewport();
  await expect(current).toHaveCSS('border-bottom-width', '3px');
  for (const control of await page.getByRole('main').getByRole('button').all()) {
    const { width, height } = await boxOf(control);
    expect(Math.min(width, height), (await control.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  }
});
