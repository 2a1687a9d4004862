import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { withLights } from './close-look-lights.ts';
import { test } from './test.ts';

const box = { x: 0.08, y: 0.0622, width: 0.84, height: 0.8704 };

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, contextOptions: {} });

const zoom = (page: Page) => page.getByRole('group', { name: 'Zoom' }).getByRole('status');

/** Two fingers move away from each other. */
async function pinch(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fingers = (distance: number) => [
    { x: x - distance, y, id: 0 },
    { x: x + distance, y, id: 1 },
  ];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (let distance = 40; distance <= 100; distance += 10)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(distance) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test('On a phone two fingers zoom, and tilting moves the light once the visitor has asked for it', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  const piece = await adminApi.addsListing('Moon on a Phone', { widthCm: 75, heightCm: 96 });
  await adminApi.writesCloseLook(piece.id, { picture: piece.images[0] ?? '', box, details: [] });
  await withLights(page);
  await visitor.opens(`/product/${piece.id}`);
  await page.getByRole('link', { name: 'Look closer' }).tap();
  await expect(zoom(page)).toHaveText('1x');
  const stage = page.getByRole('group', { name: /^The surface of/ });
  const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await pinch(page, { x: x + width / 2, y: y + height / 2 });
  await expect.poll(async () => Number.parseFloat((await zoom(page).textContent()) ?? '')).toBeGreaterThan(2);
  await page.keyboard.press('0');

  const light = page.getByRole('button', { name: /^The light/ });
  const tilt = (beta: number, gamma: number) =>
    page.evaluate((angles) => window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', angles)), {
      beta,
      gamma,
    });
  await tilt(40, 0);
  await expect(light).toHaveCount(0);
  await page.getByRole('button', { name: 'Move the light by tilting' }).tap();
  // The page begins to listen shortly after the button was pressed; a phone reports sixty times a second.
  await expect(async () => {
    await tilt(40, 0);
    await expect(light).toBeVisible({ timeout: 500 });
  }).toPass();
  const before = (await light.boundingBox())?.x ?? 0;
  await tilt(40, 20);
  await expect.poll(async () => ((await light.boundingBox())?.x ?? 0) - before).toBeGreaterThan(50);
  await expectNoViolations(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('button', { name: 'Move the light by tilting' })).toHaveCount(0);
});
