import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Listing } from '#contract/catalog.ts';
import type { AdminApi } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf, expectNoSidewaysScroll } from './layout.ts';
import type { ChosenFile } from './owner.ts';
import { test } from './test.ts';

/**
 * Where the piece lies in the first picture of the listings that tests add, as shares of the picture's width and height. The piece
 * measures 75 x 96 cm.
 */
const box = { x: 0.08003, y: 0.0622, width: 0.83994, height: 0.87042 };
const size = { widthCm: 75, heightCm: 96 };

test.describe('A piece on a wall', () => {
  const addPiece = async (adminApi: AdminApi, details: Parameters<AdminApi['addsListing']>[1] = size) => {
    const piece = await adminApi.addsListing('On A Wall', details);
    await adminApi.writesCloseLook(piece, box);
    return piece;
  };
  const wallOf = ({ id }: Listing) => `/product/${id}/wall`;

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])
    test(`hangs in a drawn room at its true size, ${viewport.width} px wide`, async ({ visitor, adminApi }) => {
      const { page } = visitor;
      const piece = await addPiece(adminApi);
      await page.setViewportSize(viewport);
      await visitor.opens(wallOf(piece));
      const room = page.getByRole('img', { name: `${piece.name}, 75 cm wide and 96 cm high` });
      await expect(room).toHaveAccessibleName(/its middle 150 cm above the floor, over a bench 140 cm long\.$/);
      const person = await boxOf(page.getByRole('img', { name: 'A person, 165 cm tall.' }));
      const pixelsPerCm = person.height / 165;
      const hung = await boxOf(page.locator('.hung'));
      expectNear(hung.width / pixelsPerCm, 75);
      expectNear(hung.height / pixelsPerCm, 96);
      expectNear((await boxOf(page.locator('.bench'))).width / pixelsPerCm, 140);
      const floor = await boxOf(page.locator('.room-floor'));
      expectNear((floor.y - (hung.y + hung.height / 2)) / pixelsPerCm, 150);
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
    });

  test('has a wall that is pale or dark, with or without a person', async ({ visitor, adminApi }) => {
    const { page } = visitor;
    await visitor.opens(wallOf(await addPiece(adminApi)));
    const wall = () => page.locator('.room').evaluate((room) => getComputedStyle(room).backgroundColor);
    const pale = await wall();
    await page.getByRole('radio', { name: 'Dark wall' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(wall).not.toBe(pale);
    await expectNoViolations(page);
    await page.getByRole('checkbox', { name: 'A person, 165 cm' }).click();
    await expect(page.getByRole('img', { name: 'A person' })).toBeHidden();
  });

  test('stands on a plinth if it is deep', async ({ visitor, adminApi }) => {
    const piece = await addPiece(adminApi, { widthCm: 7.5, heightCm: 9.6, depthCm: 7.5 });
    await visitor.opens(wallOf(piece));
    await expect(visitor.page.getByRole('img', { name: /stands on a plinth 100 cm high/ })).toBeVisible();
    await expect(visitor.page.getByText('The plinth is 100 cm high.')).toBeVisible();
  });

  test('is not offered if its picture has another shape than its measurements', async ({ visitor, adminApi }) => {
    const { page } = visitor;
    const bowl = await adminApi.addsListing('From Above', { widthCm: 36, heightCm: 10 });
    const detail = { name: 'The rim', text: '', box };
    await adminApi.writesCloseLook(bowl, box, [detail]);
    expect((await page.request.get(wallOf(bowl))).status()).toBe(404);
    await visitor.opens(`/product/${bowl.id}`);
    await expect(page.getByRole('link', { name: 'On your wall' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Look closer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('36 × 10 cm');
    await expect(page.getByRole('group', { name: 'Zoom' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'View' })).toHaveCount(0);
    await expect(page.getByText(/^\d+ cm$/)).toHaveCount(0);
  });

  test('has no page while its size or place in the picture is missing, or while it is hidden', async ({
    visitor,
    adminApi,
  }) => {
    const unmeasured = await addPiece(adminApi, {});
    const unplaced = await adminApi.addsListing('Nowhere', size);
    const hidden = await addPiece(adminApi, { ...size, visibility: 'draft' });
    for (const path of [unmeasured, unplaced, hidden].map(wallOf).concat('/product/no-such-piece/wall'))
      expect([path, (await visitor.page.request.get(path)).status()]).toEqual([path, 404]);
    const known = await visitor.page.request.get(wallOf(await addPiece(adminApi)));
    expect(await known.text()).toContain('<meta name="robots" content="noindex"/>');
  });

  test('is drawn without scripts, and its wall can be dark', async ({ browser, shop, adminApi }) => {
    const piece = await addPiece(adminApi);
    const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(wallOf(piece));
    const wall = () => page.locator('.room').evaluate((room) => getComputedStyle(room).backgroundColor);
    const pale = await wall();
    await page.getByText('Dark wall').click();
    expect(await wall()).not.toBe(pale);
    await expect(page.getByText('Your photo')).toHaveCount(0);
    await expect(page.locator('.hung img')).toBeVisible();
    await context.close();
  });

  test('is visible in forced colours', async ({ visitor, adminApi }) => {
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await visitor.opens(wallOf(await addPiece(adminApi)));
    const fill = await page.locator('.person').evaluate((person) => getComputedStyle(person).fill);
    const text = await page.locator('.room').evaluate((room) => getComputedStyle(room).color);
    expect(fill).toBe(text);
    await expect(page.locator('.hung img')).toBeVisible();
  });
});

test.describe("A piece in a visitor's photo", () => {
  test.beforeEach(async ({ visitor, adminApi }) => {
    const piece = await adminApi.addsListing('In A Photo', size);
    await adminApi.writesCloseLook(piece, box);
    await visitor.opens(`/product/${piece.id}/wall`);
    await visitor.page.getByRole('radio', { name: 'Your photo' }).check();
  });

  test('is scaled by a line over something of known length, and the photo is not uploaded', async ({ visitor }) => {
    const { page } = visitor;
    await expectNoViolations(page);
    const sent = requestsOf(page);
    await chooses(page, await wallPhoto());
    const photo = await boxOf(page.getByRole('img', { name: 'Your wall' }));
    const pixel = photo.width / 1_600;
    await drags(page, page.getByRole('button', { name: /^One end/ }), photo.x + 500 * pixel, photo.y + 900 * pixel);
    await drags(page, page.getByRole('button', { name: /^Other end/ }), photo.x + 1_060 * pixel, photo.y + 900 * pixel);
    await page.getByLabel('Its length in cm').fill('140,0');
    const piece = page.getByRole('button', { name: /^In A Photo/ });
    // 560 pixels of the photo are 140 cm.
    await expect.poll(async () => Math.abs((await boxOf(piece)).width / pixel / 4 - 75)).toBeLessThan(0.75);
    expectNear((await boxOf(piece)).height / pixel / 4, 96);

    await drags(page, piece, photo.x + 800 * pixel, photo.y + 300 * pixel);
    const moved = await boxOf(piece);
    expectNear((moved.x + moved.width / 2 - photo.x) / pixel, 800);
    expectNear((moved.y + moved.height / 2 - photo.y) / pixel, 300);
    await expectNoViolations(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the picture' }).click();
    const saved = await sharp(await readFile(await (await saving).path()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(saved.info).toMatchObject({ width: 1_600, height: 1_200 });
    const at = (x: number, y: number) => [...saved.data.subarray((y * 1_600 + x) * 3, (y * 1_600 + x) * 3 + 3)];
    expect(Math.min(...at(800, 100))).toBeGreaterThan(190);
    expect(Math.min(...at(800, 300))).toBeLessThan(150);
    // The shop's own files may still be loading; nothing else is requested, and nothing is sent.
    expect(sent().filter((request) => !/^GET http:\/\/[^/]+\/(assets|media)\/[\w./-]+$/.test(request))).toEqual([]);
  });

  test('is moved with the arrow keys, as are the ends of the line, and screen readers hear where it is', async ({
    visitor,
  }) => {
    const { page } = visitor;
    const opened = page.getByRole('status').filter({ hasText: 'The photo is open' });
    await expect(opened).toHaveCount(0);
    await chooses(page, await wallPhoto());
    await expect(opened).toBeAttached();
    await expect(page.getByRole('button', { name: /^One end/ })).toBeFocused();
    const piece = page.getByRole('button', { name: /^In A Photo/ });
    const before = await boxOf(piece);
    await piece.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    const after = await boxOf(piece);
    expect(Math.round(after.x - before.x)).toBe(1);
    expect(Math.round(after.y - before.y)).toBe(10);
    await expect(page.getByRole('status').filter({ hasText: /^The middle of In A Photo.*from the left/ })).toHaveCount(
      1,
    );
    await page.getByRole('button', { name: /^Other end/ }).focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight');
    expect((await boxOf(piece)).width).toBeGreaterThan(after.width * 1.1);
    for (const handle of await page.getByRole('button', { name: /arrow keys/ }).all()) {
      const { width, height } = await boxOf(handle);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });

  test('keeps its size while the typed length is not a number, and the field says what to type', async ({
    visitor,
  }) => {
    const { page } = visitor;
    await chooses(page, await wallPhoto());
    const length = page.getByLabel('Its length in cm');
    await page.getByLabel('The line lies on').selectOption({ label: 'Door, 204 cm high' });
    await expect(length).toHaveValue('204');
    const piece = page.getByRole('button', { name: /^In A Photo/ });
    const before = await boxOf(piece);
    await length.fill('long');
    await expect(length).toHaveAccessibleDescription('Please type a length such as 140 or 29.7');
    expect(await boxOf(piece)).toEqual(before);
  });

  test('stays after Escape in a field, and an unsaved picture is left only after a question', async ({ visitor }) => {
    const { page } = visitor;
    await chooses(page, await wallPhoto());
    const photo = page.getByRole('img', { name: 'Your wall' });
    await page.getByLabel('Its length in cm').press('Escape');
    await page.getByLabel('The line lies on').press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.getByRole('button', { name: /^One end/ }).press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave your photo?' });
    await expect(question).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(photo).toBeVisible();
    await page.getByRole('link', { name: 'Surface' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the picture' }).click();
    await saving;
    await page.getByRole('link', { name: 'Surface' }).click();
    await expect(page).toHaveURL(/\/look$/);
  });

  test('hangs on a large sideways photo, which is turned upright and made smaller', async ({ visitor }) => {
    const { page } = visitor;
    const pixels = sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#d8d4cc' } });
    // Orientation 6: the picture must be turned clockwise by 90 degrees.
    const buffer = await pixels.withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer();
    await chooses(page, { name: 'large.jpg', mimeType: 'image/jpeg', buffer });
    const photo = page.getByRole('img', { name: 'Your wall' });
    await expect(photo).toBeVisible();
    const shown = await photo.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]);
    expect(shown).toEqual([1_920, 2_560]);
  });

  test('stays on the earlier photo when a file is not a photo, and the visitor reads why', async ({ visitor }) => {
    const { page } = visitor;
    const refuses = async (file: ChosenFile, words: RegExp) => {
      await chooses(page, file);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    };
    const heic = await readFile(new URL('../server/testing/phone.heic', import.meta.url));
    await refuses({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic }, /cannot show HEIC/);
    await refuses({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }, /not a photo/);
    // Browsers do not let a page read the pixels of a drawing with a foreignObject.
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><foreignObject width="40" height="30">
      <p xmlns="http://www.w3.org/1999/xhtml">Wall</p></foreignObject></svg>`;
    await refuses({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }, /not a photo/);
    await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
    const broken = (await wallPhoto()).buffer.subarray(0, 300);
    await refuses({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken }, /not a photo/);
    await chooses(page, await wallPhoto());
    await expect(page.getByRole('img', { name: 'Your wall' })).toBeVisible();
    await refuses({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }, /not a photo/);
    await expect(page.getByRole('img', { name: 'Your wall' })).toBeVisible();
  });
});

/** A pale wall of 1,600 x 1,200 pixels with a dark bar from (500, 900) to (1060, 900). */
async function wallPhoto(): Promise<ChosenFile> {
  const bar = '<svg width="1600" height="1200"><rect x="500" y="895" width="560" height="10" fill="#222"/></svg>';
  const buffer = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#d8d4cc' } })
    .composite([{ input: Buffer.from(bar) }])
    .jpeg()
    .toBuffer();
  return { name: 'wall.jpg', mimeType: 'image/jpeg', buffer };
}

const chooses = (page: Page, file: ChosenFile) => page.locator('input[type="file"]').setInputFiles(file);

/** Drags the middle of an element to a point of the window. */
async function drags(page: Page, element: Locator, x: number, y: number): Promise<void> {
  const from = await boxOf(element);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move((from.x + x) / 2, y);
  await page.mouse.move(x, y);
  await page.mouse.up();
}

/** The requests over the network from now on, as method and address. */
function requestsOf(page: Page): () => string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
  });
  return () => sent;
}

/** Expects the value to differ from `expected` by less than 1 %. */
function expectNear(value: number, expected: number): void {
  expect(Math.abs(value / expected - 1), `${value} is about ${expected}`).toBeLessThan(0.01);
}
