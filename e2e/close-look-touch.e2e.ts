import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { litPiece, recordLights } from './close-look-lights.ts';
import { boxOf } from './layout.ts';
import { test } from './test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: {},
  // The permissions of the tilt sensors, which Chromium on a real phone grants by itself.
  permissions: ['accelerometer', 'gyroscope'],
});

const zoom = (page: Page) => page.getByRole('group', { name: 'Zoom' }).getByRole('status');

/** Moves two fingers away from each other; the given point, in CSS pixels, is between them. */
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

/** Returns a function that tilts the emulated phone to these angles of DeviceOrientationEvent, in degrees. */
async function sensorOf(page: Page): Promise<(beta: number, gamma: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (beta, gamma) => {
    await session.send('DeviceOrientation.setDeviceOrientationOverride', { alpha: 0, beta, gamma });
  };
}

/**
 * Makes the browser ask for permission before it reports the tilt, as iPhones do, and answers for the user. The page counts in
 * `document.documentElement.dataset.asked` how often it was asked.
 */
async function answersTiltPrompt(page: Page, answer: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((given) => {
    const requestPermission = () => {
      const { dataset } = document.documentElement;
      dataset.asked = String(Number(dataset.asked ?? 0) + 1);
      return Promise.resolve(given);
    };
    Object.assign(DeviceOrientationEvent, { requestPermission });
  }, answer);
}
const timesAsked = (page: Page) => page.evaluate(() => document.documentElement.dataset.asked ?? '0');

test('On a phone two fingers zoom, and tilting moves the light once the visitor has asked for it', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  await recordLights(page, adminApi);
  await answersTiltPrompt(page, 'granted');
  await visitor.opens(`/product/${litPiece}`);
  await page.getByRole('link', { name: 'Look closer' }).tap();
  await expect(zoom(page)).toHaveText('1x');
  const stage = page.getByRole('group', { name: /^The surface of/ });
  const { x, y, width, height } = await boxOf(stage);
  await pinch(page, { x: x + width / 2, y: y + height / 2 });
  await expect.poll(async () => Number.parseFloat((await zoom(page).textContent()) ?? '')).toBeGreaterThan(2);
  await page.keyboard.press('0');
  await expect(zoom(page)).toHaveText('1x');

  const light = page.getByRole('button', { name: /^The light/ });
  const tilt = await sensorOf(page);
  await tilt(40, 0);
  const button = page.getByRole('button', { name: 'Move the light by tilting' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(light).toHaveCount(0);
  expect(await timesAsked(page)).toBe('0');
  await button.tap();
  await expect(light).toBeVisible();
  expect(await timesAsked(page)).toBe('1');
  const before = (await light.boundingBox())?.x ?? 0;
  await tilt(40, 20);
  await expect.poll(async () => ((await light.boundingBox())?.x ?? 0) - before).toBeGreaterThan(50);
  await expectNoViolations(page);

  await button.tap();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const after = (await light.boundingBox())?.x ?? 0;
  await tilt(40, -20);
  expect((await light.boundingBox())?.x).toBe(after);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(button).toHaveCount(0);
});

test('A visitor whose phone does not share its tilt is told to drag the light instead', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  await recordLights(page, adminApi);
  await answersTiltPrompt(page, 'denied');
  await visitor.opens(`/product/${litPiece}`);
  await page.getByRole('link', { name: 'Look closer' }).tap();
  const tilt = await sensorOf(page);
  await tilt(40, 0);
  const button = page.getByRole('button', { name: 'Move the light by tilting' });
  await button.tap();
  await expect(page.getByText('This device does not tell how it is tilted. Drag the light instead.')).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: /^The light/ })).toHaveCount(0);
  await expectNoViolations(page);
});
