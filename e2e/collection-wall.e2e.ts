import { expect, type Locator } from '@playwright/test';
import type { AdminApi } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf } from './layout.ts';
import { test } from './test.ts';

/** Where the piece lies in its picture, as fractions. There it has the proportions 75 to 96, as the sizes of all pieces in this file. */
const box = { x: 0.08003, y: 0.0622, width: 0.83994, height: 0.87042 };
const series = 'Side By Side';

/** Adds a piece to the series whose true size the shop can show, so that it hangs on the wall. */
async function addsToWall(adminApi: AdminApi, name: string, details: Parameters<AdminApi['addsListing']>[1]) {
  const piece = await adminApi.addsListing(name, { series, ...details });
  await adminApi.writesCloseLook(piece, box);
  return piece;
}

const address = `/collection?series=${series.replaceAll(' ', '+')}`;

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`Pieces hang side by side at the same scale, ${viewport.width} px wide`, async ({ visitor, adminApi }) => {
    const { page } = visitor;
    const large = await addsToWall(adminApi, 'Large', { widthCm: 150, heightCm: 192 });
    const small = await addsToWall(adminApi, 'Small', { widthCm: 15, heightCm: 19.2 });
    await page.setViewportSize(viewport);
    await visitor.opens(address);
    await page.getByRole('link', { name: 'At true size' }).click();
    await expect(page.getByRole('heading', { name: 'At true size' })).toBeVisible();
    const person = await boxOf(page.getByRole('img', { name: 'A person, 165 cm tall.' }));
    const pixelsPerCm = person.height / 165;
    const [one, other] = await Promise.all([
      hungIn(page.getByRole('listitem'), large.name),
      hungIn(page.getByRole('listitem'), small.name),
    ]);
    expectNear(one.width / pixelsPerCm, 150);
    expectNear(one.height / pixelsPerCm, 192);
    expectNear(other.width / pixelsPerCm, 15);
    expectNear(other.height / pixelsPerCm, 19.2);
    expect(Math.abs(one.y + one.height / 2 - (other.y + other.height / 2))).toBeLessThan(1);
    await expectNoViolations(page);
    await page.getByRole('link', { name: small.name }).click();
    await visitor.seesListing(small.name);
  });

test('A visitor chooses which pieces hang, and the URL contains the choice', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const [one, two, three] = [
    await addsToWall(adminApi, 'First', { widthCm: 75, heightCm: 96 }),
    await addsToWall(adminApi, 'Second', { widthCm: 150, heightCm: 192 }),
    await addsToWall(adminApi, 'Third', { widthCm: 37.5, heightCm: 48 }),
  ];
  await visitor.opens(address.replace('collection?', 'collection/wall?'));
  const hung = page.getByRole('region', { name: 'The pieces side by side' }).getByRole('link');
  await expect(hung).toHaveCount(3);
  await page.getByRole('checkbox', { name: two.name }).focus();
  await page.keyboard.press('Space');
  await expect(hung).toHaveText([three.name, one.name]);
  await expect(page.getByRole('checkbox', { name: two.name })).toBeFocused();
  expect(new URL(page.url()).searchParams.getAll('piece')).toEqual([one.id, three.id].toSorted());
  await visitor.reloads();
  await expect(hung).toHaveText([three.name, one.name]);
  await page.getByRole('checkbox', { name: two.name }).click();
  await expect(hung).toHaveCount(3);
  expect(new URL(page.url()).search).toBe(new URL(address, page.url()).search);
});

test('A chosen piece is checked at once', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const [one, two] = [
    await addsToWall(adminApi, 'First', { widthCm: 75, heightCm: 96 }),
    await addsToWall(adminApi, 'Second', { widthCm: 150, heightCm: 192 }),
  ];
  await visitor.opens(`${address.replace('collection?', 'collection/wall?')}&piece=${one.id}`);
  const isCheckedAfterClick = (checkbox: HTMLElement) => {
    checkbox.click();
    return checkbox.matches(':checked');
  };
  expect(await page.getByRole('checkbox', { name: two.name }).evaluate(isCheckedAfterClick)).toBe(true);
  expect(await page.getByRole('checkbox', { name: one.name }).evaluate(isCheckedAfterClick)).toBe(false);
  await expect(page.getByRole('region', { name: 'The pieces side by side' }).getByRole('link')).toHaveText([two.name]);
});

test('The last piece cannot be taken off the wall, and the page says why', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const [one, two] = [
    await addsToWall(adminApi, 'First', { widthCm: 75, heightCm: 96 }),
    await addsToWall(adminApi, 'Second', { widthCm: 150, heightCm: 192 }),
  ];
  await visitor.opens(`${address.replace('collection?', 'collection/wall?')}&piece=${one.id}`);
  const last = page.getByRole('checkbox', { name: one.name });
  await last.focus();
  await page.keyboard.press('Space');
  const words = page.getByRole('status').filter({ hasText: 'At least one piece hangs' });
  await expect(words).toBeVisible();
  await expect(last).toBeChecked();
  await expectNoViolations(page);
  await page.getByRole('checkbox', { name: two.name }).check();
  await expect(words).toHaveCount(0);
  await last.uncheck();
  await expect(page.getByRole('region', { name: 'The pieces side by side' }).getByRole('link')).toHaveText([two.name]);
});

test('A wall that is wider than the window is scrolled with the keyboard', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  for (const name of ['First', 'Second', 'Third']) await addsToWall(adminApi, name, { widthCm: 300, heightCm: 384 });
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.opens(address.replace('collection?', 'collection/wall?'));
  const wall = page.getByRole('region', { name: 'The pieces side by side' });
  await wall.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => wall.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('Pieces without a true size and hidden ones do not hang', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const seen = await addsToWall(adminApi, 'Seen', { widthCm: 75, heightCm: 96 });
  const hidden = await addsToWall(adminApi, 'Hidden', { widthCm: 75, heightCm: 96, visibility: 'draft' });
  await adminApi.addsListing('Unmeasured', { series });
  await visitor.opens(address);
  await expect(page.getByRole('heading', { name: seen.name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'At true size' })).toHaveCount(0);
  await visitor.opens(`/collection/wall?series=${series.replaceAll(' ', '+')}&piece=${seen.id}&piece=${hidden.id}`);
  const hung = page.getByRole('region', { name: 'The pieces side by side' }).getByRole('link');
  await expect(hung).toHaveText([seen.name]);
  const empty = await page.request.get('/collection/wall?series=No+such+series');
  expect(empty.status()).toBe(404);
  expect(await empty.text()).toContain('No true sizes here');
});

test('The wall works without scripts', async ({ browser, shop, adminApi }) => {
  const [one, two] = [
    await addsToWall(adminApi, 'First', { widthCm: 75, heightCm: 96 }),
    await addsToWall(adminApi, 'Second', { widthCm: 150, heightCm: 192 }),
  ];
  const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'At true size' }).click();
  await page.getByRole('checkbox', { name: two.name }).uncheck();
  await page.getByRole('button', { name: 'Hang these' }).click();
  await expect(page.getByRole('region').getByRole('link')).toHaveText([one.name]);
  await context.close();
});

async function hungIn(items: Locator, name: string) {
  return boxOf(items.filter({ hasText: name }).locator('.hung'));
}

/** Checks that the value differs from the expected one by less than 1 %. */
function expectNear(value: number, expected: number): void {
  expect(Math.abs(value / expected - 1), `${value} is about ${expected}`).toBeLessThan(0.01);
}
