import { expect } from '@playwright/test';
import { addsPiece, stage, zoom, zoomNumber } from './close-look.ts';
import { boxOf } from './layout.ts';
import { test } from './test.ts';

test('A visitor zooms with the wheel, around the pointer, and with a double click', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon to Zoom');
  await visitor.opens(`/product/${piece.id}/look`);
  await expect(zoom(page)).toHaveText('1x');
  const { x, y, width, height } = await boxOf(stage(page));
  await page.mouse.move(x + width / 2, y + height * 0.3);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => zoomNumber(page)).toBeGreaterThan(2);
  // The place under the pointer stays, so the middle of the stage has moved up in the picture.
  await expect(page).toHaveURL(/#at=0\.5\d*,0\.[1-4]\d*,/);
  await page.mouse.wheel(0, 4_000);
  await expect(zoom(page)).toHaveText('1x');
  await expect(page).not.toHaveURL(/#/);
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await expect(zoom(page)).toHaveText('2.5x');
});

test('The zoom keys work after a click or a drag on the picture, and not while a button has the focus', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon under the Pointer');
  await visitor.opens(`/product/${piece.id}/look`);
  await expect(zoom(page)).toHaveText('1x');
  const { x, y, width, height } = await boxOf(stage(page));
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.press('+');
  await expect(zoom(page)).toHaveText('1.5x');
  await page.getByRole('button', { name: 'Whole piece' }).focus();
  for (const key of ['+', 'ArrowRight', '2', '0']) await page.keyboard.press(key);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('+');
  await expect(zoom(page)).toHaveText(/^2\.[23]x$/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/look#at=0\.5[1-9]\d*,/);
});

test('The picture can still be zoomed if the browser refuses to change the address', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const piece = await addsPiece(adminApi, 'Moon in Safari');
  await page.addInitScript(() => {
    const { replaceState } = window.history;
    window.history.replaceState = (state, unused, address) => {
      if (String(address).includes('#at=')) {
        document.documentElement.setAttribute('data-refused', '');
        throw new DOMException('Too many calls', 'SecurityError');
      }
      replaceState.call(window.history, state, unused, address);
    };
  });
  await visitor.opens(`/product/${piece.id}/look`);
  await stage(page).focus();
  await expect(zoom(page)).toHaveText('1x');
  await page.keyboard.press('+');
  await expect(page.locator('html[data-refused]')).toBeAttached();
  await page.keyboard.press('+');
  await expect(zoom(page)).toHaveText(/^2\.[23]x$/);
});

test('If a scan cannot be loaded, the picture is shown without it, with less zoom', async ({
  visitor,
  browserErrors,
}) => {
  const { page } = visitor;
  const path = '/product/red-river-moon/look';
  await expect.poll(async () => (await page.request.get(path)).text(), { timeout: 90_000 }).toContain('/iiif/');
  const largestZoom = async () => {
    await visitor.opens(path);
    await expect(zoom(page)).toHaveText('1x');
    await stage(page).focus();
    for (let count = 0; count < 8; count += 1) await page.keyboard.press('+');
    await expect(page).toHaveURL(/#at=/);
    return zoomNumber(page);
  };
  expect(await largestZoom()).toBe(12);
  browserErrors.allowConsoleError('503');
  await page.route('**/info.json', async (route) => {
    visitor.expectsFailure(new URL(route.request().url()).pathname, 503);
    await route.fulfill({ status: 503 });
  });
  const failed = page.waitForResponse('**/info.json');
  await visitor.opens('/');
  const limited = largestZoom();
  await failed;
  expect(await limited).toBeLessThan(6);
});

test('The tiles of a scan are loaded from the address at which the visitor opened the shop', async ({
  browser,
  shop,
}) => {
  // `localhost` is not the host name in the IIIF manifests, which museums read.
  const baseURL = Object.assign(new URL(shop.address), { hostname: 'localhost' }).href;
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const path = '/product/red-river-moon/look';
  await expect.poll(async () => (await page.request.get(path)).text(), { timeout: 90_000 }).toContain('/iiif/');
  const tile = page.waitForResponse(/\/iiif\/3\/\w+\/[\d,]+\/[\d,]+\/0\/default\.jpg$/);
  await page.goto(path);
  expect((await tile).status()).toBe(200);
  expect((await tile).url()).toContain(baseURL);
  await context.close();
});
